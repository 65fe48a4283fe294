import { findOldConversationDays } from "../../account/queries.ts"
import type { Db } from "../../db/db.ts"
import { preconditionFailed } from "../../errors.ts"
import type { HeldConversation } from "../held.ts"
import { isFull, isTooOld } from "../rules.ts"

/** Refuses a thread more where the conversation takes none. */
export async function refuseFinished(db: Db, conversation: HeldConversation, now: Date): Promise<void> {
  if (isFull(conversation.held_thread_count))
    throw preconditionFailed("thread_limit", "This conversation holds as many threads as it can; start a new one")
  const days = await findOldConversationDays(db)
  if (isTooOld(conversation.created_at, now, days))
    throw preconditionFailed("old_conversation", `Conversations older than ${days} days take no more threads here`)
}
