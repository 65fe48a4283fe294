import Type from "typebox"
import { Id, Links } from "./common.ts"

export const SavedReply = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  text: Type.String({ description: "HTML" }),
  chatText: Type.Optional(Type.String()),
  _links: Links(["self"]),
})
export type SavedReply = Type.Static<typeof SavedReply>

export const ListedSavedReply = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  preview: Type.String({ maxLength: 150, description: "How it begins, as plain text" }),
})
export type ListedSavedReply = Type.Static<typeof ListedSavedReply>

/** The one list of the interface that is a bare array. */
export const SavedReplyList = Type.Array(ListedSavedReply)

export const SavedReplyPath = Type.Object({ mailboxId: Id, replyId: Id })

export const NewSavedReply = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 120 }),
  text: Type.String({ minLength: 1, maxLength: 100_000, description: "HTML" }),
  chatText: Type.Optional(Type.String({ maxLength: 15_000, description: "What chats get instead" })),
})
export type NewSavedReply = Type.Static<typeof NewSavedReply>
