import type { RoutingReason } from "@deskhand/contract/inboxes/routing"
import type { HeldConversation } from "./held.ts"

/** How long ago, in the words of a list: "just now", "15 min ago", "3 hours ago", "2 days ago". */
export function friendlyWait(since: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - since.getTime()) / 60_000)
  if (minutes < 1) return "just now"
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return hours === 1 ? "1 hour ago" : `${hours} hours ago`
  const days = Math.floor(hours / 24)
  return days === 1 ? "1 day ago" : `${days} days ago`
}

/** A merged conversation's old id leads to the new one for this long. */
export const redirectDays = 60

export function stillRedirects(mergedAt: Date, now: Date): boolean {
  return now.getTime() - mergedAt.getTime() <= redirectDays * 86_400_000
}

/** Line items record changes and do not count. */
export const mostThreads = 100

/** Adding is refused a little earlier than creating, as the interface has it. */
export function isFull(heldThreadCount: number): boolean {
  return heldThreadCount >= mostThreads - 1
}

/** Whether the account's policy, in days since a conversation was made, lets nobody add to it any more. */
export function isTooOld(createdAt: Date, now: Date, policyDays: number | null): boolean {
  return policyDays !== null && now.getTime() - createdAt.getTime() > policyDays * 86_400_000
}

/** In the counters and in a filter, the assignee of unassigned conversations: no user has this id. */
export const nobody = 0

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
