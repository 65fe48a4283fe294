import { randomUUID } from "node:crypto"
import { testKind } from "@deskhand/contract/events/webhook-delivery"
import { notFound, unavailable } from "../../errors.ts"
import { link } from "../../http/hal.ts"
import type { Desk } from "../../http/route.ts"
import { findSigner, type Recipient } from "../queries.ts"
import { attempt, isDelivered } from "./deliver.ts"
import { insertMessages } from "./owe.ts"
import { type DeliveryRow, insertSettled } from "./queries.ts"

export interface SentTest {
  recipient: Recipient
  row: DeliveryRow & { body: string }
}

/** One request now, whatever the webhook's state. It stands in the log, and says nothing of the receiver's health. */
export async function sendTest(desk: Desk, webhookId: number, origin: string): Promise<SentTest> {
  const { db, now } = desk
  const signer = await findSigner(db, webhookId)
  if (!signer) throw notFound()
  const body = JSON.stringify({ id: webhookId, _links: { self: link(origin, `/v2/webhooks/${webhookId}`) } })
  const token = randomUUID()
  const outcome = await attempt(desk, { ...signer, webhook_id: webhookId, token, kind: testKind, body })
  if (!outcome) throw unavailable("The desk is being stopped")
  const attempts = [outcome.attempt]
  const state = isDelivered(outcome.attempt) ? "delivered" : "failed"
  const row = await db.transaction(async (db) => {
    const [messageId = 0] = await insertMessages(db, [body], now())
    const lane = `test:${webhookId}`
    return insertSettled(db, {
      webhook_id: webhookId,
      messageId,
      token,
      kind: testKind,
      lane,
      state,
      attempts,
      now: now(),
    })
  })
  return { recipient: signer, row: { ...row, body } }
}
