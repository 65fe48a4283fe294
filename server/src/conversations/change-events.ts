import type { NewEvent } from "../events/record.ts"
import type { HeldConversation } from "./held.ts"

export type ChangeEvent = Pick<NewEvent, "kind" | "data" | "fromInboxId">

/** What is told of the difference. A draft that is published is told as new, and of nothing that went before. */
export function eventsOf(before: HeldConversation, after: HeldConversation): ChangeEvent[] {
  if (before.state === "draft" && after.state === "published") return [{ kind: "convo.created" }]
  if (before.state === "draft" && after.state === "deleted") return [{ kind: "convo.draft.changed" }]
  return [
    ...stateEvents(before, after),
    ...movedEvents(before.inbox_id, after.inbox_id),
    ...fromTo("convo.status", before.status, after.status),
    ...fromTo("convo.assigned", before.assignee_id, after.assignee_id),
    ...otherEvents(before, after),
  ]
}

/** Of a conversation that is nobody's but its author's, others hear only that there is something. */
export function tellable(events: ChangeEvent[], { state }: HeldConversation): ChangeEvent[] {
  if (state !== "draft") return events
  const data = events.find((event) => event.data)?.data
  if (events.length === 0) return []
  return [{ kind: "convo.draft.changed", ...(data && { data }) }]
}

function stateEvents(before: HeldConversation, after: HeldConversation): ChangeEvent[] {
  if (after.state === before.state) return []
  return [{ kind: after.state === "deleted" ? "convo.deleted" : "convo.restored" }]
}

function movedEvents(from: number, to: number): ChangeEvent[] {
  return fromTo("convo.moved", from, to).map((event) => ({ ...event, fromInboxId: from }))
}

function fromTo(kind: ChangeEvent["kind"], from: unknown, to: unknown): ChangeEvent[] {
  return from === to ? [] : [{ kind, data: { from, to } }]
}

/** What webhooks have no event for, the feed tells by name. */
function otherEvents(before: HeldConversation, after: HeldConversation): ChangeEvent[] {
  const changed = [
    ...(after.subject === before.subject ? [] : ["subject"]),
    ...(after.customer_id === before.customer_id ? [] : ["primaryCustomer"]),
    ...(after.snoozed_until?.getTime() === before.snoozed_until?.getTime() ? [] : ["snooze"]),
  ]
  return changed.length === 0 ? [] : [{ kind: "convo.updated", data: { changed } }]
}
