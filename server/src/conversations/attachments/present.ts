import type { Attachment } from "@deskhand/contract/conversations/thread"
import { link } from "../../http/hal.ts"
import type { AttachmentRow } from "./queries.ts"

export interface AttachmentOwner {
  conversation_id: number
  conversation_number: number
}

export function presentAttachment(row: AttachmentRow, owner: AttachmentOwner, origin: string): Attachment {
  const self = `/v2/conversations/${owner.conversation_id}/attachments/${row.id}`
  const page = `/conversation/${owner.conversation_id}/${owner.conversation_number}`
  return {
    id: row.id,
    filename: row.filename,
    mimeType: row.mime_type,
    ...(row.width !== null && { width: row.width }),
    ...(row.height !== null && { height: row.height }),
    size: row.size_bytes,
    state: row.state,
    ...(row.content_id !== null && { contentId: row.content_id, inline: true }),
    _links: {
      self: link(origin, self),
      data: link(origin, `${self}/data`),
      download: link(origin, `${self}/file`),
      web: link(origin, `${page}#attachment-${row.id}`),
    },
  }
}
