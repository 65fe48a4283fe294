import type { OutgoingMail } from "@deskhand/contract/mail/mail"
import { type Db, type Sql, sql } from "../../db/db.ts"
import { timestamp } from "../../http/hal.ts"
import { delayedMs } from "./schedule.ts"

export interface OutgoingRow {
  id: number
  /** Null of the desk's own mail. */
  inbox_id: number | null
  kind: "reply" | "forward" | "auto-reply" | "notification"
  state: "waiting" | "held" | "sent" | "partly" | "failed" | "bounced" | "dropped"
  unsure: boolean
  problem: string | null
  attempts: number
  created_at: Date
  due_at: Date
  sent_at: Date | null
  conversation_id: number | null
  thread_id: number | null
  recipients: OutgoingMail["recipients"]
}

/** Where the thread stands today, which a merge may have moved. */
export const outgoingColumns: Sql = sql`mail.id, mail.inbox_id, mail.kind, mail.state, mail.unsure, mail.problem, mail.attempts,
  mail.created_at, mail.due_at, mail.sent_at, coalesce(thread.conversation_id, mail.conversation_id) as conversation_id,
  mail.thread_id, (
    select coalesce(json_agg(json_strip_nulls(
      json_build_object('address', address, 'role', role, 'state', state, 'answer', answer)) order by place, address), '[]')
    from outgoing_recipients where mail_id = mail.id) as recipients`

/** What became of the mails of a conversation's threads. */
export async function listOutgoing(db: Db, conversationId: number, now = new Date()): Promise<OutgoingMail[]> {
  const rows = await db.many<OutgoingRow>(sql`
    select ${outgoingColumns} from threads thread join outgoing_mail mail on mail.thread_id = thread.id
    where thread.conversation_id = ${conversationId} and mail.kind <> 'notification' order by mail.id`)
  return rows.flatMap((row) => {
    const { kind, thread_id: threadId, inbox_id: mailboxId } = row
    if (kind === "notification" || threadId === null || mailboxId === null) return []
    return [{ id: row.id, mailboxId, threadId, kind, ...presentDelivery(row, now), recipients: row.recipients }]
  })
}

type Delivery = Pick<OutgoingMail, "state" | "unsure" | "problem" | "attempts" | "nextAttemptAt" | "sentAt">

export function presentDelivery(row: Omit<OutgoingRow, "kind">, now: Date): Delivery {
  const { state, unsure, problem, attempts } = row
  const isLate = now.getTime() - row.created_at.getTime() >= delayedMs
  return {
    state: state === "waiting" && isLate ? "delayed" : state,
    unsure,
    ...(problem !== null && { problem }),
    attempts,
    ...(state === "waiting" && { nextAttemptAt: timestamp(row.due_at) }),
    ...(row.sent_at !== null && { sentAt: timestamp(row.sent_at) }),
  }
}
