import Type from "typebox"
import { Id, OneOf, Timestamp } from "./common.ts"

export const Verdict = OneOf(["pass", "fail", "softfail", "neutral", "none", "temperror", "permerror"])

/** What to know of a thread that came by mail. */
export const IncomingMail = Type.Object({
  threadId: Type.Integer(),
  messageId: Type.Integer({ description: "Its number in the list of messages" }),
  from: Type.String({ description: "The address, or empty where there is none" }),
  fromName: Type.String(),
  replyTo: Type.Array(Type.String(), { description: "Where answers go, when that is not where it came from" }),
  date: Type.Optional(Type.String({ description: "As it was written" })),
  why: OneOf(["reply-address", "message-id", "references", "new", "merged", "forwarded"], {
    description: "Why it stands in this conversation",
  }),
  whyText: Type.String({ description: "The same in words" }),
  spf: Verdict,
  dkim: Verdict,
  dmarc: Verdict,
  verified: Type.Boolean({ description: "The sender's address is proven" }),
  judging: Type.Optional(Type.Boolean({ description: "The sender is still being checked, because DNS is slow" })),
  judgedBy: Type.Optional(Type.String({ description: "The receiving server whose results these are" })),
  stranger: Type.Boolean({ description: "Nobody who took part in the conversation before" }),
  flags: Type.Array(Type.String(), { description: "What is suspect or ambiguous about it" }),
  incomplete: Type.Optional(Type.String({ description: "Why it could not be fully read" })),
  otherConversations: Type.Array(Type.Integer(), { description: "Open ones of the same person" }),
})
export type IncomingMail = Type.Static<typeof IncomingMail>

export const MailState = OneOf(["waiting", "held", "delayed", "sent", "partly", "failed", "bounced", "dropped"])

/** What became of a mail that tells of a thread. */
export const OutgoingMail = Type.Object({
  id: Type.Integer(),
  mailboxId: Type.Integer({ description: "The inbox it was written in, wherever its conversation is now" }),
  threadId: Type.Integer(),
  kind: OneOf(["reply", "forward", "auto-reply"]),
  state: MailState,
  unsure: Type.Boolean({ description: "The line was lost at the end of an attempt: it may have been sent twice" }),
  problem: Type.Optional(Type.String()),
  attempts: Type.Integer(),
  nextAttemptAt: Type.Optional(Timestamp),
  sentAt: Type.Optional(Timestamp),
  recipients: Type.Array(
    Type.Object({
      address: Type.String(),
      role: OneOf(["to", "cc", "bcc"]),
      state: OneOf(["waiting", "sent", "failed", "bounced"]),
      answer: Type.Optional(Type.String({ description: "What the other side said" })),
    }),
  ),
})
export type OutgoingMail = Type.Static<typeof OutgoingMail>

export const ConversationMail = Type.Object({
  incoming: Type.Array(IncomingMail),
  outgoing: Type.Array(OutgoingMail),
})
export type ConversationMail = Type.Static<typeof ConversationMail>

export const ConversationMailPath = Type.Object({ conversationId: Id })
