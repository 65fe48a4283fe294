import type { MailMessageDetails, SentMail } from "@deskhand/contract/mail/mail-ledger"
import { link, timestamp } from "../../http/hal.ts"
import { presentMessage, whyText } from "../messages/present.ts"
import type { MessageWithEnvelope } from "../messages/queries.ts"
import { mayRerun } from "../messages/rerun.ts"
import { presentDelivery } from "../send/shown.ts"
import type { SentRow } from "./queries.ts"

export function presentDetails(
  row: MessageWithEnvelope,
  { origin, ...more }: { origin: string } & Pick<MailMessageDetails, "headers" | "held" | "decision">,
): MailMessageDetails {
  const { facts, envelope } = row
  return {
    message: presentMessage(row, origin),
    envelope: {
      ...(envelope.from !== undefined && { from: envelope.from }),
      ...(envelope.to && { to: envelope.to }),
      ...(envelope.peer && { peerAddress: envelope.peer.address }),
      ...(envelope.peer?.name !== undefined && { peerName: envelope.peer.name }),
      ...(envelope.imap && { folder: envelope.imap.folder }),
    },
    rawKept: row.raw_removed_at === null,
    spf: facts.spf ?? "none",
    dkim: facts.dkim ?? "none",
    dmarc: facts.dmarc ?? "none",
    verified: facts.verified === true,
    ...(row.judge_at !== null && { judging: true }),
    ...(facts.judgedBy !== undefined && { judgedBy: facts.judgedBy }),
    flags: facts.flags ?? [],
    ...(facts.why && row.conversation_id !== null && { whyText: whyText(facts.why) }),
    canRerun: mayRerun(row),
    ...more,
  }
}

export function presentSent(row: SentRow, { origin, now }: { origin: string; now: Date }): SentMail {
  const { inbox_id: mailboxId, conversation_id: conversationId, thread_id: threadId, subject } = row
  return {
    id: row.id,
    kind: row.kind,
    ...presentDelivery(row, now),
    createdAt: timestamp(row.created_at),
    ...(row.last_attempt_at !== null && { lastAttemptAt: timestamp(row.last_attempt_at) }),
    ...(mailboxId !== null && { mailboxId }),
    ...(conversationId !== null && { conversationId }),
    ...(threadId !== null && { threadId }),
    ...(subject !== null && { subject }),
    recipients: row.recipients ?? [],
    _links: {
      ...(mailboxId !== null && { mailbox: link(origin, `/v2/mailboxes/${mailboxId}`) }),
      ...(conversationId !== null && { conversation: link(origin, `/v2/conversations/${conversationId}`) }),
    },
  }
}
