import type { FastifyRequest } from "fastify"
import { type Db, sql } from "../../db/db.ts"
import { DeskError } from "../../errors.ts"
import type { Answer, Desk } from "../../http/route.ts"
import { refusePartOfPage } from "../attachments/routes.ts"
import { contentDisposition } from "../attachments/rules.ts"

/** A message as it came, in the store. */
export interface SourceRow {
  id: number
  storage_key: string
  size_bytes: number
  /** What scanners say of it and of what is in it; null where nobody has asked one. */
  scan: "pending" | "valid" | "virus" | null
  raw_removed_at: Date | null
}

/** Of a row of messages called `m`. A scanner may read it otherwise than we do, so both count: the whole and its parts. */
export const sourceColumns = sql`m.id, m.storage_key, m.size_bytes, m.raw_removed_at, case
  when m.scan = 'virus' or exists (select from attachments where thread_id = m.thread_id and state = 'virus') then 'virus'
  when m.scan = 'pending' or exists (select from attachments where thread_id = m.thread_id and state = 'pending')
    then 'pending'
  else m.scan end as scan`

export function findSourceOfThread(db: Db, threadId: number): Promise<SourceRow | undefined> {
  return db.maybe(sql`select ${sourceColumns} from mail_messages m
    where m.thread_id = ${threadId} and m.outcome not in ('duplicate', 'bounce') order by m.id limit 1`)
}

/** To be saved, never to be shown. The one way out for what came by mail: what is malicious does not leave. */
export async function answerSource(
  { files, config }: Pick<Desk, "files" | "config">,
  request: FastifyRequest,
  source: SourceRow,
): Promise<Answer> {
  refusePartOfPage(request)
  const { id, storage_key: key, size_bytes: sizeBytes, scan } = source
  if (source.raw_removed_at !== null)
    throw new DeskError(410, "source_gone", "This message is no longer kept as it came")
  if (scan === "virus") throw new DeskError(403, "virus", "The scanner found something malicious in this message")
  if (scan === "pending" || (scan === null && config.clamavAddress !== undefined))
    throw new DeskError(409, "scan_pending", "This message is still being scanned", { headers: { "Retry-After": "5" } })
  return {
    status: 200,
    headers: {
      "Content-Type": "message/rfc822",
      "Content-Length": String(sizeBytes),
      "Content-Disposition": contentDisposition(`message-${id}.eml`),
      "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    },
    body: await files.stream({ key, sizeBytes }),
    etag: `"${key}"`,
  }
}
