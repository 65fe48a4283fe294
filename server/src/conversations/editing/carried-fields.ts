import { type Db, sql } from "../../db/db.ts"
import type { HeldConversation } from "../held.ts"
import { insertConversationFields } from "../insert.ts"
import { type LineText, lineText } from "../line-items.ts"

export interface CarriedValue {
  conversation_id: number
  name: string
  text: string
  /** Of the field of the same name and type in the other inbox, if it has one. */
  field_id: number | null
  value: string | null
}

/**
 * Fields belong to an inbox. Values go over to the fields of the same name and type; what finds no place there is
 * written down in a line item, so that it is not lost.
 */
export async function carryFields(db: Db, { id }: HeldConversation, inboxId: number): Promise<LineText[]> {
  const values = await listCarriedValues(db, [id], inboxId)
  if (values.length === 0) return []
  await db.run(sql`delete from conversation_fields where conversation_id = ${id}`)
  const carried = values.flatMap(({ field_id: fieldId, value }) =>
    fieldId === null || value === null ? [] : [{ fieldId, value }],
  )
  await insertConversationFields(db, [{ conversationId: id, fields: carried }])
  return values.filter(({ field_id: fieldId }) => fieldId === null).flatMap(leftBehind)
}

/** What these conversations have in their fields, as the inbox could hold it. */
export async function listCarriedValues(db: Db, conversationIds: number[], inboxId: number): Promise<CarriedValue[]> {
  // So that none of them goes or changes its type before the values are there.
  await db.run(sql`select from custom_fields where inbox_id = ${inboxId} order by id for key share`)
  return db.many(sql`
    select held.conversation_id, old.name, coalesce(old_option.label, held.value) as text,
      case when old.type <> 'dropdown' or new_option.id is not null then new.id end as field_id,
      coalesce(new_option.id::text, held.value) as value
    from conversation_fields held
    join custom_fields old on old.id = held.field_id and old.deleted_at is null
    left join custom_field_options old_option on old_option.field_id = old.id and old_option.id::text = held.value
    left join custom_fields new on new.inbox_id = ${inboxId} and new.deleted_at is null
      and lower(new.name) = lower(old.name) and new.type = old.type
    left join custom_field_options new_option
      on new_option.field_id = new.id and lower(new_option.label) = lower(old_option.label)
    where held.conversation_id = any(${conversationIds}::bigint[])
    order by held.conversation_id, old.position, old.id`)
}

/** Short enough for the sentence of a line item, with the author's name before it. */
const pieceLength = 700

/** A long value takes several line items. */
export function leftBehind({ name, text }: CarriedValue): LineText[] {
  const pieces = Math.ceil(text.length / pieceLength)
  return Array.from({ length: pieces }, (_, index) => {
    const piece = text.slice(index * pieceLength, (index + 1) * pieceLength)
    return lineText("fields-changed", `left behind ${name}${index === 0 ? "" : ", continued"}: ${piece}`)
  })
}
