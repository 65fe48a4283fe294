import type { NewReply } from "@deskhand/contract/conversations/new-thread"
import type { Patch } from "@deskhand/contract/patch"
import {
  booleanIn,
  idIn,
  operationsOf,
  type ReadOperation,
  readBy,
  refuseOtherThan,
  textIn,
  wordIn,
} from "../../../http/input/patch.ts"
import { isAddress } from "../../../http/input/texts.ts"
import type { StatusWord } from "./status-after.ts"

/** What somebody wants of a thread; what is left out stays as it is. */
export interface ThreadWish {
  text?: string
  hidden?: boolean
  /** `unsent` changes nothing, and is refused for what is no draft. */
  state?: "published" | "draft" | "unsent"
  to?: string[]
  cc?: string[]
  bcc?: string[]
  /** Null withdraws what was said. */
  status?: StatusWord | null
  /** Null unassigns; `nothing` withdraws what was said. */
  assignTo?: NewReply["assignTo"] | "nothing"
  /** Of what is sent by this: how long it can be taken back. */
  undoSeconds?: number
  /** Of what is sent by this: where something newer has come, it waits in review. */
  lastSeenThreadId?: number
}

/** One operation, for what only the database can refuse. */
export interface ReadWish {
  wish: ThreadWish
  operation: ReadOperation
}

export function readThreadPatch(patch: Patch): ReadWish[] {
  const read = operationsOf(patch).map((operation) => ({ operation, wish: readBy(readers, operation) }))
  const sends = read.findLast(({ wish }) => wish.state)?.wish.state === "published"
  for (const { wish, operation } of read)
    if (!sends && (wish.undoSeconds !== undefined || wish.lastSeenThreadId !== undefined))
      throw operation.refuse("path", "goes together with /state, replaced by published")
  return read
}

/** Of a schedule there is only this to change; another time is another schedule. */
export function readSchedulePatch(patch: Patch): void {
  for (const operation of operationsOf(patch)) {
    if (operation.path !== "/state") throw operation.refuse("path", "must be /state")
    refuseOtherThan(operation, "replace")
    wordIn(operation, ["published"])
  }
}

const statusWords = ["active", "closed", "pending", "spam", "open", "inbox_predefined"] as const

const readers: Record<string, (operation: ReadOperation) => ThreadWish> = {
  "/text"(operation) {
    refuseOtherThan(operation, "replace")
    return { text: textIn(operation) }
  },
  "/hidden"(operation) {
    refuseOtherThan(operation, "replace")
    return { hidden: booleanIn(operation) }
  },
  "/state"(operation) {
    refuseOtherThan(operation, "replace")
    return { state: wordIn(operation, ["published", "draft"]) }
  },
  "/draft"(operation) {
    refuseOtherThan(operation, "replace")
    return { state: booleanIn(operation) ? "unsent" : "published" }
  },
  "/undoSeconds"(operation) {
    refuseOtherThan(operation, "replace")
    return { undoSeconds: secondsIn(operation) }
  },
  "/lastSeenThreadId"(operation) {
    refuseOtherThan(operation, "replace")
    return { lastSeenThreadId: idIn(operation) }
  },
  "/to"(operation) {
    refuseOtherThan(operation, "replace")
    return { to: addressesIn(operation) }
  },
  "/cc"(operation) {
    refuseOtherThan(operation, "replace")
    return { cc: addressesIn(operation) }
  },
  "/bcc"(operation) {
    refuseOtherThan(operation, "replace")
    return { bcc: addressesIn(operation) }
  },
  "/status"(operation) {
    refuseOtherThan(operation, "replace", "remove")
    return { status: operation.op === "remove" ? null : wordIn(operation, statusWords) }
  },
  "/assignTo"(operation) {
    refuseOtherThan(operation, "replace", "remove")
    if (operation.op === "remove") return { assignTo: "nothing" }
    return { assignTo: operation.value === null ? null : idIn(operation) }
  },
}

/** As long as that of a new reply. */
export const longestUndoSeconds = 120

function secondsIn({ value, refuse }: ReadOperation): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= longestUndoSeconds) return value
  throw refuse("value", `must be a whole number from 0 to ${longestUndoSeconds}`)
}

/** As many as a new reply takes. */
const mostAddresses = 100

function addressesIn({ value, refuse }: ReadOperation): string[] {
  if (!Array.isArray(value) || value.length > mostAddresses)
    throw refuse("value", `must be a list of at most ${mostAddresses} e-mail addresses`)
  return value.map((address: unknown) => {
    if (typeof address === "string" && isAddress(address.trim())) return address.trim()
    throw refuse("value", "must be a list of e-mail addresses")
  })
}
