import { type EventKind, type EventName, kindOf, unsentKinds } from "@deskhand/contract/events/event-kinds"
import { text } from "../../../messages/settings.ts"
import type { CheckOption } from "../../../ui/form/CheckList.tsx"

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

/** One option for each kind, by the names that the webhook already uses for it. */
export function eventOptions(subscribed: readonly EventName[]): CheckOption<EventName>[] {
  return (Object.keys(kinds) as EventKind[]).flatMap((kind) => {
    const used = subscribed.filter((name) => kindOf(name) === kind)
    return (used.length > 0 ? used : [kind]).map((name) => ({ value: name, label: kindText(name), hint: hintOf(name) }))
  })
}

function hintOf(name: EventName): string {
  const isUnsent = unsentKinds.some((kind) => kind === kindOf(name))
  return isUnsent ? text("webhooks.events.unsent", { name }) : name
}

export function kindText(name: EventName | "webhook.test" | "workflow.ran"): string {
  return text(`webhooks.event.${name === "webhook.test" || name === "workflow.ran" ? name : kindOf(name)}`)
}
