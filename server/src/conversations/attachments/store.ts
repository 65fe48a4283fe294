import type { NewAttachment } from "@deskhand/contract/conversations/thread"
import type { Config } from "../../config.ts"
import { type Db, sql } from "../../db/db.ts"
import { DeskError, type FieldError, invalid } from "../../errors.ts"
import type { Files } from "../../files/files.ts"
import { enqueueJob } from "../../jobs/enqueue.ts"
import { type ImageSize, imageSizeOf } from "./image-size.ts"
import { canBeInline, decodeBase64, decodedLength, isContentId, isMimeType, safeFileName } from "./rules.ts"

/** One whose contents are in the store and whose row is still to be inserted. */
export interface PreparedAttachment {
  filename: string
  mimeType: string
  size: ImageSize | undefined
  sizeBytes: number
  storageKey: string
  state: "pending" | "valid"
  /** By which the text of its message shows it. */
  contentId?: string
}

/**
 * Checks attachments and writes their contents: before the transaction that inserts their rows, so that no row ever
 * names a file that is not there. `path` is where they stand in the body, like `threads[0].attachments`.
 */
export async function prepareAttachments(
  files: Files,
  config: Config,
  entries: NewAttachment[],
  path: string,
): Promise<PreparedAttachment[]> {
  const decoded = entries.map((entry, index) => decode(entry, { path: `${path}[${index}].`, config }))
  const wrong = decoded.flatMap((result) => ("wrong" in result ? result.wrong : []))
  if (wrong.length > 0) throw invalid(...wrong)
  const prepared: PreparedAttachment[] = []
  for (const result of decoded) if ("contents" in result) prepared.push(await keepAttachment(files, config, result))
  return prepared
}

/** One that is the whole body. */
export async function prepareAttachment(
  files: Files,
  config: Config,
  entry: NewAttachment,
): Promise<PreparedAttachment> {
  const decoded = decode(entry, { path: "", config })
  if ("wrong" in decoded) throw invalid(...decoded.wrong)
  return keepAttachment(files, config, decoded)
}

export interface Decoded {
  filename: string
  mimeType: string
  contents: Buffer
  contentId?: string
}

function decode(
  { fileName, mimeType, data, contentId }: NewAttachment,
  { path, config }: { path: string; config: Config },
): Decoded | { wrong: FieldError[] } {
  const at = (field: string) => ({ path: `${path}${field}`, source: "JSON" as const })
  if (decodedLength(data) > config.attachmentLimit) {
    const message = `must have at most ${config.attachmentLimit} bytes, decoded`
    throw new DeskError(413, "too_large", `The attachment is too large: ${path}data ${message}`, {
      fields: [{ ...at("data"), message }],
    })
  }
  const type = mimeType.trim()
  const contents = decodeBase64(data)
  const wrong: FieldError[] = []
  if (!isMimeType(type))
    wrong.push({ ...at("mimeType"), message: "must be a media type like image/png", rejectedValue: mimeType })
  if (!contents) wrong.push({ ...at("data"), message: "must be base64" })
  if (contentId !== undefined && !isContentId(contentId))
    wrong.push({
      ...at("contentId"),
      message: "must be ASCII without spaces, quotes, %, < and >",
      rejectedValue: contentId,
    })
  else if (contentId !== undefined && !canBeInline(type))
    wrong.push({ ...at("contentId"), message: "needs a picture: PNG, JPEG, GIF or WebP", rejectedValue: contentId })
  if (!contents || wrong.length > 0) return { wrong }
  return { filename: safeFileName(fileName), mimeType: type, contents, ...(contentId !== undefined && { contentId }) }
}

/** One that came otherwise than in a body of JSON. */
export async function keepAttachment(
  files: Files,
  { clamavAddress }: Config,
  { filename, mimeType, contents, contentId }: Decoded,
): Promise<PreparedAttachment> {
  return {
    filename,
    mimeType,
    ...(contentId !== undefined && { contentId }),
    size: /^image\//i.test(mimeType) ? imageSizeOf(contents) : undefined,
    sizeBytes: contents.length,
    storageKey: await files.write(contents),
    // Without a scanner there is nothing to wait for.
    state: clamavAddress === undefined ? "valid" : "pending",
  }
}

/**
 * In the transaction of the thread, whose writer tells the conversation. What a scanner has to look at is owed with it.
 */
export function insertAttachments(db: Db, threadId: number, prepared: PreparedAttachment[]): Promise<void> {
  return insertAttachmentsOf(db, [{ threadId, attachments: prepared }])
}

/** Of several threads at once. */
export async function insertAttachmentsOf(
  db: Db,
  threads: { threadId: number; attachments: PreparedAttachment[] }[],
): Promise<void> {
  const given = threads.flatMap(({ threadId, attachments }) => attachments.map((each) => ({ ...each, threadId })))
  if (given.length === 0) return
  const rows = await db.many<{ id: number; state: string }>(sql`
    insert into attachments (thread_id, filename, mime_type, width, height, size_bytes, state, storage_key, sha256, content_id)
    select thread_id, filename, mime_type, width, height, size_bytes, state, storage_key, decode(storage_key, 'hex'), content_id
    from unnest(${given.map(({ threadId }) => threadId)}::bigint[], ${given.map(({ filename }) => filename)}::text[],
      ${given.map(({ mimeType }) => mimeType)}::text[], ${given.map(({ size }) => size?.width ?? null)}::integer[],
      ${given.map(({ size }) => size?.height ?? null)}::integer[], ${given.map(({ sizeBytes }) => sizeBytes)}::bigint[],
      ${given.map(({ state }) => state)}::text[], ${given.map(({ storageKey }) => storageKey)}::text[],
      ${given.map(({ contentId }) => contentId ?? null)}::text[])
      as given (thread_id, filename, mime_type, width, height, size_bytes, state, storage_key, content_id)
    returning id, state`)
  const pending = rows.filter(({ state }) => state === "pending")
  await Promise.all(pending.map(({ id }) => enqueueScan(db, id)))
}

/** Gives its id. */
export async function insertAttachment(db: Db, threadId: number, prepared: PreparedAttachment): Promise<number> {
  const { filename, mimeType, size, sizeBytes, storageKey, state, contentId } = prepared
  const { id } = await db.one<{ id: number }>(sql`
    insert into attachments (thread_id, filename, mime_type, width, height, size_bytes, state, storage_key, sha256, content_id)
    values (${threadId}, ${filename}, ${mimeType}, ${size?.width ?? null}, ${size?.height ?? null}, ${sizeBytes},
      ${state}, ${storageKey}, decode(${storageKey}, 'hex'), ${contentId ?? null})
    returning id`)
  if (state === "pending") await enqueueScan(db, id)
  return id
}

export async function enqueueScan(db: Db, attachmentId: number): Promise<void> {
  await enqueueJob(db, "attachments.scan", { key: String(attachmentId), payload: { attachmentId } })
}
