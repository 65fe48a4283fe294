import { type Db, sql } from "../../db/db.ts"
import type { Viewer } from "../../http/viewer.ts"
import { readableBy } from "../queries.ts"
import { visibleThreads } from "../threads/reading/queries.ts"
import { notScannable } from "./rules.ts"

export interface AttachmentRow {
  id: number
  thread_id: number
  filename: string
  mime_type: string
  width: number | null
  height: number | null
  size_bytes: number
  state: "valid" | "virus"
  content_id: string | null
}

const columns = sql`a.id, a.thread_id, a.filename, a.mime_type, a.width, a.height, a.size_bytes, a.state, a.content_id`

/** By thread. One that is still being scanned is neither valid nor a virus, and not shown until it is. */
export async function mapAttachments(db: Db, threadIds: number[]): Promise<Map<number, AttachmentRow[]>> {
  if (threadIds.length === 0) return new Map()
  const rows = await db.many<AttachmentRow>(sql`
    select ${columns} from attachments a
    where a.thread_id = any(${threadIds}::bigint[]) and a.state <> 'pending' order by a.thread_id, a.id`)
  return Map.groupBy(rows, (row) => row.thread_id)
}

export interface FoundAttachment extends Omit<AttachmentRow, "state"> {
  state: "pending" | "valid" | "virus"
  storage_key: string
  finding: string | null
  conversation_id: number
  conversation_number: number
}

/** As visible as its thread. */
export function findAttachment(
  db: Db,
  viewer: Viewer,
  { conversationId, attachmentId }: { conversationId: number; attachmentId: number },
): Promise<FoundAttachment | undefined> {
  return db.maybe(sql`
    select ${columns}, a.storage_key, a.finding, c.id as conversation_id, c.number as conversation_number
    from attachments a join threads t on t.id = a.thread_id join conversations c on c.id = t.conversation_id
    where a.id = ${attachmentId} and c.id = ${conversationId} and ${readableBy(viewer)} and ${visibleThreads(viewer)}`)
}

/** Those of the keys that some attachment or received message has. */
export async function listStorageKeys(db: Db, among: string[]): Promise<Set<string>> {
  const rows = await db.many<{ storage_key: string }>(sql`
    select storage_key from attachments where storage_key = any(${among}::text[])
    union select storage_key from mail_messages
      where storage_key = any(${among}::text[]) and raw_removed_at is null`)
  return new Set(rows.map((row) => row.storage_key))
}

export interface UnscannedRow {
  id: number
  storage_key: string
  size_bytes: number
}

/** Nothing when it has been scanned or taken away meanwhile. */
export function findUnscanned(db: Db, id: number): Promise<UnscannedRow | undefined> {
  return db.maybe(sql`select id, storage_key, size_bytes from attachments where id = ${id} and state = 'pending'`)
}

/** Those that nobody scans, now or soon, without being asked again; the longest waiting first. */
export function listUnscanned(db: Db, amount: number): Promise<{ id: number }[]> {
  return db.many(sql`
    select id from attachments where state = 'pending' and not exists (
      select from graphile_worker.jobs where key = 'attachments.scan:' || attachments.id
        and (locked_at is not null or (attempts < max_attempts and run_at <= now() + interval '5 minutes')))
    order by id limit ${amount}`)
}

export interface Verdict {
  state: "valid" | "virus"
  finding: string | null
}

/** What came in a message in which something was found is not valid, whatever is said of it alone. */
export async function updateVerdict(db: Db, id: number, { state, finding }: Verdict): Promise<void> {
  await db.run(sql`
    update attachments set (state, finding) = (
      select case when m.id is null then ${state} else 'virus' end, left(coalesce('in the message: ' || m.finding, ${finding}), 255)
      from (select) as always left join mail_messages m on m.thread_id = attachments.thread_id and m.scan = 'virus'
        and m.finding !~ ${notScannable.source}
      limit 1)
    where id = ${id} and state = 'pending'`)
}
