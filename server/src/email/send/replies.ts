import { type Db, sql } from "../../db/db.ts"
import type { EventRow } from "../../events/queries.ts"
import type { NewMail, Recipient } from "./owe.ts"

interface ReplyRow {
  id: number
  conversation_id: number
  type: "message" | "forwardchild"
  to: string[]
  cc: string[]
  bcc: string[]
  inbox_id: number
  inbox_email: string
}

/** What agents wrote to customers and others, as soon as it is published. What was imported no such event names. */
export async function repliesIn(db: Db, events: EventRow[]): Promise<NewMail[]> {
  const threadIds = events.flatMap(namedThreads)
  if (threadIds.length === 0) return []
  const rows = await db.many<ReplyRow>(sql`
    select t.id, t.conversation_id, t.type, t.to_addresses as to, t.cc, t.bcc, c.inbox_id, i.email as inbox_email
    from threads t join conversations c on c.id = t.conversation_id join inboxes i on i.id = c.inbox_id
    where t.id = any(${threadIds}::bigint[]) and t.type in ('message', 'forwardchild')
      and t.state in ('published', 'hidden')
    order by t.id`)
  return rows.map((row) => ({
    inboxId: row.inbox_id,
    kind: row.type === "message" ? ("reply" as const) : ("forward" as const),
    conversationId: row.conversation_id,
    threadId: row.id,
    from: row.inbox_email,
    recipients: [...withRole("to", row.to), ...withRole("cc", row.cc), ...withRole("bcc", row.bcc)],
  }))
}

function namedThreads({ kind, data }: EventRow): number[] {
  if (kind !== "convo.agent.reply.created" && kind !== "convo.created") return []
  const { threadId, threadIds } = data as { threadId?: number; threadIds?: number[] }
  return threadIds ?? (threadId === undefined ? [] : [threadId])
}

function withRole(role: Recipient["role"], addresses: string[]): Recipient[] {
  return addresses.map((address) => ({ address, role }))
}
