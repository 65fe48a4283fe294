import { type Db, sql } from "../db/db.ts"

/** What every node hears when the feed has grown. */
export const feedGrew = "feed_grew"

/** As many as a commit may carry; more come with the next. */
export const batchSize = 1_000

export interface Batch {
  given: number
  /** Seen, but some older transaction is still running. */
  held: number
  /** Every transaction before this has ended. */
  fence: number
  /** No transaction from this on has begun. */
  next: number
}

/**
 * Gives the next numbers, in one transaction: they are seen all at once or not at all, and the next batch begins when
 * this one is visible. Events are taken in the order in which they were written, up to the first whose transaction
 * began after one that is still running: who writes after having seen another's change always has the later number.
 */
export function numberEvents(db: Db, after = 0): Promise<Batch> {
  return db.transaction(async (db) => {
    // Before the statement below, whose snapshot must see what the last holder of the lock has committed.
    const locked = db.run(sql`select pg_advisory_xact_lock(${sequencerLock})`)
    const numbered = db.one<Omit<Batch, "held"> & { seen: number }>(sql`
      with head as materialized (
        select id, transaction_id < pg_snapshot_xmin(pg_current_snapshot()) as settled
        from events where id > ${after} order by id limit ${batchSize}
      ), moved as (
        delete from events where id = any(array(
          select id from head where id < coalesce((select min(id) from head where not settled), ${2n ** 63n - 1n})))
        returning *
      ), numbered as (
        insert into feed (number, kind, inbox_id, from_inbox_id, conversation_id, subject_id, user_id, data, created_at,
          depth, workflow_id)
        select (select coalesce(max(number), 0) from feed) + row_number() over (order by id),
          kind, inbox_id, from_inbox_id, conversation_id, subject_id, user_id, data, created_at,
          depth, workflow_id
        from moved returning number
      )
      select (select count(*) from head) as seen, count(*) as given, case when count(*) > 0 then pg_notify(${feedGrew}, '') end,
        pg_snapshot_xmin(pg_current_snapshot())::text::bigint as fence,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next
      from numbered`)
    const [{ seen, given, fence, next }] = await Promise.all([numbered, locked])
    return { given, fence, next, held: seen - given }
  })
}

const sequencerLock = 7_203_911
