import type { Desk } from "../../../http/route.ts"
import type { Claimed } from "../queue.ts"
import { type AttachmentOfMail, listAttachmentsOfMail, type ThreadOfMail } from "./load.ts"
import type { MailAttachment } from "./message.ts"

/** So long a mail waits for a scanner; then it goes out without what nobody has looked at. */
const longestWaitMs = 3_600_000

/** A file of a thread, which its text may show. */
export interface MailFile {
  id: number
  contentId: string | null
  filename: string
  mimeType: string
  contents: Uint8Array
}

export interface MailFiles {
  files: MailFile[]
  /** Those that do not come along. */
  missing: { filename: string; reason: string }[]
}

export async function loadFiles(desk: Desk, mail: Claimed, thread: ThreadOfMail): Promise<MailFiles | "waits"> {
  const rows = await listAttachmentsOfMail(desk.db, thread.id)
  const waited = desk.now().getTime() - mail.created_at.getTime()
  if (rows.some(({ state }) => state === "pending") && waited < longestWaitMs) return "waits"
  const files: MailFile[] = []
  for (const row of rows) if (row.state === "valid") files.push(await loadFile(desk, row))
  return { files, missing: rows.filter(({ state }) => state !== "valid").map(missingFile) }
}

async function loadFile({ files }: Pick<Desk, "files">, row: AttachmentOfMail): Promise<MailFile> {
  const { id, content_id: contentId, filename, mime_type: mimeType, storage_key: key, size_bytes: sizeBytes } = row
  return { id, contentId, filename, mimeType, contents: await files.read({ key, sizeBytes }) }
}

function missingFile({ filename, state }: AttachmentOfMail): MailFiles["missing"][number] {
  return {
    filename,
    reason: state === "virus" ? "it contains something harmful" : "it could not be checked for viruses",
  }
}

/** The files of a mail, and which of them its text shows. */
export class InlineFiles {
  private readonly byContentId: Map<string, MailFile>
  private readonly byId: Map<number, MailFile>
  private readonly shown = new Set<number>()
  private readonly pasted: MailAttachment[] = []

  constructor(files: MailFile[]) {
    this.byId = new Map(files.map((file) => [file.id, file]))
    // The first of an id counts.
    this.byContentId = new Map(files.toReversed().map((file) => [`cid:${file.contentId}`, file]))
  }

  /** Where a picture of the text is found in the mail: its own files by `cid:`, pasted ones too, others where they are. */
  sourceOf = (src: string): string => {
    const own = this.byContentId.get(src) ?? this.byId.get(attachmentIdIn(src))
    if (own) {
      this.shown.add(own.id)
      return `cid:${cidOf(own.id)}`
    }
    const [, mimeType, data] = /^data:(image\/[a-z0-9.+-]+);base64,([a-z0-9+/=\s]+)$/i.exec(src) ?? []
    if (mimeType === undefined || data === undefined) return src
    const cid = `pasted-${this.pasted.length + 1}@deskhand`
    const filename = `picture-${this.pasted.length + 1}.${mimeType.slice(6).replace(/\W.*$/, "")}`
    this.pasted.push({ filename, mimeType, contents: Buffer.from(data, "base64"), cid })
    return `cid:${cid}`
  }

  attachments(): MailAttachment[] {
    const files = [...this.byId.values()].map(({ id, filename, mimeType, contents }) => ({
      filename,
      mimeType,
      contents: Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength),
      ...(this.shown.has(id) && { cid: cidOf(id) }),
    }))
    return [...files, ...this.pasted]
  }
}

/** Of an address of ours; 0 where it is none. */
function attachmentIdIn(src: string): number {
  return Number(/\/attachments\/(\d{1,15})\/(?:data|file)$/.exec(src)?.[1] ?? 0)
}

function cidOf(id: number): string {
  return `attachment-${id}@deskhand`
}
