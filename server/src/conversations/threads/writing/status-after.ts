import type { NewReply } from "@deskhand/contract/conversations/new-thread"
import type { Db } from "../../../db/db.ts"
import { findStatusAfterReply } from "../../../inboxes/queries.ts"
import type { HeldConversation } from "../../held.ts"

/** What a writer can say of the status. */
export type StatusWord = NonNullable<NewReply["status"]>

/** What a writer's word on the status comes to; undefined without one. */
export async function statusAfter(
  db: Db,
  word: StatusWord | undefined,
  { status, inbox_id: inboxId }: Pick<HeldConversation, "status" | "inbox_id">,
): Promise<HeldConversation["status"] | undefined> {
  if (word === "inbox_predefined") return findStatusAfterReply(db, inboxId)
  if (word === "open") return status === "pending" ? "pending" : "active"
  return word
}
