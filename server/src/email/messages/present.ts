import type { IncomingMail } from "@deskhand/contract/mail/mail"
import type { MailMessage } from "@deskhand/contract/mail/mail-message"
import { link, timestamp } from "../../http/hal.ts"
import type { Why } from "../receive/facts.ts"
import { pathToSource } from "../receive/source.ts"
import { agentReasons } from "../trust/agent-reply.ts"
import type { MessageRow } from "./queries.ts"

export function presentMessage(row: MessageRow, origin: string): MailMessage {
  const { facts, conversation_id: conversationId } = row
  return {
    id: row.id,
    mailboxId: row.inbox_id,
    via: row.via,
    outcome: row.outcome,
    ...(row.reason !== null && { reason: row.reason, reasonText: wordsOfReason(row.reason) }),
    ...(row.message_id !== null && { messageId: row.message_id }),
    from: facts.sender ?? "",
    fromName: facts.name ?? "",
    subject: facts.subject ?? "",
    size: row.size_bytes,
    receivedAt: timestamp(row.received_at),
    ...(row.settled_at && { settledAt: timestamp(row.settled_at) }),
    attempts: row.attempts,
    automatic: facts.automatic === true,
    ...(conversationId !== null && { conversationId }),
    ...(row.thread_id !== null && { threadId: row.thread_id }),
    ...(facts.duplicateOf !== undefined && { duplicateOf: facts.duplicateOf }),
    _links: {
      self: link(origin, `/v2/messages/${row.id}`),
      raw: link(origin, pathToSource(row.id)),
      mailbox: link(origin, `/v2/mailboxes/${row.inbox_id}`),
      ...(conversationId !== null && { conversation: link(origin, `/v2/conversations/${conversationId}`) }),
    },
  }
}

export function wordsOfReason(reason: string): string {
  return reasons[reason] ?? "It could not be taken in as usual"
}

const reasons: Record<string, string> = {
  ...agentReasons,
  backscatter: "It tells of a mail that this desk did not send",
  headers_too_large: "Its headers are too large to be read",
  loop: "It has passed so many servers that it goes round in circles",
  not_fetched: "The mail server never gave it whole, so it was stepped over; look for it there",
  marked: "A filter before this desk marked it as spam",
  sender_blocked: "Its sender is blocked",
  own_message: "This desk sent it itself",
  plus_address_test: "The desk sent it to itself to test whether mail to its plus address arrives",
  repeat: "The same message came within the last hour; it is counted there",
  same_message: "It has come before",
  too_large: "It is larger than this desk takes; look for it where it came from",
  text_too_long: "Its text is too long to be read in full",
  too_deep: "Its parts are nested too deeply to be read",
  too_many_parts: "It has too many parts to be read",
  too_slow: "It took too long to read",
  unreadable: "It could not be read",
}

export function presentIncoming(row: MessageRow & { thread_id: number }, readable: Set<number>): IncomingMail {
  const { facts } = row
  const why = facts.why ?? "reply-address"
  return {
    threadId: row.thread_id,
    messageId: row.id,
    from: facts.sender ?? "",
    fromName: facts.name ?? "",
    ...(facts.from !== undefined && { through: facts.from }),
    replyTo: facts.replyTo ?? [],
    ...(facts.date !== undefined && { date: facts.date }),
    why,
    whyText: whyText(why),
    spf: facts.spf ?? "none",
    dkim: facts.dkim ?? "none",
    dmarc: facts.dmarc ?? "none",
    verified: facts.verified === true,
    ...(row.judge_at !== null && { judging: true }),
    ...(facts.judgedBy !== undefined && { judgedBy: facts.judgedBy }),
    stranger: facts.stranger === true,
    flags: facts.flags ?? [],
    ...(facts.incomplete !== undefined && { incomplete: facts.incomplete }),
    ...(facts.repeats && { repeats: facts.repeats }),
    otherConversations: (facts.otherConversations ?? []).filter((id) => readable.has(id)),
  }
}

export function whyText(why: Why): string {
  return whys[why]
}

const whys: Record<Why, string> = {
  "reply-address": "It was sent to the address that a reply of this conversation gave",
  "message-id": "It answers a message of this conversation",
  references: "It refers to a message of this conversation",
  new: "It began this conversation",
  merged: "It answers a conversation that became part of this one",
  forwarded: "Somebody forwarded it",
}
