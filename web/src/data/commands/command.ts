import type { NewBulkAction } from "@deskhand/sdk/client"
import type { Change } from "./change.ts"

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

/** A change that somebody wants, from the click until the desk has made it. */
export interface Command {
  /** Sorts by time of creation. A POST carries it as its Idempotency-Key. */
  id: string
  target: CommandTarget
  change: Change
  /** Sent as a bulk action: the desk makes the change in the background and can undo it as a whole. */
  bulk: boolean
  /** The values that it replaces, and the number of messages seen: absent for bulk actions. */
  before?: Change & { messages: number }
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
  result?: Result
}

/** Somebody changed the same thing, a message arrived, or it has waited too long to be sent without a question. */
export type Conflict = "changed" | "message" | "old"

export interface Result {
  bulkActionId?: number
}

/** What the storage holds may come from another version of the application. */
export function isCommand(found: unknown): found is Command {
  if (typeof found !== "object" || found === null) return false
  const { id, target, change, createdAt, attempts, notBefore, state } = found as Partial<Command>
  return (
    typeof id === "string" &&
    Array.isArray(target?.ids) &&
    typeof change === "object" &&
    [createdAt, attempts, notBefore].every(Number.isFinite) &&
    ["waiting", "conflict", "refused", "done"].includes(String(state))
  )
}
