import type { Inbox, ListedInbox } from "@deskhand/contract/inboxes/inbox"
import { defaultRatingTexts } from "@deskhand/contract/inboxes/rating-texts"
import { link, timestamp } from "../http/hal.ts"
import type { InboxRow } from "./queries.ts"

export function presentInbox(row: InboxRow, origin: string): Inbox {
  const { default_assignee_id: defaultAssignee } = row
  return {
    ...presentListedInbox(row, origin),
    signature: row.signature,
    statusAfterReply: row.status_after_reply,
    ...(defaultAssignee !== null && { defaultAssignee }),
    autoReply: { enabled: row.auto_reply_enabled, subject: row.auto_reply_subject, text: row.auto_reply_text },
    ratingRequests: row.rating_requests,
    ratingTexts: { ...defaultRatingTexts, ...row.rating_texts },
    useReplyTo: row.use_reply_to,
    assignOnReply: row.assign_on_reply,
  }
}

export function presentListedInbox(row: InboxRow, origin: string): ListedInbox {
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
