import { daysBefore, findRetention } from "../../account/retention.ts"
import { type Db, sql } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import { releaseLanes } from "./queue.ts"

/** Few enough for one short transaction. */
const batchSize = 2_000

/** What was owed so long ago is no longer kept, whatever became of it. */
export async function forgetDeliveries(
  { db, config, now }: Desk,
  _payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  const since = daysBefore(now(), (await findRetention(db, config)).deliveryDays)
  while (!signal.aborted && (await forgetBatch(db, { since, now: now() })));
  while (!signal.aborted && (await forgetMessages(db, since)));
}

/** Gives whether there may be more. Ids are given in the order of time. */
function forgetBatch(db: Db, { since, now }: { since: Date; now: Date }): Promise<boolean> {
  return db.transaction(async (db) => {
    const gone = await db.many<{ webhook_id: number; lane: string; state: string }>(sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries order by id limit ${batchSize} for update skip locked)
        and created_at < ${since}
      returning webhook_id, lane, state`)
    const pending = gone.filter(({ state }) => state === "pending")
    await releaseLanes(db, pending, now)
    return gone.length === batchSize
  })
}

/** None is younger than what it was written for. */
async function forgetMessages(db: Db, since: Date): Promise<boolean> {
  const gone = await db.run(sql`
    delete from webhook_messages where id in (select id from webhook_messages order by id limit ${batchSize})
      and created_at < ${since}`)
  return gone === batchSize
}
