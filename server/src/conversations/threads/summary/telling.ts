import { type Db, early, sql } from "../../../db/db.ts"
import { ask, type Shared } from "../../../db/group.ts"
import type { TellingThread } from "./derive.ts"

interface TellingRow {
  id: number
  conversation_id: number
  type: string
  state: string
  created_at: Date
  created_by_id: number | null
  has_attachments: boolean
  scheduled_for: Date | null
  scheduled_by_id: number | null
  unschedule_on_customer_reply: boolean | null
}

/** Every thread with what the conversation tells of it, in the order in which they were made. */
export function listTellingThreads(db: Db, conversationId: number): Promise<(TellingThread & { id: number })[]> {
  return ask(db, tellingThreads, conversationId)
}

const tellingThreads: Shared<number, (TellingThread & { id: number })[]> = {
  async alone(db, conversationId) {
    const rows = await db.many<TellingRow>(sql`${selectTelling} where conversation_id = ${conversationId} order by id`)
    return rows.map(told)
  },
  async together(db, conversationIds) {
    const rows = await db.many<TellingRow>(
      sql`${selectTelling} where conversation_id = any(${conversationIds}::bigint[]) order by id`,
    )
    const byConversation = Map.groupBy(rows, ({ conversation_id }) => conversation_id)
    return conversationIds.map((id) => (byConversation.get(id) ?? []).map(told))
  },
}

const selectTelling = sql`${early}
  select id, conversation_id, type, state, created_at, created_by_id, scheduled_for, scheduled_by_id,
    unschedule_on_customer_reply, exists (select from attachments where thread_id = threads.id) as has_attachments
  from threads`

function told(row: TellingRow): TellingThread & { id: number } {
  return {
    id: row.id,
    type: row.type,
    state: row.state,
    createdAt: row.created_at,
    ...(row.created_by_id !== null && { createdById: row.created_by_id }),
    attachments: row.has_attachments ? [true] : [],
    ...(row.scheduled_for !== null && {
      scheduled: {
        for: row.scheduled_for,
        byId: row.scheduled_by_id ?? 0,
        unscheduleOnCustomerReply: row.unschedule_on_customer_reply === true,
      },
    }),
  }
}

export async function findBody(db: Db, threadId: number): Promise<string | undefined> {
  return (await db.maybe<{ body: string }>(sql`select body from threads where id = ${threadId}`))?.body
}
