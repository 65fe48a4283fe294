import type { Conversation } from "@deskhand/sdk/client"
import type { Person } from "../people.ts"

type Tags = Conversation["tags"]
export type Snooze = Pick<NonNullable<Conversation["snooze"]>, "snoozedUntil" | "unsnoozeOnCustomerReply">

/** New values for parts of conversations. Plain data, so that it can be stored, shown in words, compared and undone. */
export interface Change {
  status?: Conversation["status"]
  /** Null unassigns. */
  assignee?: Person | null
  /** All tags from now on. */
  tags?: Tags
  addTag?: Tags[number]
  removeTag?: string
  subject?: string
  /** Null wakes the conversation. */
  snooze?: Snooze | null
  inbox?: { id: number; name: string }
  state?: "published" | "deleted"
}

/** The conversation as it looks once the change is made. */
export function applyChange(conversation: Conversation, change: Change): Conversation {
  const { status, assignee, subject, snooze, inbox, state } = change
  const { assignee: formerAssignee, snooze: formerSnooze, ...rest } = conversation
  const nextAssignee = assignee === undefined ? formerAssignee : assignee
  const nextSnooze = snooze === undefined ? formerSnooze : snooze && { snoozedBy: 0, ...snooze }
  return {
    ...rest,
    tags: tagsAfter(conversation.tags, change),
    ...(nextAssignee && { assignee: nextAssignee }),
    ...(nextSnooze && { snooze: nextSnooze }),
    ...(status !== undefined && { status }),
    ...(subject !== undefined && { subject }),
    ...(inbox !== undefined && { mailboxId: inbox.id }),
    ...(state !== undefined && { state }),
  }
}

function tagsAfter(before: Tags, { tags = before, addTag, removeTag }: Change): Tags {
  const changed = addTag?.tag ?? removeTag
  if (changed === undefined) return tags
  const others = tags.filter(({ tag }) => !isSameTag(tag, changed))
  return addTag ? [...others, addTag] : others
}

export function isSameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The present values of the parts that the change is about: what undoing it restores. */
export function valuesBefore(conversation: Conversation, change: Change): Change {
  const { status, assignee, tags, subject, snooze, state } = conversation
  const snoozes = change.snooze !== undefined
  return {
    // Snoozing and waking can change the status too.
    ...((change.status !== undefined || snoozes) && { status }),
    ...(change.assignee !== undefined && { assignee: assignee ?? null }),
    ...(change.tags !== undefined && { tags }),
    ...(change.subject !== undefined && { subject }),
    ...(snoozes && { snooze: snooze ?? null }),
    ...(change.state !== undefined && state !== "draft" && { state }),
  }
}

/** The parts of a change that the conversation does not show yet. Empty: there is nothing left to do. */
export function missingFrom(conversation: Conversation, change: Change): (keyof Change)[] {
  const now = valuesBefore(conversation, change)
  return parts.filter((part) => change[part] !== undefined && !isSame(part, now[part], change[part]))
}

const parts = ["status", "assignee", "tags", "subject", "snooze", "state"] as const

/** The parts that somebody else has changed: neither as they were when the command was given nor as it wants them. */
export function conflictsWith(conversation: Conversation, change: Change, before: Change): (keyof Change)[] {
  const now = valuesBefore(conversation, change)
  return missingFrom(conversation, change).filter((part) => !isSame(part, now[part], before[part]))
}

function isSame(part: keyof Change, one: unknown, other: unknown): boolean {
  return JSON.stringify(comparable(part, one)) === JSON.stringify(comparable(part, other))
}

function comparable(part: keyof Change, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (part === "assignee") return (value as Person).id
  if (part === "tags") return (value as Tags).map(({ tag }) => tag.toLowerCase()).sort()
  if (part !== "snooze") return value
  const { snoozedUntil, unsnoozeOnCustomerReply } = value as Snooze
  return [Date.parse(snoozedUntil), unsnoozeOnCustomerReply]
}
