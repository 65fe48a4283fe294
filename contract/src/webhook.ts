import Type from "typebox"
import { Id, Links, OneOf, PageOf } from "./common.ts"

export const eventKinds = [
  "widget.chat.created",
  "widget.chat.customer.replied",
  "convo.agent.reply.created",
  "convo.ai-answers-email.reply.created",
  "convo.ai-answers-email.resolution",
  "convo.assigned",
  "convo.created",
  "convo.custom-fields",
  "convo.customer.reply.created",
  "convo.deleted",
  "convo.merged",
  "convo.moved",
  "convo.note.created",
  "convo.status",
  "convo.tags",
  "customer.created",
  "customer.deleted",
  "customer.updated",
  "message.survey.response.received",
  "satisfaction.ratings",
  "organization.created",
  "organization.deleted",
  "organization.updated",
  "tag.created",
  "tag.deleted",
  "tag.updated",
  "user.status.changed",
] as const

export const EventKind = OneOf(eventKinds)
export type EventKind = Type.Static<typeof EventKind>

export const Webhook = Type.Object({
  id: Type.Integer(),
  url: Type.String(),
  state: OneOf(["enabled", "disabled"]),
  events: Type.Array(EventKind),
  notification: Type.Boolean({ description: "Whether it sends only the URI of what changed" }),
  label: Type.Optional(Type.String()),
  payloadVersion: OneOf(["V2"]),
  mailboxIds: Type.Optional(Type.Array(Type.Integer(), { description: "Absent when it hears of every inbox" })),
  _links: Links(["self"]),
})
export type Webhook = Type.Static<typeof Webhook>

export const WebhookPage = PageOf("webhooks", Webhook)

export const WebhookPath = Type.Object({ webhookId: Id })
