import { preconditionFailed } from "../../errors.ts"
import type { HeldConversation } from "../held.ts"
import { isFull, isTooOld } from "../rules.ts"

/** Refuses a thread more where the conversation takes none. */
export function refuseFinished(
  conversation: HeldConversation,
  { now, policyDays }: { now: Date; policyDays: number | null },
): void {
  if (isFull(conversation.held_thread_count))
    throw preconditionFailed("thread_limit", "This conversation holds as many threads as it can; start a new one")
  if (isTooOld(conversation.created_at, now, policyDays))
    throw preconditionFailed(
      "old_conversation",
      `Conversations older than ${policyDays} days take no more threads here`,
    )
}
