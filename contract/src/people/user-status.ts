import Type from "typebox"
import { Links, OneOf, PageOf, Timestamp } from "../common.ts"

export const EmailStatus = OneOf(["active", "away"])
export type EmailStatus = Type.Static<typeof EmailStatus>

export const ChatStatus = OneOf(["unavailable", "available", "assign", "custom"])
export type ChatStatus = Type.Static<typeof ChatStatus>

export const StatusSource = OneOf(["ui", "api", "presence_detection"])
export type StatusSource = Type.Static<typeof StatusSource>

export const CustomStatus = Type.Object({
  text: Type.Optional(Type.String({ maxLength: 100 })),
  emoji: Type.Optional(Type.String({ maxLength: 20 })),
  emojiName: Type.Optional(Type.String({ maxLength: 60 })),
})
export type CustomStatus = Type.Static<typeof CustomStatus>

export const UserStatus = Type.Object({
  userId: Type.Integer(),
  email: Type.Object({
    status: EmailStatus,
    updatedAt: Timestamp,
    performedBy: Type.Integer({ description: "The user who made the change" }),
    source: StatusSource,
    customStatus: Type.Optional(CustomStatus),
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

export const ChangedUserStatus = Type.Object({
  status: EmailStatus,
  customStatus: Type.Optional(CustomStatus),
})
export type ChangedUserStatus = Type.Static<typeof ChangedUserStatus>

const AwayDuration = Type.Object({
  hours: Type.Integer({ minimum: 0, maximum: 720 }),
  minutes: Type.Integer({ minimum: 0, maximum: 59 }),
})

/** Whether conversations of somebody who is away for so long go back to the queue. */
export const Reassignment = Type.Object({
  enabled: Type.Boolean(),
  awayDuration: AwayDuration,
  _links: Links(["self"]),
})
export type Reassignment = Type.Static<typeof Reassignment>

export const ChangedReassignment = Type.Object({
  enabled: Type.Boolean(),
  awayDuration: Type.Optional(AwayDuration),
})
export type ChangedReassignment = Type.Static<typeof ChangedReassignment>
