import { type Db, sql } from "../../../db/db.ts"

/** Leaves a plain draft. */
export const unscheduled = sql`scheduled_by_id = null, send_as_id = null, scheduled_at = null, scheduled_for = null,
  unschedule_on_customer_reply = null, undoable = false`

/** Those that give way to a customer's reply; gives how many there were. The conversation is held. */
export function unscheduleYielding(db: Db, conversationId: number): Promise<number> {
  return db.run(sql`update threads set ${unscheduled}
    where conversation_id = ${conversationId} and scheduled_for is not null and unschedule_on_customer_reply`)
}
