import type { Conversation, NewBulkAction } from "@deskhand/sdk/client"
import type { Person } from "../people.ts"

/** The conversations that a command is about. */
export interface CommandTarget {
  ids: readonly number[]
  /** All that they find, instead of the ids. */
  filters?: NonNullable<NewBulkAction["filters"]>
  count: number
  /** How people know it, where it is one conversation. */
  number?: number
  subject?: string
}

export type Tags = Conversation["tags"]
export type Snooze = Pick<NonNullable<Conversation["snooze"]>, "snoozedUntil" | "unsnoozeOnCustomerReply">

/** New values for parts of conversations. Plain data, so that it can be stored, shown in words, compared and undone. */
export interface Change {
  inbox?: { id: number; name: string }
  state?: "published" | "deleted"
  addTag?: Tags[number]
  removeTag?: string
  /** All tags from now on. */
  tags?: Tags
  /** Null wakes the conversation. */
  snooze?: Snooze | null
  /** Null unassigns. */
  assignee?: Person | null
  subject?: string
  status?: Conversation["status"]
}

export interface NewCommand {
  target: CommandTarget
  change: Change
  /** Sent as a bulk action: the desk makes the change in the background and can undo it as a whole. */
  bulk: boolean
  /** The values that it replaces, and the number of messages seen: absent for bulk actions. */
  before?: Change & { messages: number }
}

/** Something that an agent does to conversations, from the click until the desk has done it. */
export interface Command extends NewCommand {
  /** Sorts by time of creation. A POST carries it as its Idempotency-Key. */
  id: string
  createdAt: number
  /** How often it was sent without an answer that settles it. */
  attempts: number
  /** It is not sent again by itself before this time. */
  notBefore: number
  /** A `conflict` waits for a decision; `done` is stored for a moment, so that other tabs learn of it. */
  state: "waiting" | "conflict" | "refused" | "done"
  conflict?: Conflict
  /** Why the desk refused it. */
  reason?: string
  /** Somebody decided to send it whatever has changed since. */
  confirmed?: boolean
  result?: CommandResult
}

/** Somebody changed the same thing, a message arrived, or it has waited too long to be sent without a question. */
export type Conflict = "changed" | "message" | "old"

export interface CommandResult {
  bulkActionId?: number
}
