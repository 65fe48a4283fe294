import Type from "typebox"
import { Id, Links, Moment, OneOf, PageNumber, PageOf, PageSize, Timestamp } from "../common.ts"
import { eventNames } from "./event-kinds.ts"

export const testKind = "webhook.test"

/** Sent because a workflow says so. */
export const workflowKind = "workflow.ran"

export const DeliveryState = OneOf(["pending", "held", "delivered", "failed", "cancelled"], {
  description:
    "`held` waits for its webhook to be enabled; `failed` was given up; `cancelled` was not sent because the webhook's owner may not see it",
})
export type DeliveryState = Type.Static<typeof DeliveryState>

export const DeliveryAttempt = Type.Object({
  at: Timestamp,
  status: Type.Optional(Type.Integer({ description: "What the receiver answered" })),
  error: Type.Optional(Type.String({ description: "Why there was no answer" })),
  durationMs: Type.Integer(),
  response: Type.Optional(Type.String({ description: "How the answer began, with control characters escaped" })),
})
export type DeliveryAttempt = Type.Static<typeof DeliveryAttempt>

const fields = {
  id: Type.Integer(),
  event: OneOf([...eventNames, testKind, workflowKind]),
  messageId: Type.String({ description: "The header `webhook-id`, the same in every attempt" }),
  eventId: Type.Optional(
    Type.Integer({ description: "Its number in the feed; a test and what a workflow sends have none" }),
  ),
  state: DeliveryState,
  createdAt: Timestamp,
  nextAttemptAt: Type.Optional({ ...Timestamp, description: "Left out while another of its conversation comes first" }),
  settledAt: Type.Optional(Timestamp),
  attempts: Type.Array(DeliveryAttempt, { description: "All there were, the oldest first, also before a replay" }),
  _links: Links(["self", "webhook"]),
}

export const ListedDelivery = Type.Object(fields)
export type ListedDelivery = Type.Static<typeof ListedDelivery>

export const Delivery = Type.Object({
  ...fields,
  payload: Type.Optional(Type.String({ description: "The body as it is sent" })),
})
export type Delivery = Type.Static<typeof Delivery>

export const DeliveryPage = PageOf("deliveries", ListedDelivery)

export const DeliveryQuery = Type.Object({
  page: Type.Optional(PageNumber),
  size: Type.Optional(PageSize),
  state: Type.Optional(DeliveryState),
  since: Type.Optional({ ...Moment, description: "Created then or later" }),
  until: Type.Optional({ ...Moment, description: "Created before then" }),
})
export type DeliveryQuery = Type.Static<typeof DeliveryQuery>

export const DeliveryPath = Type.Object({ webhookId: Id, deliveryId: Id })

export const Replay = Type.Object({
  since: Type.Optional({ ...Moment, description: "Created then or later" }),
  until: Type.Optional({ ...Moment, description: "Created before then" }),
  state: Type.Optional(
    OneOf(["failed", "delivered", "cancelled"], { description: "Without it, whatever became of them" }),
  ),
})
export type Replay = Type.Static<typeof Replay>
