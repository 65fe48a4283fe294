import Type from "typebox"
import { Links, OneOf, Timestamp } from "../common.ts"
import { eventKinds as webhookKinds } from "./event-kinds.ts"

/** What only the feed tells, beside the kinds that webhooks hear too. */
const feedKinds = [
  "convo.updated",
  "convo.restored",
  "convo.imported",
  "convo.draft.changed",
  "convo.thread.created",
  "convo.thread.updated",
  "convo.thread.deleted",
  "convo.thread.delivery",
  "convo.thread.sender",
  "read.changed",
  "convo.followers.changed",
  "customer-property.created",
  "customer-property.updated",
  "customer-property.deleted",
  "organization-property.created",
  "organization-property.updated",
  "organization-property.deleted",
  "inbox.created",
  "inbox.updated",
  "inbox.deleted",
  "custom-field.created",
  "custom-field.updated",
  "custom-field.deleted",
  "folder.created",
  "folder.updated",
  "folder.deleted",
  "saved-reply.created",
  "saved-reply.updated",
  "saved-reply.deleted",
  "routing.updated",
  "team.created",
  "team.updated",
  "team.deleted",
  "account.updated",
  "preferences.updated",
  "notifications.updated",
  "bulk-action.updated",
  "view.created",
  "view.updated",
  "view.deleted",
  "workflow.created",
  "workflow.updated",
  "workflow.deleted",
  "user.created",
  "user.updated",
  "user.deleted",
  "user.password.reset",
  "webhook.created",
  "webhook.updated",
  "webhook.deleted",
  "webhook.disabled",
  "mail.connection.created",
  "mail.connection.updated",
  "mail.connection.deleted",
  "mail.connection.failing",
  "mail.connection.working",
  "mail.status.changed",
  "mail.message.held",
  "mail.message.decided",
] as const

export const FeedKind = OneOf([...webhookKinds, ...feedKinds])
export type FeedKind = Type.Static<typeof FeedKind>

const EventNumber = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

export const FeedEvent = Type.Object({
  id: Type.Integer({ description: "Its number: one more than that of the event before it, over the whole desk" }),
  event: FeedKind,
  createdAt: Timestamp,
  userId: Type.Optional(Type.Integer({ description: "Left out when a customer or the service itself did it" })),
  mailboxId: Type.Optional(Type.Integer({ description: "Left out when it belongs to no inbox that you may see" })),
  fromMailboxId: Type.Optional(Type.Integer({ description: "Where a conversation was moved from" })),
  conversationId: Type.Optional(Type.Integer()),
  subjectId: Type.Integer({ description: "What it happened to; the kind says what that is" }),
  data: Type.Record(Type.String(), Type.Unknown(), { description: "More of it, by the kind" }),
  _links: Links([], ["subject"]),
})
export type FeedEvent = Type.Static<typeof FeedEvent>

export const EventPage = Type.Object({
  _embedded: Type.Object({ events: Type.Array(FeedEvent) }),
  _links: Links(["self"], ["next"]),
  page: Type.Object({
    size: Type.Integer(),
    last: Type.Integer({ description: "The last number looked at, which you may not see: continue with `after` this" }),
    latest: Type.Integer({ description: "The newest number of the desk" }),
  }),
})

export const EventQuery = Type.Object({
  after: Type.Optional({ ...EventNumber, description: "The last number you know; without it, from the oldest kept" }),
})

export const EventStreamQuery = Type.Object({
  after: Type.Optional({
    ...EventNumber,
    description: "The last number you know; `Last-Event-ID` says the same and counts more. Without both, from now on",
  }),
  presence: Type.Optional(
    Type.Boolean({ description: "Whether to tell too who looks at which conversation, as `PresenceNews` has it" }),
  ),
})
