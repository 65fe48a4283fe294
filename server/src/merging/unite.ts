import type { Change } from "../conversations/change.ts"
import type { ChangeEvent } from "../conversations/change-events.ts"
import { listFieldNames, listFieldValues } from "../conversations/field-values.ts"
import type { HeldConversation } from "../conversations/held.ts"
import { insertConversationFields, insertConversationTags } from "../conversations/insert.ts"
import { type LineText, lineText } from "../conversations/line-items.ts"
import { leftBehind, listCarriedValues } from "../conversations/move.ts"
import { findCustomerEmail } from "../customers/queries.ts"
import { type Db, sql } from "../db/db.ts"
import { mapTags } from "../tags/queries.ts"

/** What it leaves behind in the conversation and in the feed. */
export interface Union {
  notes: LineText[]
  events: ChangeEvent[]
}

const nothing: Union = { notes: [], events: [] }

/** The tags of the sources come to those that are there. */
export async function uniteTags(db: Db, { id }: HeldConversation, sourceIds: number[]): Promise<Union> {
  const rows = await db.many<{ tag_id: number }>(sql`
    select distinct tag_id from conversation_tags where conversation_id = any(${sourceIds}::bigint[])
    except select tag_id from conversation_tags where conversation_id = ${id} order by tag_id`)
  const added = rows.map((row) => row.tag_id)
  if (added.length === 0) return nothing
  await insertConversationTags(db, id, added)
  const names = await mapTags(db, added)
  return {
    notes: [lineText("tags-changed", `changed the tags: added ${added.map((tag) => names.get(tag)?.name).join(", ")}`)],
    events: [{ kind: "convo.tags", data: { added, removed: [] } }],
  }
}

/** Values of the sources fill what is empty; what finds no place is written down in line items. */
export async function uniteFields(db: Db, target: HeldConversation, sourceIds: number[]): Promise<Union> {
  const values = await listCarriedValues(db, sourceIds, target.inbox_id)
  const held = new Map((await listFieldValues(db, target.id)).map(({ fieldId, value }) => [fieldId, value]))
  const filled = new Set<number>()
  const notes: LineText[] = []
  const ofSources = sourceIds.flatMap((id) => values.filter((carried) => carried.conversation_id === id))
  for (const carried of ofSources) {
    const { field_id: field, value } = carried
    if (field === null || value === null || (held.has(field) && held.get(field) !== value))
      notes.push(...leftBehind(carried))
    else if (!held.has(field)) {
      held.set(field, value)
      filled.add(field)
    }
  }
  if (filled.size === 0) return { notes, events: [] }
  await insertConversationFields(
    db,
    target.id,
    [...filled].map((fieldId) => ({ fieldId, value: held.get(fieldId) ?? "" })),
  )
  return {
    notes: [lineText("fields-changed", `changed ${(await listFieldNames(db, [...filled])).join(", ")}`), ...notes],
    events: [{ kind: "convo.custom-fields", data: { fieldIds: [...filled] } }],
  }
}

/** Whoever took part goes on taking part: other customers are copied, and so is who was. */
export async function uniteAddresses(
  db: Db,
  target: HeldConversation,
  sources: HeldConversation[],
): Promise<Pick<Change, "cc" | "bcc">> {
  const others: string[] = []
  for (const customerId of new Set(sources.map((source) => source.customer_id)))
    if (customerId !== target.customer_id) others.push((await findCustomerEmail(db, customerId)) ?? "")
  const own = (await findCustomerEmail(db, target.customer_id)) ?? ""
  const cc = distinct([...target.cc, ...others, ...sources.flatMap((source) => source.cc)], ["", own])
  return { cc, bcc: distinct([...target.bcc, ...sources.flatMap((source) => source.bcc)], [own, ...cc]) }
}

/** In whatever case they are written, and without those to leave out. */
function distinct(addresses: string[], without: string[]): string[] {
  const seen = new Set(without.map((address) => address.toLowerCase()))
  return addresses.filter((address) => {
    const key = address.toLowerCase()
    return !seen.has(key) && seen.add(key)
  })
}
