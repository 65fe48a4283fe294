import { type Db, sql } from "../db/db.ts"

/** What every node hears when the feed has grown. */
export const feedGrew = "feed_grew"

/** As many as a commit may carry; more come with the next. */
export const batchSize = 1_000

export interface Batch {
  given: number
  /** Seen, but some older transaction is still running. */
  held: number
}

/**
 * Moves events from `events` to `feed` and numbers them, in one transaction; a lock lets one run at a time.
 *
 * No event is lost: it leaves `events` only in the statement that numbers it, and every batch starts at the lowest id.
 * A cause has a lower number than its effect: if A's commit was visible to whoever wrote B, then A has the lower id, and
 * every snapshot that shows B shows A. A batch is the beginning, by id, of what its snapshot shows: it takes A before B,
 * or an earlier batch has taken A.
 * A batch ends before the first event whose transaction is not older than all that still run, so that a transaction that
 * writes early and commits late usually keeps its place.
 */
export function numberEvents(db: Db): Promise<Batch> {
  return db.transaction(async (db) => {
    // Before the statement below, whose snapshot must see what the last holder of the lock has committed.
    const locked = db.run(sql`select pg_advisory_xact_lock(${sequencerLock})`)
    const numbered = db.one<{ seen: number; given: number }>(sql`
      with head as materialized (
        select id, transaction_id < pg_snapshot_xmin(pg_current_snapshot())
          -- No transaction of this server that a snapshot shows is at or above its xmax: this row was restored from a
          -- dump of another server, whose transactions have all ended.
          or transaction_id >= pg_snapshot_xmax(pg_current_snapshot()) as settled
        from events order by id limit ${batchSize}
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
      select (select count(*) from head) as seen, count(*) as given, case when count(*) > 0 then pg_notify(${feedGrew}, '') end
      from numbered`)
    const [{ seen, given }] = await Promise.all([numbered, locked])
    return { given, held: seen - given }
  })
}

const sequencerLock = 7_203_911
