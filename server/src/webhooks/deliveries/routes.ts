import { WebhookPath } from "@deskhand/contract/events/webhook"
import { Delivery, DeliveryPage, DeliveryPath, DeliveryQuery, Replay } from "@deskhand/contract/events/webhook-delivery"
import type { Db } from "../../db/db.ts"
import { notFound } from "../../errors.ts"
import { noContent, pageOf, pageRequest, resource } from "../../http/hal.ts"
import { readOptionalMoment } from "../../http/input/timestamps.ts"
import { route } from "../../http/route.ts"
import { findRecipient, type Recipient } from "../queries.ts"
import { presentDelivery, presentWholeDelivery, storedState } from "./present.ts"
import { findDeliveries, findDelivery } from "./queries.ts"
import { replayDeliveriesSoon, replayDelivery } from "./replay.ts"
import { sendTest } from "./send-test.ts"

export const getDeliveries = route({
  method: "GET",
  url: "/v2/webhooks/:webhookId/deliveries",
  permission: "webhooks:read",
  summary: "List what a webhook was sent, and is owed",
  path: WebhookPath,
  query: DeliveryQuery,
  answers: { 200: DeliveryPage },
  async handle({ db, path, query, origin, request }) {
    const recipient = await recipientOf(db, path.webhookId)
    const page = pageRequest(query, 50)
    const answer = { name: "deliveries", request: page }
    const since = readOptionalMoment("since", query.since)
    const until = readOptionalMoment("until", query.until)
    const state = query.state && storedState(query.state, recipient)
    if (query.state && !state) return pageOf(origin, request.url, { ...answer, items: [], total: 0 })
    const filter = { webhookId: recipient.id, state, since, until }
    const { rows, total, estimated } = await findDeliveries(db, filter, page)
    const items = rows.map((row) => presentDelivery(row, recipient, origin))
    return pageOf(origin, request.url, { ...answer, items, total, estimated })
  },
})

export const getDelivery = route({
  method: "GET",
  url: "/v2/webhooks/:webhookId/deliveries/:deliveryId",
  permission: "webhooks:read",
  summary: "Get a delivery with what is sent",
  path: DeliveryPath,
  answers: { 200: Delivery },
  async handle({ db, path, origin }) {
    const recipient = await recipientOf(db, path.webhookId)
    const row = await findDelivery(db, { webhookId: recipient.id, id: path.deliveryId })
    if (!row) throw notFound()
    return resource(presentWholeDelivery(row, recipient, origin))
  },
})

export const postDeliveryReplay = route({
  method: "POST",
  url: "/v2/webhooks/:webhookId/deliveries/:deliveryId/replay",
  permission: "webhooks:write",
  summary: "Send a delivery again",
  path: DeliveryPath,
  answers: { 204: "It is pending again" },
  async handle({ db, path, now }) {
    await replayDelivery(db, { webhookId: path.webhookId, id: path.deliveryId }, { now })
    return noContent
  },
})

export const postReplay = route({
  method: "POST",
  url: "/v2/webhooks/:webhookId/replay",
  permission: "webhooks:write",
  summary: "Send many deliveries again",
  path: WebhookPath,
  body: Replay,
  answers: { 202: "They will be pending again soon" },
  async handle({ db, path, body, now }) {
    await replayDeliveriesSoon(db, { ...body, webhookId: path.webhookId }, { now })
    return { status: 202 }
  },
})

export const postTest = route({
  method: "POST",
  url: "/v2/webhooks/:webhookId/test",
  permission: "webhooks:write",
  summary: "Send a test, also to a disabled webhook",
  path: WebhookPath,
  answers: { 200: Delivery },
  repeatable: false,
  async handle({ desk, path, origin }) {
    const { recipient, row } = await sendTest(desk, path.webhookId, origin)
    return { status: 200, body: presentWholeDelivery(row, recipient, origin) }
  },
})

async function recipientOf(db: Db, webhookId: number): Promise<Recipient> {
  const recipient = await findRecipient(db, webhookId)
  if (!recipient) throw notFound()
  return recipient
}
