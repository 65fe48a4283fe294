import Type from "typebox"
import { Links, OneOf, PageOf, Timestamp } from "./common.ts"

export const EmailStatus = OneOf(["active", "away"])
export type EmailStatus = Type.Static<typeof EmailStatus>

export const ChatStatus = OneOf(["unavailable", "available", "assign", "custom"])
export type ChatStatus = Type.Static<typeof ChatStatus>

export const StatusSource = OneOf(["ui", "api", "presence_detection"])
export type StatusSource = Type.Static<typeof StatusSource>

export const UserStatus = Type.Object({
  userId: Type.Integer(),
  email: Type.Object({
    status: EmailStatus,
    updatedAt: Timestamp,
    performedBy: Type.Integer({ description: "The user who made the change" }),
    source: StatusSource,
    customStatus: Type.Optional(
      Type.Object({
        text: Type.Optional(Type.String()),
        emoji: Type.Optional(Type.String()),
        emojiName: Type.Optional(Type.String()),
      }),
    ),
  }),
  chat: Type.Object({
    status: ChatStatus,
    mailboxStatuses: Type.Record(Type.String({ pattern: "^\\d+$" }), ChatStatus, {
      description: "By inbox id, for the inboxes that the user can chat in and you may see",
    }),
  }),
  _links: Links(["self"]),
})
export type UserStatus = Type.Static<typeof UserStatus>

export const UserStatusPage = PageOf("userStatuses", UserStatus)
