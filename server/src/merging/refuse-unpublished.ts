import type { HeldConversation } from "../conversations/held.ts"
import { conflict } from "../errors.ts"

/** What is deleted or only drafted is not joined with others, nor taken apart or passed on. */
export function refuseUnpublished(...conversations: HeldConversation[]): void {
  const other = conversations.find(({ state }) => state !== "published")
  if (other)
    throw conflict(
      "not_published",
      `Conversation ${other.id} is ${other.state === "draft" ? "a draft: publish it first" : "deleted: restore it first"}`,
    )
}
