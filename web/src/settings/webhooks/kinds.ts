import type { NewWebhook } from "@deskhand/sdk/client"
import { text } from "../../messages/settings.ts"

export type EventKind = NewWebhook["events"][number]

/** Every kind there is to hear of, in the order in which people look for them. */
const kinds: Record<EventKind, true> = {
  "convo.created": true,
  "convo.customer.reply.created": true,
  "convo.agent.reply.created": true,
  "convo.note.created": true,
  "convo.assigned": true,
  "convo.status": true,
  "convo.tags": true,
  "convo.custom-fields": true,
  "convo.moved": true,
  "convo.merged": true,
  "convo.deleted": true,
  "convo.ai-answers-email.reply.created": true,
  "convo.ai-answers-email.resolution": true,
  "customer.created": true,
  "customer.updated": true,
  "customer.deleted": true,
  "organization.created": true,
  "organization.updated": true,
  "organization.deleted": true,
  "tag.created": true,
  "tag.updated": true,
  "tag.deleted": true,
  "satisfaction.ratings": true,
  "message.survey.response.received": true,
  "user.status.changed": true,
  "widget.chat.created": true,
  "widget.chat.customer.replied": true,
}

export const eventKinds = Object.keys(kinds) as EventKind[]

export function kindText(kind: EventKind | "webhook.test" | "workflow.ran"): string {
  return text(`webhooks.event.${kind}`)
}
