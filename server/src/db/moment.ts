import { type Db, sql } from "./db.ts"
import { gatheringIn } from "./gathering.ts"

/**
 * Names what has been committed to the database by now: as long as it has the same name, every read gives the same. Two
 * snapshots with the same text see the same transactions, and what has once ended never runs again. A standby that takes over
 * may count on from an earlier transaction, and has been started at another moment; while it follows, its snapshots do
 * not tell which transactions run, so that its moments have no name.
 */
export function momentOf(db: Db): Promise<string | undefined> {
  return momentsIn(db).find("now")
}

const momentsIn = gatheringIn(async (db, keys: "now"[]): Promise<Map<"now", string>> => {
  const { moment } = await db.one<{ moment: string | null }>(sql`
    select case when not pg_is_in_recovery() then concat_ws(' ', pg_current_snapshot(), pg_postmaster_start_time()) end as moment`)
  return new Map(moment === null ? [] : keys.map((key) => [key, moment]))
})
