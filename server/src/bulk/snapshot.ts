import { type HeldConversation, holdAnyConversation } from "../conversations/held.ts"
import { type Db, sql } from "../db/db.ts"
import type { Snapshot } from "./rules.ts"

/** Of a conversation that is held. */
export async function snapshotOf(db: Db, held: HeldConversation): Promise<Snapshot> {
  const { tag_ids: tagIds, fields } = await db.one<{ tag_ids: number[]; fields: Snapshot["fields"] }>(sql`
    select array(select tag_id from conversation_tags where conversation_id = ${held.id} order by tag_id) as tag_ids,
      coalesce((select json_agg(json_build_object('fieldId', field_id, 'value', value) order by field_id)
        from conversation_fields where conversation_id = ${held.id}), '[]') as fields`)
  const { snoozed_until: until, snoozed_by_id: byId } = held
  return {
    status: held.status,
    closedAt: held.closed_at?.toISOString() ?? null,
    state: held.state as Snapshot["state"],
    inboxId: held.inbox_id,
    assigneeId: held.assignee_id,
    snooze:
      until && byId !== null
        ? { until: until.toISOString(), byId, unsnoozeOnCustomerReply: held.unsnooze_on_customer_reply === true }
        : null,
    tagIds,
    fields,
  }
}

/** Undefined where it is gone, as a draft is that was deleted. */
export async function snapshotNow(db: Db, conversationId: number): Promise<Snapshot | undefined> {
  const held = await holdAnyConversation(db, conversationId)
  return held && snapshotOf(db, held)
}
