import { type Db, sql } from "../../db/db.ts"

/** Conversations from this one on came or went without a word to anybody: a job reads them for the reports. */
export async function tellReports(db: Db, { firstId }: { firstId: number }): Promise<void> {
  await db.run(sql`
    update report_progress set last_id = greatest(last_id, (select coalesce(max(id), 0) from conversations)),
      done_id = case when done_id < last_id then least(done_id, ${firstId - 1}) else ${firstId - 1} end`)
}
