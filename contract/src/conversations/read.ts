import Type from "typebox"
import { Id } from "../common.ts"

export const UnreadQuery = Type.Object({
  conversation: Type.Optional(Type.Array(Id, { maxItems: 200, description: "Conversation ids, comma-separated" })),
})

/** A customer has written since the user opened them, or the user marked them as unread. */
export const UnreadConversations = Type.Object({
  conversationIds: Type.Array(Type.Integer(), { description: "Those of the requested ones that are unread" }),
})
