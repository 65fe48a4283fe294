import type { ConversationFields } from "@deskhand/contract/conversations/conversation-change"
import { type Db, sql } from "../../db/db.ts"
import { type FieldValue, readFieldValues } from "../../inboxes/fields/values.ts"
import { changeConversation } from "../change.ts"
import { holdConversation } from "../held.ts"
import { insertConversationFields } from "../insert.ts"
import { lineText } from "../line-items.ts"
import type { Edit } from "./edit.ts"

/** The full set. */
export function setFields(db: Db, { fields }: ConversationFields, edit: Edit): Promise<void> {
  const { viewer, now } = edit
  return db.transaction(async (db) => {
    const conversation = await holdConversation(db, viewer, edit.conversationId)
    await edit.check(db)
    const wanted = await readFieldValues(db, conversation.inbox_id, fields)
    const held = await listFieldValues(db, conversation.id)
    const changed = differing(held, wanted)
    if (changed.length === 0) return
    await db.run(sql`delete from conversation_fields
      where conversation_id = ${conversation.id} and field_id = any(${changed}::bigint[])`)
    const renewed = wanted.filter(({ fieldId }) => changed.includes(fieldId))
    await insertConversationFields(db, [{ conversationId: conversation.id, fields: renewed }])
    const happening = {
      userId: viewer.userId,
      now,
      notes: [lineText("fields-changed", `changed ${(await listFieldNames(db, changed)).join(", ")}`)],
      events: [{ kind: "convo.custom-fields" as const, data: { fieldIds: changed } }],
    }
    await changeConversation(db, conversation, {}, happening)
  })
}

/** The fields that are not the same before and after. */
function differing(held: FieldValue[], wanted: FieldValue[]): number[] {
  const before = new Map(held.map(({ fieldId, value }) => [fieldId, value]))
  const after = new Map(wanted.map(({ fieldId, value }) => [fieldId, value]))
  return [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id))
}

export function listFieldValues(db: Db, conversationId: number): Promise<FieldValue[]> {
  return db.many(sql`select field_id as "fieldId", value
    from conversation_fields join custom_fields on custom_fields.id = field_id and deleted_at is null
    where conversation_id = ${conversationId}`)
}

export async function listFieldNames(db: Db, ids: number[]): Promise<string[]> {
  const rows = await db.many<{ name: string }>(
    sql`select name from custom_fields where id = any(${ids}::bigint[]) order by position, id`,
  )
  return rows.map((row) => row.name)
}
