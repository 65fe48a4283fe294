import type { FeedEvent } from "@deskhand/contract/events/event"
import { link, timestamp } from "../http/hal.ts"
import type { Viewer } from "../http/viewer.ts"
import type { EventRow } from "./queries.ts"
import { maySee, seesInbox, subjectPath } from "./rules.ts"

export function presentEvent(row: EventRow, viewer: Viewer, origin: string): FeedEvent {
  const whole = seesInbox(viewer, row)
  const path = whole ? subjectPath(row) : undefined
  return {
    id: row.number,
    event: row.kind,
    createdAt: timestamp(row.created_at),
    ...(row.user_id !== null && { userId: row.user_id }),
    ...(row.inbox_id !== null && whole && { mailboxId: row.inbox_id }),
    ...(row.from_inbox_id !== null && maySee(viewer, row.from_inbox_id) && { fromMailboxId: row.from_inbox_id }),
    ...(row.conversation_id !== null && { conversationId: row.conversation_id }),
    subjectId: row.subject_id,
    data: whole ? row.data : {},
    _links: path === undefined ? {} : { subject: link(origin, path) },
  }
}
