import { preconditionFailed } from "../../../errors.ts"
import type { HeldConversation } from "../../held.ts"
import { isFull, isTooOld, mostThreads } from "../../rules.ts"

/** Refuses a thread more where the conversation takes none. */
export function refuseFinished(
  conversation: HeldConversation,
  { now, policyDays }: { now: Date; policyDays: number | null },
): void {
  if (isFull(conversation.held_thread_count))
    throw preconditionFailed("thread_limit", `This conversation has reached its limit of ${mostThreads} messages.`)
  if (isTooOld(conversation.created_at, now, policyDays))
    throw preconditionFailed("old_conversation", `Conversations older than ${policyDays} days take no more messages.`)
}
