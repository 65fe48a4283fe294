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
} from "../http/input/patch.ts"
import type { Change } from "./change.ts"

/** What one operation asks for, with the operation itself for what only the database can refuse. */
export interface Wish {
  change: Change
  operation: ReadOperation
}

export function readPatch(patch: Patch): Wish[] {
  return operationsOf(patch).map((operation) => ({ operation, change: readBy(readers, operation) }))
}

const statuses = ["active", "closed", "pending", "spam"] as const

const readers: Record<string, (operation: ReadOperation) => Change> = {
  "/subject"(operation) {
    refuseOtherThan(operation, "replace")
    return { subject: textIn(operation, 998) }
  },
  "/primaryCustomer.id"(operation) {
    refuseOtherThan(operation, "replace")
    return { customerId: idIn(operation) }
  },
  "/draft"(operation) {
    refuseOtherThan(operation, "replace")
    return { state: booleanIn(operation) ? "draft" : "published" }
  },
  "/mailboxId"(operation) {
    refuseOtherThan(operation, "move", "replace")
    return { inboxId: idIn(operation) }
  },
  "/status"(operation) {
    refuseOtherThan(operation, "replace")
    return { status: wordIn(operation, statuses) }
  },
  "/assignTo"(operation) {
    refuseOtherThan(operation, "replace", "remove")
    return operation.op === "remove" ? { assigneeId: null, keepUnassigned: true } : { assigneeId: idIn(operation) }
  },
  "/state"(operation) {
    refuseOtherThan(operation, "replace")
    return { state: wordIn(operation, ["published"]) }
  },
}
