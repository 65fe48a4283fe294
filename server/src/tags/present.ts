import type { ConversationTag, Tag } from "@deskhand/contract/conversations/tag"
import type { Static } from "typebox"
import { link, timestamp } from "../http/hal.ts"
import type { CountedTagRow, TagRow } from "./queries.ts"
import { stylesOf } from "./rules.ts"

export function presentTag(row: CountedTagRow, origin: string): Tag {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    color: row.color,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    ticketCount: row.ticket_count,
    ...(row.merging && { merging: row.merging }),
    _links: { self: link(origin, `/v2/tags/${row.id}`) },
  }
}

export function presentConversationTag(row: TagRow): Static<typeof ConversationTag> {
  return { id: row.id, color: row.color, tag: row.name, styles: stylesOf(row.color) }
}
