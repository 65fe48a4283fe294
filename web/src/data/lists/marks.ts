import type { Conversation } from "@deskhand/sdk/client"

/** Why a row would stand elsewhere, or nowhere, if the list were read now. */
export type RowMark =
  | "deleted"
  | "merged"
  | "unavailable"
  | "closed"
  | "spam"
  | "snoozed"
  | "inbox"
  | "assigned"
  | "unassigned"
  | "pending"
  | "active"
  | "answered"
  | "message"
  | "moved"

/** Rows with these marks are no links: there is nothing behind them in this list. */
const unavailableMarks: readonly RowMark[] = ["deleted", "merged", "unavailable"]

export function isUnavailable(mark: RowMark | undefined): boolean {
  return mark !== undefined && unavailableMarks.includes(mark)
}

/** The mark of a row that cannot be opened from here, whatever the list says of it. */
export function lastingMark(id: number, current: Conversation): RowMark | undefined {
  if (current.id !== id) return "merged"
  return current.state === "deleted" ? "deleted" : undefined
}

/**
 * The mark of a row that the list does not have where it had it. Undefined where the conversation is as it was: then others
 * have moved around it.
 */
export function markOfChange(before: Conversation, now: Conversation): RowMark | undefined {
  if (now.status !== before.status && (now.status === "closed" || now.status === "spam")) return now.status
  if (now.snooze && now.snooze.snoozedUntil !== before.snooze?.snoozedUntil) return "snoozed"
  if (now.mailboxId !== before.mailboxId) return "inbox"
  if (now.assignee?.id !== before.assignee?.id) return now.assignee ? "assigned" : "unassigned"
  if (now.status !== before.status) return now.status === "pending" ? "pending" : "active"
  if (before.customerWaitingSince && !now.customerWaitingSince) return "answered"
  if (now.customerWaitingSince?.time !== before.customerWaitingSince?.time) return "message"
  return isSame(before, now) ? undefined : "moved"
}

function isSame(before: Conversation, now: Conversation): boolean {
  const compared = ({ modifiedAt, subject, threads, tags, snooze, primaryCustomer }: Conversation) =>
    JSON.stringify([modifiedAt, subject, threads, tags, snooze, primaryCustomer])
  return compared(before) === compared(now)
}

/**
 * Those of some rows that stand in another order now: as few as possible, so that of ten rows the one is named that went from
 * the end to the beginning. `places` has where each stands now, in the order that is shown.
 */
export function movedAmong(places: readonly { id: number; place: number }[]): Set<number> {
  // The longest increasing subsequence stays: `ends[n]` is where the best one of n + 1 rows ends.
  const ends: number[] = []
  const before: (number | undefined)[] = []
  for (const [index, { place }] of places.entries()) {
    const at = ends.findIndex((end) => (places[end]?.place ?? 0) >= place)
    const length = at === -1 ? ends.length : at
    before[index] = ends[length - 1]
    ends[length] = index
  }
  const moved = new Set(places.map(({ id }) => id))
  for (let index = ends.at(-1); index !== undefined; index = before[index]) moved.delete(places[index]?.id ?? 0)
  return moved
}

/**
 * Rows that the list has now and the kept order does not. Below the last row of the kept order only where that is whole:
 * otherwise what stands there is reached by scrolling, and not new.
 */
export function newAmong(
  kept: ReadonlySet<number>,
  { listed, isWhole }: { listed: readonly number[]; isWhole: boolean },
) {
  const end = isWhole ? listed.length : listed.findLastIndex((id) => kept.has(id))
  return listed.slice(0, Math.max(0, end)).filter((id) => !kept.has(id))
}
