import type { Database, Db } from "../db/db.ts"
import { raw, sql } from "../db/db.ts"
import type { Desk } from "../http/route.ts"
import { keepConversations } from "./keep.ts"

/** Few enough for one short transaction. */
const batchSize = 500
/** Where nobody waits: each batch changes the sums of its days and weeks, and fewer batches do so less often. */
const rebuildSize = 4_000

/** Reads what nobody told the reaction of: what is older than it is, or was loaded past it. */
export async function fillReports({ db }: Pick<Desk, "db">, _payload?: unknown, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await fillNext(db, batchSize)));
}

/** Gives whether there may be more. */
async function fillNext(db: Db, size: number): Promise<boolean> {
  const waiting = await db.maybe(sql`select from report_progress where done_id < last_id`)
  if (!waiting) return false
  return db.transaction(async (db) => {
    const progress = await db.maybe<{ done: number; last: number }>(sql`
      select done_id as done, last_id as last from report_progress where done_id < last_id for update skip locked`)
    if (!progress) return false
    // Those too that are gone, and of which only reports still tell.
    const ids = await db.many<{ id: number }>(sql`
      select id from (
        (select id from conversations where id > ${progress.done} and id <= ${progress.last} order by id limit ${size})
        union
        (select distinct conversation_id from report_facts where conversation_id > ${progress.done}
          and conversation_id <= ${progress.last} order by conversation_id limit ${size})) known
      order by id limit ${size}`)
    await keepConversations(
      db,
      ids.map(({ id }) => id),
    )
    const done = ids.length < size ? progress.last : (ids.at(-1)?.id ?? progress.last)
    await db.run(sql`update report_progress set done_id = ${done}`)
    return true
  })
}

/** Everything is to be read again; what is there meanwhile stays, and is corrected as the job comes by. */
export async function fillAnew(db: Db): Promise<void> {
  await db.run(sql`
    update report_progress set done_id = 0, last_id = greatest(last_id, (select coalesce(max(id), 0) from conversations))`)
}

const tables = raw("report_facts, report_days, report_hours, report_ranges, report_tops, report_members")

export type FillProgress = (done: number, total: number) => void

/** From nothing, at once. Reports tell too little until it is done. */
export async function rebuildReports(db: Database, onProgress: FillProgress = () => {}): Promise<number> {
  await db.transaction(async (db) => {
    // In the order in which the job takes them.
    await fillAnew(db)
    await db.run(sql`select pg_advisory_xact_lock(hashtext('reports'))`)
    await db.run(sql`truncate ${tables}`)
  })
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from conversations where id <= (select last_id from report_progress)`)
  let done = 0
  while (await fillNext(db, rebuildSize)) {
    done = Math.min(done + rebuildSize, total)
    onProgress(done, total)
  }
  onProgress(total, total)
  // What began is read from indexes alone, which needs a vacuum.
  await db.run(sql`vacuum (analyze) ${tables}`)
  return total
}
