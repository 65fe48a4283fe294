import Type from "typebox"
import { Id, Links } from "../common.ts"

export const SavedReply = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  text: Type.Optional(Type.String({ description: "HTML; absent where the reply is for chats only" })),
  chatText: Type.Optional(Type.String()),
  _links: Links(["self"]),
})
export type SavedReply = Type.Static<typeof SavedReply>

export const ListedSavedReply = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  preview: Type.Optional(Type.String({ maxLength: 150, description: "How `text` begins, as plain text" })),
  chatPreview: Type.Optional(Type.String({ maxLength: 150, description: "How `chatText` begins" })),
})
export type ListedSavedReply = Type.Static<typeof ListedSavedReply>

/** The one list of the interface that is a bare array. */
export const SavedReplyList = Type.Array(ListedSavedReply)

export const SavedReplyQuery = Type.Object({
  includeChatReplies: Type.Optional(
    Type.Boolean({ description: "Lists replies that have only a `chatText` too. Default: false" }),
  ),
})

export const SavedReplyPath = Type.Object({ mailboxId: Id, replyId: Id })

export const NewSavedReply = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 120 }),
  text: Type.Optional(Type.String({ maxLength: 100_000, description: "HTML. Required unless there is a `chatText`" })),
  chatText: Type.Optional(Type.String({ maxLength: 15_000, description: "What chats get instead" })),
})
export type NewSavedReply = Type.Static<typeof NewSavedReply>
