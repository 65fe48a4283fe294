import { workflowKind } from "@deskhand/contract/events/webhook-delivery"
import { holdConversation } from "../conversations/held.ts"
import type { Db } from "../db/db.ts"
import { conflict } from "../errors.ts"
import type { EventRow } from "../events/queries.ts"
import { insertDeliveries, insertMessages, listListeners } from "../webhooks/deliveries/owe.ts"
import { laneOf } from "../webhooks/hears.ts"
import { linkTo, loadSubjects } from "../webhooks/payload.ts"
import type { Acting } from "./acting.ts"

/** The webhook is owed the conversation as it is now, behind what it is owed of it already. */
export async function callWebhook(db: Db, webhookId: number, acting: Acting): Promise<void> {
  const { conversationId, viewer, now, origin } = acting
  const { inbox_id: inboxId } = await holdConversation(db, viewer, conversationId)
  const webhook = (await listListeners(db)).find(({ id }) => id === webhookId)
  if (!webhook) throw conflict("workflow_state", "The webhook is gone")
  const event = changed(conversationId, inboxId, now)
  const subjects = await loadSubjects(db, [event], { now, origin })
  const body = (!webhook.notification && subjects(event)?.text) || JSON.stringify(linkTo(event, origin))
  const [messageId = 0] = await insertMessages(db, [body], now)
  const delivery = { webhookId, messageId, kind: workflowKind, eventNumber: null, inboxId, lane: laneOf(event) }
  await insertDeliveries(db, [delivery], now)
}

/** Payloads are made of events, and this is none that anybody else hears. */
function changed(conversationId: number, inboxId: number, now: Date): EventRow {
  return {
    number: 0,
    kind: "convo.updated",
    inbox_id: inboxId,
    from_inbox_id: null,
    conversation_id: conversationId,
    subject_id: conversationId,
    user_id: null,
    data: {},
    created_at: now,
    depth: 0,
    workflow_id: null,
  }
}
