import Type from "typebox"
import { CursorPageOf, Id, Links, Moment, OneOf, PageSize, Person, Timestamp } from "../common.ts"
import { IncomingMail, MailState, Verdict } from "./mail.ts"
import { MailDecision, MailMessage, MailOutcome } from "./mail-message.ts"
import { ListedOutgoing } from "./outgoing-mail.ts"

const cursor = Type.Optional(Type.String({ maxLength: 200, description: "From a `next` link, with the same filters" }))

/** Of all inboxes. */
export const ReceivedQuery = Type.Object({
  mailbox: Type.Optional(Id),
  outcome: Type.Optional(MailOutcome),
  from: Type.Optional(Type.String({ maxLength: 320, description: "The whole address of the sender" })),
  since: Type.Optional(Moment),
  until: Type.Optional(Moment),
  cursor,
  size: Type.Optional(PageSize),
})
export type ReceivedQuery = Type.Static<typeof ReceivedQuery>

export const ReceivedPage = CursorPageOf("messages", MailMessage)

/** What whoever decides about a held message has to know. */
export const HeldMessage = Type.Object({
  text: Type.String({ description: "Its beginning as plain text; empty once the message is no longer kept" }),
  files: Type.Array(Type.String(), { description: "Names of what is attached" }),
  acceptedAs: OneOf(["reply", "message"], {
    description: "Accepted, it is sent as a reply of the agent, or becomes a message of its sender in the conversation",
  }),
  agent: Type.Optional({ ...Person, description: "In whose name it is written" }),
  canTrust: Type.Boolean({ description: "Whether only proof is missing, and its address is one of the agent's" }),
})
export type HeldMessage = Type.Static<typeof HeldMessage>

/** All that is known of a message that came. */
export const MailMessageDetails = Type.Object({
  message: MailMessage,
  envelope: Type.Object(
    {
      from: Type.Optional(Type.String({ description: "Empty for the null sender" })),
      to: Type.Optional(Type.Array(Type.String())),
      peerAddress: Type.Optional(Type.String({ description: "Who handed it over" })),
      peerName: Type.Optional(Type.String()),
      folder: Type.Optional(Type.String({ description: "Where it was fetched from" })),
    },
    { description: "What the transport said, which nobody can put into headers" },
  ),
  headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
    description: "In the order of the message, decoded; very many and very long ones are left out",
  }),
  rawKept: Type.Boolean({ description: "Whether the message itself is still kept" }),
  spf: Verdict,
  dkim: Verdict,
  dmarc: Verdict,
  verified: Type.Boolean({ description: "The sender's address is proven" }),
  judging: IncomingMail.properties.judging,
  judgedBy: IncomingMail.properties.judgedBy,
  flags: IncomingMail.properties.flags,
  whyText: Type.Optional(Type.String({ description: "Why it stands in its conversation" })),
  canRerun: Type.Boolean({ description: "Whether it may be read again" }),
  held: Type.Optional({ ...HeldMessage, description: "Of one that is held or was rejected" }),
  decision: Type.Optional(
    Type.Object({
      decision: MailDecision.properties.decision,
      decidedAt: Timestamp,
      decidedBy: Type.Optional(Person),
    }),
  ),
})
export type MailMessageDetails = Type.Static<typeof MailMessageDetails>

export const SentQuery = Type.Object({
  mailbox: Type.Optional(Id),
  state: Type.Optional(MailState),
  to: Type.Optional(Type.String({ maxLength: 320, description: "The whole address of a recipient" })),
  since: Type.Optional(Moment),
  until: Type.Optional(Moment),
  cursor,
  size: Type.Optional(PageSize),
})
export type SentQuery = Type.Static<typeof SentQuery>

/** A mail of an inbox or of the desk itself. */
export const SentMail = Type.Object({
  ...ListedOutgoing.properties,
  mailboxId: Type.Optional(Type.Integer({ description: "Left out where the desk itself sends it" })),
  kind: OneOf(["reply", "forward", "auto-reply", "notification", "account"]),
  subject: Type.Optional(Type.String({ description: "Of its conversation" })),
  lastAttemptAt: Type.Optional(Timestamp),
  _links: Links([], ["mailbox", "conversation"]),
})
export type SentMail = Type.Static<typeof SentMail>

export const SentPage = CursorPageOf("outgoing", SentMail)
