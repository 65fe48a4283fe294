import type { Inbox } from "@deskhand/contract/inbox"
import { link, timestamp } from "../http/hal.ts"
import type { InboxRow } from "./queries.ts"

export function presentInbox(row: InboxRow, origin: string): Inbox {
  const self = `/v2/mailboxes/${row.id}`
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    email: row.email,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    _links: {
      self: link(origin, self),
      fields: link(origin, `${self}/fields`),
      folders: link(origin, `${self}/folders`),
    },
  }
}
