import type { ListedSavedReply, SavedReply } from "@deskhand/contract/inboxes/saved-reply"
import { link } from "../../http/hal.ts"
import { beginningOf, previewOf } from "../../search/plain-text.ts"
import type { SavedReplyRow } from "./queries.ts"

export function presentListedSavedReply(row: SavedReplyRow): ListedSavedReply {
  return {
    id: row.id,
    name: row.name,
    ...(row.text !== null && { preview: previewOf(row.text) }),
    ...(row.chat_text !== null && { chatPreview: beginningOf(row.chat_text.replace(/\s+/g, " ")) }),
  }
}

export function presentSavedReply(row: SavedReplyRow, origin: string): SavedReply {
  return {
    id: row.id,
    name: row.name,
    ...(row.text !== null && { text: row.text }),
    ...(row.chat_text !== null && { chatText: row.chat_text }),
    _links: { self: link(origin, `/v2/mailboxes/${row.inbox_id}/saved-replies/${row.id}`) },
  }
}
