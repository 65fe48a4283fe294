import type { Desk } from "../../http/route.ts"
import { type AttachmentOfMail, listAttachmentsOfMail, type ThreadOfMail } from "./load.ts"
import type { MailAttachment } from "./message.ts"
import type { Claimed } from "./queue.ts"

/** So long a mail waits for a scanner; then it goes out without what nobody has looked at. */
const longestWaitMs = 3_600_000

/** The files of a thread, and which of them its text shows. */
export class Inlined {
  readonly missing: { filename: string; reason: string }[]
  private readonly desk: Pick<Desk, "files">
  private readonly valid: AttachmentOfMail[]
  private readonly shown = new Set<number>()
  private readonly pasted: MailAttachment[] = []

  static async load(desk: Desk, mail: Claimed, thread: ThreadOfMail): Promise<Inlined | "waits"> {
    const rows = await listAttachmentsOfMail(desk.db, thread.id)
    const waited = desk.now().getTime() - mail.created_at.getTime()
    if (rows.some(({ state }) => state === "pending") && waited < longestWaitMs) return "waits"
    return new Inlined(desk, rows)
  }

  private constructor(desk: Pick<Desk, "files">, rows: AttachmentOfMail[]) {
    this.desk = desk
    this.valid = rows.filter(({ state }) => state === "valid")
    this.missing = rows
      .filter(({ state }) => state !== "valid")
      .map(({ filename, state }) => ({
        filename,
        reason: state === "virus" ? "it contains something harmful" : "it could not be checked for viruses",
      }))
  }

  /** Where a picture of the text is found in the mail: its own files by `cid:`, pasted ones too, others where they are. */
  sourceOf = (src: string): string => {
    const own = this.valid.find(({ id, content_id }) => isMeant(src, { id, contentId: content_id }))
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

  async contents(): Promise<MailAttachment[]> {
    const all: MailAttachment[] = []
    for (const { id, filename, mime_type: mimeType, storage_key: key, size_bytes: sizeBytes } of this.valid) {
      const contents = await this.desk.files.read({ key, sizeBytes })
      all.push({ filename, mimeType, contents, ...(this.shown.has(id) && { cid: cidOf(id) }) })
    }
    return [...all, ...this.pasted]
  }
}

function isMeant(src: string, { id, contentId }: { id: number; contentId: string | null }): boolean {
  if (contentId !== null && src === `cid:${contentId}`) return true
  return new RegExp(`/attachments/${id}/(data|file)$`).test(src)
}

function cidOf(id: number): string {
  return `attachment-${id}@deskhand`
}
