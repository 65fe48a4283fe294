import { scan } from "../../conversations/attachments/clamav.ts"
import type { Verdict } from "../../conversations/attachments/queries.ts"
import { isNotScannable } from "../../conversations/attachments/rules.ts"
import { type Db, sql } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import { enqueueJob } from "../../jobs/enqueue.ts"

/** More are taken up when these are done. */
const mostAtOnce = 200

export const scanMailJob = "mail.scan"

/**
 * A scanner and we may read the parts of a message differently, and a danger that stands in none of ours still stands
 * in the whole. So the whole is scanned too, as soon as it is there.
 */
export async function enqueueMailScans({ db, config }: Pick<Desk, "db" | "config">): Promise<void> {
  if (config.clamavAddress === undefined) return
  await db.transaction(async (db) => {
    const rows = await db.many<{ id: number }>(sql`
      update mail_messages set scan = 'pending' where id in (
        select id from mail_messages where scan is null order by id desc limit ${mostAtOnce} for update skip locked)
      returning id`)
    for (const { id } of rows) await enqueueMailScan(db, id)
  })
}

/** A scanner that was away is asked again within minutes of its return, however many attempts have failed before. */
export async function enqueueLateMailScans({ db, config }: Pick<Desk, "db" | "config">): Promise<void> {
  if (config.clamavAddress === undefined) return
  const rows = await db.many<{ id: number }>(sql`
    select id from mail_messages where scan = 'pending' and not exists (
      select from graphile_worker.jobs where key = ${scanMailJob} || ':' || mail_messages.id
        and (locked_at is not null or (attempts < max_attempts and run_at <= now() + interval '5 minutes')))
    order by id limit ${mostAtOnce}`)
  for (const { id } of rows) await enqueueMailScan(db, id)
}

async function enqueueMailScan(db: Db, messageId: number): Promise<void> {
  await enqueueJob(db, scanMailJob, { key: String(messageId), payload: { messageId } })
}

/** Whatever goes wrong is thrown: the job is tried again, and the message stays as it is. */
export async function scanMessage({ db, files, config }: Desk, payload: unknown, signal: AbortSignal): Promise<void> {
  const { messageId } = payload as { messageId: number }
  const row = await db.maybe<{ id: number; storage_key: string; size_bytes: number }>(
    sql`select id, storage_key, size_bytes from mail_messages where id = ${messageId} and scan = 'pending'`,
  )
  if (!row) return
  if (config.clamavAddress === undefined)
    throw new Error(`Message ${row.id} was to be scanned, but CLAMAV_ADDRESS is not set any more`)
  const contents = await files.stream({ key: row.storage_key, sizeBytes: row.size_bytes })
  await settleScan(db, row.id, await scan(config.clamavAddress, contents, { signal }))
}

/** What is found in the whole may be in any of its attachments. Of what is too large or locked, each was looked at. */
async function settleScan(db: Db, id: number, { state, finding }: Verdict): Promise<void> {
  await db.transaction(async (db) => {
    await db.run(sql`update mail_messages set scan = ${state}, finding = ${finding?.slice(0, 255) ?? null}
      where id = ${id} and scan = 'pending'`)
    if (state !== "virus" || isNotScannable(finding)) return
    await db.run(sql`update attachments set state = 'virus', finding = ${`in the message: ${finding}`.slice(0, 255)}
      where thread_id = (select thread_id from mail_messages where id = ${id}) and state <> 'virus'`)
  })
}
