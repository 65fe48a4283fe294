import type { NotificationKind } from "@deskhand/contract/people/notification-kinds"
import { type Db, sql } from "../../db/db.ts"
import type { EventRow } from "../../events/queries.ts"
import { occurrencesOf } from "../../notifications/occurrences.ts"
import { listRecipients } from "../../notifications/recipients.ts"
import type { NewMail } from "./owe.ts"

export interface NoticeContents {
  reason: NotificationKind
}

/** Mails to those of us who want to be notified by mail; in their quiet hours the mail waits until the end. */
export async function noticesIn(db: Db, events: EventRow[], now: Date): Promise<NewMail[]> {
  const occurrences = events.flatMap(occurrencesOf)
  if (occurrences.length === 0) return []
  const recipients = await listRecipients(db, occurrences, { channel: "mail", now })
  if (recipients.length === 0) return []
  const inboxes = await db.many<{ id: number; email: string }>(sql`
    select id, email from inboxes where id = any(${recipients.map(({ inbox_id: id }) => id)}::bigint[])`)
  const addresses = new Map(inboxes.map(({ id, email }) => [id, email]))
  return recipients.map((recipient) => ({
    inboxId: recipient.inbox_id,
    kind: "notification",
    conversationId: recipient.conversation_id,
    ...(recipient.thread_id !== null && { threadId: recipient.thread_id }),
    userId: recipient.user_id,
    contents: { reason: recipient.kind },
    recipients: [{ address: recipient.email, role: "to" }],
    from: addresses.get(recipient.inbox_id),
    ...(recipient.quiet_until !== null && { dueAt: recipient.quiet_until }),
  }))
}
