import type { Db } from "../../../db/db.ts"
import { canBeAssigned } from "../../../users/assignable.ts"
import type { Change } from "../../change.ts"
import type { HeldConversation } from "../../held.ts"
import type { Outcome } from "./insert.ts"
import { reopened } from "./reopen.ts"
import { statusAfter } from "./status-after.ts"

/** What a reply that goes out makes of the conversation. Who cannot be given it any more is passed over. */
export async function changeOfReply(db: Db, outcome: Outcome, conversation: HeldConversation): Promise<Change> {
  const { status, assigneeId } = outcome
  const { inbox_id: inboxId } = conversation
  const assigns = typeof assigneeId === "number" && (await canBeAssigned(db, assigneeId, inboxId))
  return {
    status: (await statusAfter(db, status, conversation)) ?? reopened(conversation.status),
    state: "published",
    ...(assigns && { assigneeId }),
    ...(assigneeId === null && { assigneeId, keepUnassigned: true }),
  }
}
