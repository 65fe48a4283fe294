import Type from "typebox"
import { Id, OneOf, Person, Timestamp } from "../common.ts"

export const Verdict = OneOf(["pass", "fail", "softfail", "neutral", "none", "temperror", "permerror"])

/** What to know of a thread that came by mail. */
export const IncomingMail = Type.Object({
  threadId: Type.Integer(),
  messageId: Type.Integer({ description: "Its number in the list of messages" }),
  from: Type.String({ description: "The address of who wrote it, or empty where there is none" }),
  fromName: Type.String(),
  through: Type.Optional(
    Type.String({ description: "The address of the From field, where that stands for somebody else: a form, a list" }),
  ),
  replyTo: Type.Array(Type.String(), { description: "Other addresses that it asks to be answered at" }),
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
  flags: Type.Array(Type.String(), {
    description: "What is suspect or ambiguous about it; `unclear_sender`: From is malformed and its address a guess",
  }),
  incomplete: Type.Optional(Type.String({ description: "Why it could not be fully read" })),
  otherConversations: Type.Array(Type.Integer(), { description: "Open ones of the same person" }),
  repeats: Type.Optional(
    Type.Object(
      { count: Type.Integer(), lastAt: Timestamp },
      { description: "How often the same message came again within an hour of this one" },
    ),
  ),
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

/** A reply of an agent by mail that waits for somebody to decide whether it is theirs. */
export const HeldReply = Type.Object({
  messageId: Type.Integer({ description: "Its number in the list of messages" }),
  from: Type.String({ description: "The address, or empty where there is none" }),
  agent: Type.Optional({ ...Person, description: "In whose name it is written" }),
  reason: Type.String({ description: "A code" }),
  reasonText: Type.String({ description: "The same in words" }),
  receivedAt: Timestamp,
})
export type HeldReply = Type.Static<typeof HeldReply>

export const ConversationMail = Type.Object({
  incoming: Type.Array(IncomingMail),
  held: Type.Array(HeldReply),
  outgoing: Type.Array(OutgoingMail),
  answerTo: Type.Union([Type.String(), Type.Null()], {
    description: "Where a reply to the customer goes that names no address; null where they have none",
  }),
})
export type ConversationMail = Type.Static<typeof ConversationMail>

export const ConversationMailPath = Type.Object({ conversationId: Id })
