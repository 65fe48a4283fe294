import type { RoutingReason } from "@deskhand/contract/routing"
import type { HeldConversation } from "./held.ts"

type Facts = Pick<
  HeldConversation,
  "state" | "status" | "assignee_id" | "snoozed_until" | "kept_unassigned" | "inbox_id"
>

/** Whether routing should give it to somebody. */
export function waitsForSomebody(conversation: Facts): boolean {
  const { state, status, assignee_id: assignee, snoozed_until: snoozed } = conversation
  const open = state === "published" && status === "active" && snoozed === null
  return open && assignee === null && !conversation.kept_unassigned
}

/** Whether this very change made it wait; what waited before has had its chance. */
export function beginsToWait(before: Facts, after: Facts): boolean {
  return waitsForSomebody(after) && (!waitsForSomebody(before) || before.inbox_id !== after.inbox_id)
}

/** Why a conversation is with nobody, or that it is with somebody. */
export function reasonFor(conversation: Facts, routing: { enabled: boolean; anybody: boolean }): RoutingReason {
  if (conversation.assignee_id !== null) return "assigned"
  if (conversation.state !== "published") return "not_published"
  if (conversation.snoozed_until !== null) return "snoozed"
  if (conversation.status !== "active") return "not_active"
  if (!routing.enabled) return "routing_disabled"
  if (conversation.kept_unassigned) return "kept_unassigned"
  return routing.anybody ? "next_in_turn" : "nobody_eligible"
}
