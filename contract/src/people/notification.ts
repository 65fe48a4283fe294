import Type from "typebox"
import { PageNumber, PageOf, PageSize, Timestamp } from "../common.ts"

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

/** Why somebody is told of a conversation. */
export const noticeReasons = ["mentioned", "assigned", "replied", "noted"] as const
export type NoticeReason = (typeof noticeReasons)[number]

/** What a browser is sent, encrypted for it alone. */
export interface Notice {
  reason: NoticeReason
  conversationId: number
  number: number
  subject: string
  customer: string
  preview: string
}
