import pg from "pg"

/** Commits, and changes nothing: what a node remembers of pages ends with every commit (ADR 35). */
export async function commit(db: pg.Client): Promise<void> {
  await db.query("select pg_current_xact_id()")
}

/** Writes to one of the desk, as if something of it had changed: what lists it was in is looked at again. */
export async function touchConversation(db: pg.Client): Promise<void> {
  await db.query(`update conversations set preview = preview where id = (
    select id from conversations where id >= (select (random() * max(id))::bigint from conversations) order by id limit 1)`)
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
