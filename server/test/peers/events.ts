import pg from "pg"
import { type Db, sql } from "../../src/db/db.ts"
import { numberEvents } from "../../src/events/number.ts"
import type { EventRow } from "../../src/events/queries.ts"
import { type NewEvent, recordEvent } from "../../src/events/record.ts"
import { until } from "../until.ts"

/** Gives what was waited for, as soon as it is there. */
export async function eventually<Result>(look: () => Promise<Result | undefined | false>): Promise<Result> {
  let found: Result | undefined | false
  await until(async () => {
    found = await look()
    return found !== undefined && found !== false
  })
  return found as Result
}

/** One event, told apart from others by its token. */
export function write(db: Db, token: number, more: { kind?: NewEvent["kind"]; inboxId?: number } = {}): Promise<void> {
  return db.transaction((db) =>
    recordEvent(db, { kind: more.kind ?? "tag.created", subjectId: token, userId: null, ...more }),
  )
}

/** Other tests write to the same PostgreSQL, and numbers wait for their transactions too. */
export async function numberAll(db: Db): Promise<void> {
  await eventually(async () => {
    await numberEvents(db)
    return (await db.maybe(sql`select from events limit 1`)) === undefined
  })
}

export function listAll(db: Db): Promise<EventRow[]> {
  return db.many(sql`select * from feed order by number`)
}

export async function listTokens(db: Db): Promise<number[]> {
  return (await listAll(db)).map((row) => row.subject_id)
}

/**
 * Waits until no transaction runs that could hold up the numbers of the events up to this token. Other tests write to the same
 * PostgreSQL. Asks for the transactions of all connections, and not for a snapshot as the sequencer does.
 */
export async function olderTransactionsEnded(db: Db, token: number): Promise<void> {
  await until(async () => {
    const { ended } = await db.one<{ ended: boolean }>(sql`
      select not exists (select from pg_stat_activity
        where backend_xid::text::bigint <= (select max(transaction_id::text::bigint) from events where subject_id <= ${token})
      ) as ended`)
    return ended
  })
}

/** A transaction that stays open as long as a test wants; `write` gives it an id and an event. */
export async function openTransaction(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("begin")
  return {
    query: (text: string) => client.query(text),
    write: (token: number) => client.query("insert into events (kind, subject_id) values ('tag.created', $1)", [token]),
    async end(how: "commit" | "rollback") {
      await client.query(how)
      await client.end()
    },
    /** Rolls it back where a test failed before its end. */
    close: () => client.end(),
  }
}
