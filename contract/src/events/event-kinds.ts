/** The kinds of events that webhooks subscribe to. Without imports, so that browsers load no schemas with them. */
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

export type EventKind = (typeof eventKinds)[number]

/** Other names that existing clients use, each with the kind that it stands for. */
export const eventAliases = {
  "beacon.chat.created": "widget.chat.created",
  "beacon.chat.customer.replied": "widget.chat.customer.replied",
  "convo.ai-answers.created": "convo.ai-answers-email.reply.created",
} as const satisfies Record<string, EventKind>

/** A name by which webhooks subscribe to a kind. */
export type EventName = EventKind | keyof typeof eventAliases

export const eventNames: readonly EventName[] = [
  ...eventKinds,
  ...(Object.keys(eventAliases) as (keyof typeof eventAliases)[]),
]

export function kindOf(name: EventName): EventKind {
  return name in eventAliases ? eventAliases[name as keyof typeof eventAliases] : (name as EventKind)
}

/** Webhooks may subscribe to these, but no feature records them yet. Remove a kind here to be able to record it. */
export const unsentKinds = [
  "widget.chat.created",
  "widget.chat.customer.replied",
  "convo.ai-answers-email.reply.created",
  "convo.ai-answers-email.resolution",
  "message.survey.response.received",
] as const satisfies readonly EventKind[]
export type UnsentKind = (typeof unsentKinds)[number]
