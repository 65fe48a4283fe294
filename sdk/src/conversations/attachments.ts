import type { Attachment, AttachmentData, NewAttachment } from "@deskhand/contract/conversations/thread"
import type { Static } from "typebox"
import { fromBase64, toBase64 } from "../transport/base64.ts"
import type { Transport } from "../transport/transport.ts"
import type { WriteOptions } from "../transport/writes.ts"

export type { Attachment, NewAttachment }

/** A file on its way: take it as a whole or as it comes, once. */
export interface Download {
  mimeType: string
  /** Of what comes, which is less than the file where a range was asked for. */
  sizeBytes: number | undefined
  bytes(): Promise<Uint8Array>
  stream: ReadableStream<Uint8Array>
}

export interface ByteRange {
  start: number
  /** The last byte; without it all that follow. */
  end?: number
}

/** Large files over a slow line take longer than anything else. */
export const transferTimeoutMs = 600_000

/** The attachments of one conversation. One with a virus is described, but not handed out: 403. */
export class Attachments {
  readonly #transport: Transport
  readonly #path: string

  constructor(transport: Transport, conversationId: number) {
    this.#transport = transport
    this.#path = `/v2/conversations/${conversationId}/attachments`
  }

  /** What it is called, how large it is and so on. */
  get(id: number): Promise<Attachment> {
    return this.#transport.read(`${this.#path}/${id}`)
  }

  /** Its content, decoded from the JSON answer. */
  async data(id: number): Promise<Uint8Array> {
    const path = `${this.#path}/${id}/data`
    const { data } = await this.#transport.read<Static<typeof AttachmentData>>(path, { timeoutMs: transferTimeoutMs })
    return fromBase64(data)
  }

  /** Its content as it is, without a detour over base64; with `range` only those bytes, as to resume. */
  async download(id: number, { range }: { range?: ByteRange } = {}): Promise<Download> {
    const response = await this.#transport.send("GET", `${this.#path}/${id}/file`, {
      headers: { Accept: "*/*", Range: range && `bytes=${range.start}-${range.end ?? ""}` },
      timeoutMs: transferTimeoutMs,
    })
    const length = response.headers.get("Content-Length")
    return {
      mimeType: response.headers.get("Content-Type") ?? "application/octet-stream",
      sizeBytes: length === null ? undefined : Number(length),
      bytes: async () => new Uint8Array(await response.arrayBuffer()),
      stream: response.body ?? new Blob([]).stream(),
    }
  }

  /** Of drafts alone. */
  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.#transport.delete(`${this.#path}/${id}`, options)
  }
}

/** A file as new conversations and threads take it. */
export function attachmentOf({ fileName, mimeType, bytes, contentId }: FileContent): NewAttachment {
  return { fileName, mimeType, data: toBase64(bytes), ...(contentId !== undefined && { contentId }) }
}

export interface FileContent {
  fileName: string
  mimeType: string
  bytes: Uint8Array
  /** Of a picture that the text shows, as `<img src="cid:…">`. */
  contentId?: string
}
