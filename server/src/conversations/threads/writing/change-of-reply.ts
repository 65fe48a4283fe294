import type { Db } from "../../../db/db.ts"
import { assignsOnReply } from "../../../inboxes/queries.ts"
import { canBeAssigned } from "../../../users/assignable.ts"
import type { Change } from "../../change.ts"
import type { HeldConversation } from "../../held.ts"
import type { Outcome } from "./insert.ts"
import { reopened } from "./reopen.ts"
import { statusAfter } from "./status-after.ts"

interface Reply {
  conversation: HeldConversation
  writerId: number
}

/** What a reply that goes out makes of the conversation. Who cannot be given it any more is passed over. */
export async function changeOfReply(db: Db, outcome: Outcome, { conversation, writerId }: Reply): Promise<Change> {
  const { status, assigneeId, assignsWriter = false } = outcome
  const { inbox_id: inboxId, assignee_id: currentId } = conversation
  const claims = assignsWriter && assigneeId === undefined && currentId === null
  const newAssigneeId = claims && (await assignsOnReply(db, { inboxId, writerId })) ? writerId : assigneeId
  const assigns = typeof newAssigneeId === "number" && (await canBeAssigned(db, newAssigneeId, inboxId))
  return {
    status: (await statusAfter(db, status, conversation)) ?? reopened(conversation.status),
    state: "published",
    ...(assigns && { assigneeId: newAssigneeId }),
    ...(newAssigneeId === null && { assigneeId: null, keepUnassigned: true }),
  }
}
