import Type from "typebox"
import { Id, Links, OneOf, PageNumber, PageOf, PageSize, Person, Timestamp } from "../common.ts"
import { FeedKind } from "../events/event.ts"
import { type NotificationKind, notificationKinds } from "./notification-kinds.ts"

export const PushKey = Type.Object({
  publicKey: Type.String({ description: "What a browser is given as `applicationServerKey`, in base64url" }),
})
export type PushKey = Type.Static<typeof PushKey>

export const PushSubscription = Type.Object({
  id: Type.Integer(),
  service: Type.String({ description: "Whose machines pass notifications on to the browser" }),
  createdAt: Timestamp,
})
export type PushSubscription = Type.Static<typeof PushSubscription>

export const PushSubscriptionPage = PageOf("push-subscriptions", PushSubscription)

export const PushSubscriptionQuery = Type.Object({
  page: Type.Optional(PageNumber),
  size: Type.Optional(PageSize),
})

/** As browsers give it. */
export const NewPushSubscription = Type.Object({
  endpoint: Type.String({ minLength: 1, maxLength: 2_048 }),
  keys: Type.Object({
    p256dh: Type.String({ pattern: "^[A-Za-z0-9_-]{87}=?$", description: "A point of P-256, in base64url" }),
    auth: Type.String({ pattern: "^[A-Za-z0-9_-]{22}={0,2}$", description: "16 bytes, in base64url" }),
  }),
})
export type NewPushSubscription = Type.Static<typeof NewPushSubscription>

export const Notification = Type.Object({
  id: Type.Integer(),
  kind: OneOf(notificationKinds, { description: "Why you are notified, as your preferences name it" }),
  event: FeedKind,
  createdAt: Timestamp,
  readAt: Type.Optional(Timestamp),
  actor: Person,
  conversation: Type.Object({
    id: Type.Integer(),
    number: Type.Integer(),
    subject: Type.String(),
    mailboxId: Type.Integer(),
    customer: Person,
  }),
  threadId: Type.Optional(Type.Integer()),
  _links: Links(["conversation"]),
})
export type Notification = Type.Static<typeof Notification>

export const NotificationPage = Type.Object({
  ...PageOf("notifications", Notification).properties,
  unread: Type.Object(
    { total: Type.Integer(), mentioned: Type.Integer() },
    { description: "How many you have not read, on all pages, and how many of those mention you" },
  ),
})
export type NotificationPage = Type.Static<typeof NotificationPage>

export const NotificationQuery = Type.Object({
  unread: Type.Optional(Type.Boolean({ description: "Only those that you have not read" })),
  page: Type.Optional(PageNumber),
  size: Type.Optional(PageSize),
})

export const NotificationPath = Type.Object({ notificationId: Id })

export const ReadNotifications = Type.Object(
  {
    ids: Type.Optional(Type.Array(Id, { maxItems: 500 })),
    conversationId: Type.Optional(Id),
    all: Type.Optional(Type.Boolean()),
  },
  { description: "Which of yours are read: some, those of a conversation, or all. Unknown ids are ignored" },
)
export type ReadNotifications = Type.Static<typeof ReadNotifications>

/** What a browser is sent, encrypted for it alone. */
export interface Notice {
  reason: NotificationKind
  conversationId: number
  number: number
  subject: string
  customer: string
  preview: string
}
