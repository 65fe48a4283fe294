import { type Db, sql } from "../../../db/db.ts"

/** Leaves a plain draft. */
export const unscheduled = sql`scheduled_by_id = null, send_as_id = null, scheduled_at = null, scheduled_for = null,
  unschedule_on_customer_reply = null, undoable = false`

/** Takes back those that give way to a customer's reply. Gives the conversations where there were any; they are held. */
export async function unscheduleYielding(db: Db, conversationIds: number[]): Promise<Set<number>> {
  if (conversationIds.length === 0) return new Set()
  const rows = await db.many<{ conversation_id: number }>(sql`update threads set ${unscheduled}
    where conversation_id = any(${conversationIds}::bigint[]) and scheduled_for is not null and unschedule_on_customer_reply
    returning conversation_id`)
  return new Set(rows.map((row) => row.conversation_id))
}
