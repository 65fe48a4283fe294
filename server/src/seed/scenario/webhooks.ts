import { eventKinds } from "@deskhand/contract/events/event-kinds"
import type { Db } from "../../db/db.ts"
import { insertEach, insertRow } from "../insert/rows.ts"
import type { Desk } from "./desk.ts"

/** The enabled ones listen only for what nothing emits, so that no delivery fails while outside tests run. */
export async function insertWebhooks(db: Db, { clock, users, inboxes }: Desk) {
  const webhook = {
    userId: users.ada,
    plainSecret: "scenario-secret",
    createdAt: clock.ago({ days: 90 }),
    updatedAt: clock.ago({ days: 90 }),
  }
  return {
    enabled: await insertRow(db, "webhooks", {
      ...webhook,
      url: "https://hooks.scenario.example/enabled",
      state: "enabled",
      events: ["message.survey.response.received"],
      label: "Enabled, of every inbox",
    }),
    disabled: await insertRow(db, "webhooks", {
      ...webhook,
      url: "https://hooks.scenario.example/disabled?of=two",
      state: "disabled",
      events: eventKinds,
      notification: true,
      label: "Disabled, of two inboxes ✉",
      inboxIds: [inboxes.support, inboxes.hidden],
    }),
    withoutLabel: await insertRow(db, "webhooks", {
      ...webhook,
      url: "https://hooks.scenario.example/plain",
      state: "enabled",
      events: ["convo.ai-answers-email.reply.created", "convo.ai-answers-email.resolution"],
      inboxIds: [inboxes.support],
    }),
  }
}

/** What became of them; nothing is sent while outside tests run, because only a disabled one is owed anything. */
export async function insertDeliveries(
  db: Db,
  { clock }: Desk,
  webhooks: { enabled: number; disabled: number },
): Promise<Record<"delivered" | "failed" | "cancelled" | "held", number>> {
  const body = '{"id":1}'
  const messageId = await insertRow(db, "webhook_messages", { body, createdAt: clock.ago({ hours: 5 }) })
  const attempt = {
    at: clock.ago({ hours: 4 }).toISOString(),
    durationMs: 87,
    status: null,
    error: null,
    response: "",
  }
  const refused = { ...attempt, status: 500, response: "Out of order\\r\\n" }
  const silent = { ...attempt, error: "No connection to hooks.scenario.example could be made" }
  const settled = { webhookId: webhooks.enabled, settledAt: clock.ago({ hours: 4 }) }
  const deliveries = {
    delivered: { ...settled, state: "delivered", attempts: [{ ...attempt, status: 204 }] },
    failed: { ...settled, state: "failed", attempts: [refused, silent] },
    cancelled: { ...settled, state: "cancelled", attempts: [] },
    held: { webhookId: webhooks.disabled, state: "pending", dueAt: clock.ago({ hours: 5 }), attempts: [] },
  }
  return insertEach(deliveries, ({ attempts, ...delivery }) =>
    insertRow(db, "webhook_deliveries", {
      ...delivery,
      messageId,
      kind: "message.survey.response.received",
      eventNumber: 1,
      lane: `convo:${messageId}`,
      attempts: JSON.stringify(attempts),
      createdAt: clock.ago({ hours: 5 }),
    }),
  )
}
