import type { FeedKind } from "@deskhand/contract/events/event"
import type { NotificationKind } from "@deskhand/contract/people/notification-kinds"
import type { EventRow } from "../events/queries.ts"

/** One reason to notify somebody of an event. Who that is depends on the kind. */
export interface Occurrence {
  kind: NotificationKind
  event: EventRow
  /** Of a conversation that is assigned: the new assignee. Others are found by the kind. */
  userId: number | null
  threadId: number | null
}

/** The kinds of events that may notify somebody, each with the reasons. */
const kindsOf: Partial<Record<FeedKind, readonly NotificationKind[]>> = {
  "convo.assigned": ["assigned"],
  "convo.created": ["assigned"],
  "convo.customer.reply.created": ["replied", "followed", "arrived"],
  "convo.agent.reply.created": ["followed"],
  "convo.note.created": ["mentioned", "noted", "followed"],
  "convo.status": ["followed"],
  "convo.thread.delivery": ["undelivered"],
}

export const notifyingEvents = Object.keys(kindsOf) as FeedKind[]

export function occurrencesOf(event: EventRow): Occurrence[] {
  if (event.conversation_id === null) return []
  const { to = null, threadId = null } = event.data as { to?: number | string | null; threadId?: number }
  const occurrence = { event, userId: null, threadId }
  switch (event.kind) {
    // Unassigning notifies nobody.
    case "convo.assigned":
      return typeof to === "number" ? [{ ...occurrence, kind: "assigned", userId: to }] : []
    // Of a new conversation everybody in the inbox may want to know, unless one of us wrote it.
    case "convo.created":
      return [
        { ...occurrence, kind: "assigned" },
        ...(event.user_id === null ? [{ ...occurrence, kind: "arrived" as const }] : []),
      ]
    case "convo.status":
      return to === "closed" ? [{ ...occurrence, kind: "followed" }] : []
    default:
      return (kindsOf[event.kind] ?? []).map((kind) => ({ ...occurrence, kind }))
  }
}
