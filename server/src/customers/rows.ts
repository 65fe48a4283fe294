import { type Db, join, sql } from "../db/db.ts"
import { entryKinds } from "./entries.ts"
import { type CustomerRow, type EntryKind, ownColumns, tableOf, valuesWithLabels } from "./queries.ts"

export type ListedCustomerRow = Omit<CustomerRow, "conversation_count">

/**
 * Of many, in no order. What they have several of is read for all of them at once: to gather it for each customer by
 * itself takes PostgreSQL four times as long.
 */
export async function listCustomerRows(db: Db, ids: number[]): Promise<ListedCustomerRow[]> {
  const [rows, parts] = await Promise.all([
    db.many<Omit<ListedCustomerRow, EntryKind | "properties">>(
      sql`select ${ownColumns} from customers where id = any(${ids}::bigint[])`,
    ),
    mapParts(db, ids),
  ])
  return rows.map((row) => {
    const parted = parts.get(row.id) ?? []
    const entries = (kind: EntryKind) => parted.filter((part) => part.kind === kind).map(entryOf)
    return {
      ...row,
      emails: entries("emails"),
      phones: entries("phones"),
      chats: entries("chats"),
      social_profiles: entries("social_profiles"),
      websites: entries("websites"),
      properties: parted.filter(({ kind }) => kind === "properties").map(propertyOf),
    } as ListedCustomerRow
  })
}

interface PartRow {
  kind: EntryKind | "properties"
  customer_id: number
  /** Of the entry or of the property. */
  id: number
  value: string
  /** Of an entry; websites have none. */
  type: string | null
  /** Of a property: the label of the option, or the value. */
  text: string | null
  source_name: string | null
}

/** By customer, in the order in which they were made. */
async function mapParts(db: Db, ids: number[]): Promise<Map<number, PartRow[]>> {
  const entries = entryKinds.map((kind) => {
    const type = kind === "websites" ? sql`null` : sql`type`
    return sql`select ${kind}::text as kind, customer_id, id, value, ${type} as type, null as text, null as source_name
      from ${tableOf(kind)} where customer_id = any(${ids}::bigint[])`
  })
  const values = sql`select 'properties', v.customer_id, v.property_id, v.value, null, coalesce(o.label, v.value), v.source_name
    from ${valuesWithLabels} where v.customer_id = any(${ids}::bigint[])`
  const rows = await db.many<PartRow>(join([...entries, values], " union all "))
  return Map.groupBy(
    rows.sort((one, other) => one.id - other.id),
    (row) => row.customer_id,
  )
}

function entryOf({ id, value, type }: PartRow) {
  return { id, value, ...(type !== null && { type }) }
}

function propertyOf({ id, value, text, source_name }: PartRow) {
  return { property_id: id, value, text, source_name }
}
