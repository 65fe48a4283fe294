import { type Db, sql } from "./db.ts"

/** Events are numbered within a second. Until then nothing that follows from them happens, such as mail and webhooks. */
export const lateAfterSeconds = 30

const isLate = sql`created_at < clock_timestamp() - make_interval(secs => ${lateAfterSeconds})`

/** A condition: some event has waited too long for its number. */
export const hasLateEvents = sql`exists (select from events where ${isLate})`

export interface WaitingEvents {
  oldest_seconds: number
  late: number
}

export function findWaitingEvents(db: Db): Promise<WaitingEvents> {
  return db.one(sql`
    select coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0) as oldest_seconds,
      count(*) filter (where ${isLate}) as late
    from events`)
}

export interface BlockingWriter {
  /** Null for a prepared transaction, which no connection holds. */
  pid: number | null
  /** Of a prepared transaction. */
  gid: string | null
  seconds: number
}

/** The transaction that late events wait for: the oldest that writes, in any database of the server. */
export function findBlockingWriter(db: Db): Promise<BlockingWriter | undefined> {
  return db.maybe(sql`
    select pid, gid, round(extract(epoch from clock_timestamp() - begun_at)) as seconds
    from (
      select pid, null as gid, backend_xid as xid, xact_start as begun_at from pg_stat_activity
      where backend_xid is not null and pid <> pg_backend_pid()
      union all select null, gid, transaction, prepared from pg_prepared_xacts) as writers
    where exists (
      select from events where ${isLate} and transaction_id >= pg_snapshot_xmin(pg_current_snapshot())
        and transaction_id < pg_snapshot_xmax(pg_current_snapshot()))
    order by age(xid) desc limit 1`)
}
