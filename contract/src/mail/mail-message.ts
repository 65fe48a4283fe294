import Type from "typebox"
import { Id, Links, OneOf, PageNumber, PageOf, PageSize, Timestamp } from "../common.ts"

export const MailOutcome = OneOf(
  ["waiting", "stored", "duplicate", "bounce", "auto-reply", "spam", "held", "rejected", "failed"],
  {
    description:
      "`waiting` is not read yet; `held` waits for somebody to decide, who may make it `rejected`; `failed` could not be read and can be read again",
  },
)
export type MailOutcome = Type.Static<typeof MailOutcome>

/** A message that came by mail, and what became of it. */
export const MailMessage = Type.Object({
  id: Type.Integer(),
  mailboxId: Type.Integer(),
  via: OneOf(["imap", "smtp", "lmtp", "api"]),
  outcome: MailOutcome,
  reason: Type.Optional(Type.String({ description: "A code" })),
  reasonText: Type.Optional(Type.String({ description: "The same in words" })),
  messageId: Type.Optional(Type.String({ description: "The header Message-ID, without brackets" })),
  from: Type.String({ description: "The address, or empty where there is none or it is not known yet" }),
  fromName: Type.String(),
  subject: Type.String(),
  size: Type.Integer({ description: "Bytes" }),
  receivedAt: Timestamp,
  settledAt: Type.Optional(Timestamp),
  attempts: Type.Integer({ description: "How often it was begun" }),
  automatic: Type.Boolean({ description: "A machine sent it, or many got it" }),
  conversationId: Type.Optional(Type.Integer()),
  threadId: Type.Optional(Type.Integer()),
  duplicateOf: Type.Optional(Type.Integer({ description: "The message that came first" })),
  _links: Links(["self", "raw", "mailbox"], ["conversation"]),
})
export type MailMessage = Type.Static<typeof MailMessage>

export const MailMessagePage = PageOf("messages", MailMessage)

export const MailMessageQuery = Type.Object({
  page: Type.Optional(PageNumber),
  size: Type.Optional(PageSize),
  outcome: Type.Optional(MailOutcome),
})
export type MailMessageQuery = Type.Static<typeof MailMessageQuery>

export const MailMessagePath = Type.Object({ messageId: Id })

const from = { description: "Who hands it over, as SMTP has it; empty for the null sender" }
const to = { description: "For whom, as SMTP has it: where answers to a reply go" }
const Address = Type.String({ maxLength: 320 })

/** What stood in the envelope, for a message that is the whole body. */
export const InboundQuery = Type.Object({
  from: Type.Optional(Type.String(from)),
  to: Type.Optional(Type.Array(Type.String(), to)),
})
export type InboundQuery = Type.Static<typeof InboundQuery>

/** Sent as `message/rfc822` the message itself is the body, and takes nothing beside it. */
export const InboundMessage = Type.Object({
  raw: Type.Unsafe<string | object>({ description: "The message in base64", contentEncoding: "base64" }),
  from: Type.Optional({ ...Address, ...from }),
  to: Type.Optional(Type.Array(Address, { maxItems: 100, ...to })),
})
export type InboundMessage = Type.Static<typeof InboundMessage>

/** What becomes of a held message, and of later mail from its sender. */
export const MailDecision = Type.Object({
  decision: OneOf(["accept", "reject"], {
    description: "An accepted message is taken as what it claims to be; a rejected one stays out",
  }),
  sender: Type.Optional(
    OneOf(["trust", "block", "block-domain"], {
      description:
        "For later mail: `trust`, with `accept`, takes replies of this teammate from this address without proof; `block` and `block-domain`, with `reject`, send mail of the address or its domain to Spam",
    }),
  ),
})
export type MailDecision = Type.Static<typeof MailDecision>
