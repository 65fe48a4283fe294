import { daysBefore, findRetention, noteRemoved } from "../../account/retention.ts"
import { sql } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"

const batchSize = 2_000

/**
 * Forgets messages as they came, where the desk wants that; the threads that they became stay. What has not been
 * settled is kept. The files go with the next sweep.
 */
export async function removeRawMail({ db, now, config }: Desk, _payload: unknown, signal: AbortSignal): Promise<void> {
  const { rawMailDays: days } = await findRetention(db, config)
  if (days === undefined) return
  const before = daysBefore(now(), days)
  let count = 0
  for (let removed = batchSize; removed === batchSize && !signal.aborted; count += removed)
    removed = await db.run(sql`
      update mail_messages set raw_removed_at = ${now()}, facts = facts #- '{held,text}' where id in (
        select id from mail_messages where raw_removed_at is null and received_at <= ${before}
          and outcome not in ('waiting', 'held', 'failed')
        order by received_at limit ${batchSize} for update skip locked)`)
  await noteRemoved(db, "raw mail", { count, days })
}
