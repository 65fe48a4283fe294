import pg from "pg"

/** Commits, and changes nothing: what a node remembers of lists ends with every commit (ADR 35). */
export async function commit(db: pg.Client): Promise<void> {
  await db.query("select pg_current_xact_id()")
}

/** A desk of hundreds of agents. */
export const usualCommits = 10

/** As on a desk where others write: so many commits a second until `left` is disposed of. */
export async function keepCommitting(url: string, perSecond: number, left: AsyncDisposableStack): Promise<void> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  let last = Promise.resolve()
  const timer = setInterval(() => {
    last = last.then(() => commit(db))
  }, 1_000 / perSecond)
  left.defer(async () => {
    clearInterval(timer)
    await last
    await db.end()
  })
}
