import type { NewBulkAction } from "@deskhand/contract/conversations/bulk-action"
import { invalid } from "../errors.ts"

/** What is done to each; tags by their ids, because the same ones are meant to the end. */
export type Action =
  | { type: "status"; status: NonNullable<NewBulkAction["status"]> }
  | { type: "assign"; assignTo: number | null }
  | { type: "tag"; added: number[]; removed: number[] }
  | { type: "snooze"; snoozedUntil: string; unsnoozeOnCustomerReply: boolean }
  | { type: "move"; mailboxId: number }
  | { type: "delete" }

/** Of a conversation what such an action may change, as JSON keeps it. */
export interface Snapshot {
  status: "active" | "closed" | "pending" | "spam"
  /** Tells one closing from the next. */
  closedAt: string | null
  state: "draft" | "published" | "deleted"
  inboxId: number
  assigneeId: number | null
  snooze: { until: string; byId: number; unsnoozeOnCustomerReply: boolean } | null
  tagIds: number[]
  fields: { fieldId: number; value: string }[]
}

/** As long can it be undone. */
export const undoMs = 10 * 60_000

export function undoableUntil({ finished_at: finishedAt }: { finished_at: Date | null }): Date | undefined {
  return finishedAt ? new Date(finishedAt.getTime() + undoMs) : undefined
}

export function refuseUnclear(given: NewBulkAction): void {
  const { conversationIds, filters, action } = given
  if ((conversationIds === undefined) === (filters === undefined))
    throw invalid({ path: "conversationIds", message: "must be there, or filters, but not both", source: "JSON" })
  for (const name of needed[action])
    if (given[name] === undefined)
      throw invalid({ path: name, message: `must be there for the action ${action}`, source: "JSON" })
  if (action === "tag" && (given.addTags ?? []).length + (given.removeTags ?? []).length === 0)
    throw invalid({ path: "addTags", message: "must be there for the action tag, or removeTags", source: "JSON" })
}

const needed: Record<NewBulkAction["action"], (keyof NewBulkAction)[]> = {
  status: ["status"],
  assign: ["assignTo"],
  tag: [],
  snooze: ["snoozedUntil"],
  move: ["mailboxId"],
  delete: [],
}

export interface Restored extends Partial<Omit<Snapshot, "tagIds" | "closedAt">> {
  /** Each by itself: what colleagues have added or removed since stays so. */
  tags?: TagChange
}

export interface TagChange {
  added: number[]
  removed: number[]
}

/** What of it is still as the action left it, and was otherwise before. */
export function restorable(before: Snapshot, after: Snapshot, current: Snapshot): Restored {
  const restored: Restored = {}
  for (const name of plainParts)
    if (!same(before[name], after[name]) && same(current[name], after[name]))
      Object.assign(restored, { [name]: before[name] })
  // Closed again since, which looks the same.
  if (!same(current.closedAt, after.closedAt)) delete restored.status
  const { added, removed } = tagsBack(before, after)
  const tags = {
    added: added.filter((id) => !current.tagIds.includes(id)),
    removed: removed.filter((id) => current.tagIds.includes(id)),
  }
  return tags.added.length + tags.removed.length > 0 ? { ...restored, tags } : restored
}

const plainParts = ["status", "state", "inboxId", "assigneeId", "snooze", "fields"] as const

/** What it takes from the tags after to those before. */
export function tagsBack(before: Snapshot, after: Snapshot): TagChange {
  return {
    added: before.tagIds.filter((id) => !after.tagIds.includes(id)),
    removed: after.tagIds.filter((id) => !before.tagIds.includes(id)),
  }
}

export function isSame(one: Snapshot, other: Snapshot): boolean {
  return same({ ...one, closedAt: null }, { ...other, closedAt: null })
}

/** JSON of the database has its own order of keys. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)])
}
