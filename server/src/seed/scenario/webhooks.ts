import { eventKinds } from "@deskhand/contract/webhook"
import type { Db } from "../../db/db.ts"
import { insertRow } from "../insert/rows.ts"
import type { Desk } from "./desk.ts"

/** The enabled ones listen only for what nothing emits, so that no delivery fails while outside tests run. */
export async function insertWebhooks(db: Db, { clock, users, inboxes }: Desk) {
  const webhook = {
    userId: users.ada,
    secret: "scenario-secret",
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
