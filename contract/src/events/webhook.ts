import Type from "typebox"
import { Id, Links, OneOf, PageOf } from "../common.ts"
import { eventAliases, eventNames, unsentKinds } from "./event-kinds.ts"

export const EventName = OneOf(eventNames)

const subscribed = {
  description: [
    "Kinds of events, in the spelling that the webhook was made with; deliveries carry the same spelling.",
    `${Object.entries(eventAliases)
      .map(([alias, kind]) => `\`${alias}\` stands for \`${kind}\``)
      .join(", ")}.`,
    `Not sent yet, because the features do not exist: ${unsentKinds.map((kind) => `\`${kind}\``).join(", ")}`,
  ].join(" "),
}

export const Webhook = Type.Object({
  id: Type.Integer(),
  url: Type.String(),
  state: OneOf(["enabled", "disabled"]),
  events: Type.Array(EventName, subscribed),
  notification: Type.Boolean({ description: "Whether it sends only the URI of what changed" }),
  label: Type.Optional(Type.String()),
  payloadVersion: OneOf(["V2"]),
  headerPrefix: Type.Optional(
    Type.String({
      description:
        "What the names of the headers `…-Event` and `…-Signature` begin with. Absent when they have the prefixes of the desk",
    }),
  ),
  mailboxIds: Type.Optional(Type.Array(Type.Integer(), { description: "Absent when it hears of every inbox" })),
  disabledReason: Type.Optional(
    OneOf(["gone", "failing", "owner"], {
      description:
        "Why the desk has disabled it: the receiver answered 410, too many deliveries in a row were given up, or its owner was deactivated",
    }),
  ),
  _links: Links(["self"]),
})
export type Webhook = Type.Static<typeof Webhook>

export const WebhookPage = PageOf("webhooks", Webhook)

export const WebhookPath = Type.Object({ webhookId: Id })

const secret = Type.String({
  minLength: 1,
  maxLength: 255,
  writeOnly: true,
  description:
    "The key that requests are signed with, byte for byte as given. It is never returned. Many receivers take at most 40 characters",
})

const headerPrefix = (absent: string) =>
  Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 60 }), Type.Null()], {
      description: `What the names of the headers \`…-Event\` and \`…-Signature\` begin with, such as \`X-Acme\`. Null takes the prefixes of the desk. ${absent}`,
    }),
  )

const fields = {
  url: Type.String({ minLength: 1, maxLength: 2048, description: "Where to send, by http or https" }),
  events: Type.Array(EventName, { ...subscribed, minItems: 1, maxItems: 100 }),
  notification: Type.Optional(Type.Boolean({ description: "True sends only the URI of what changed" })),
  label: Type.Optional(Type.String({ maxLength: 255 })),
  payloadVersion: Type.Optional(OneOf(["V2"])),
  mailboxIds: Type.Optional(
    Type.Array(Id, { minItems: 1, maxItems: 1_000, description: "Without it, it hears of every inbox" }),
  ),
  state: Type.Optional(OneOf(["enabled", "disabled"], { description: "`enabled` unless it is said" })),
}

export const NewWebhook = Type.Object({ ...fields, secret, headerPrefix: headerPrefix("So does leaving it out") })
export type NewWebhook = Type.Static<typeof NewWebhook>

export const ReplacedWebhook = Type.Object({
  ...fields,
  headerPrefix: headerPrefix("Without it, the prefix stays, because existing clients do not know this field"),
  secret: Type.Optional({
    ...secret,
    description: "Without it, the secret stays. The one before a new one signs beside it for 24 hours",
  }),
})
export type ReplacedWebhook = Type.Static<typeof ReplacedWebhook>
