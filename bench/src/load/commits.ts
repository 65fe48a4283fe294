import pg from "pg"

/** A desk of hundreds of agents. */
export const usualCommits = 10

/** As on a desk where others write: so many commits a second until `left` is disposed of. */
export async function keepCommitting(url: string, perSecond: number, left: AsyncDisposableStack): Promise<void> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  let last = Promise.resolve()
  const timer = setInterval(() => {
    // Commits, and changes nothing.
    last = last.then(async () => void (await db.query("select pg_current_xact_id()")))
  }, 1_000 / perSecond)
  left.defer(async () => {
    clearInterval(timer)
    await last
    await db.end()
  })
}
