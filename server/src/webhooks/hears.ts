import { type EventName, kindOf } from "@deskhand/contract/events/event-kinds"
import type { Role } from "@deskhand/contract/people/user"
import type { EventRow } from "../events/queries.ts"

/** A webhook, as far as it matters for what it is told. */
export interface Listener {
  id: number
  events: EventName[]
  notification: boolean
  /** Null hears of all inboxes. */
  inbox_ids: number[] | null
  owner_role: Role
  /** Those given to the owner, whose role may see no others. */
  owner_inbox_ids: number[]
}

/** All of it, where it can be read, or only that it is no longer where the webhook may look. */
export type Form = "whole" | "link" | "gone"

/** The spelling by which it subscribed: its receiver dispatches on that. Undefined where it did not subscribe. */
export function nameFor(webhook: Listener, { kind }: EventRow): EventName | undefined {
  return webhook.events.find((name) => kindOf(name) === kind)
}

/** Undefined where its inboxes hide the event. By the event: where the thing is by now says nothing of where it was. */
export function formFor(webhook: Listener, event: EventRow): Form | undefined {
  if (event.inbox_id === null || covers(webhook, event.inbox_id)) return webhook.notification ? "link" : "whole"
  return event.from_inbox_id !== null && covers(webhook, event.from_inbox_id) ? "gone" : undefined
}

/** Neither more than it was made for nor more than its owner may see. */
export function covers(webhook: Listener, inboxId: number): boolean {
  if (webhook.inbox_ids !== null && !webhook.inbox_ids.includes(inboxId)) return false
  return ["owner", "admin"].includes(webhook.owner_role) || webhook.owner_inbox_ids.includes(inboxId)
}

/** Those of one lane arrive in the order in which they happened. */
export function laneOf({ kind, conversation_id, subject_id }: EventRow): string {
  if (conversation_id !== null) return `convo:${conversation_id}`
  return `${kind.split(".")[0]}:${subject_id}`
}
