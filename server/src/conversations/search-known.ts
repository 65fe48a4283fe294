import { type Db, type Sql, sql } from "../db/db.ts"
import { type Query, termsOf } from "../search/tree.ts"

/** What a query names that the index of words knows by its number. */
export interface Known {
  customers: Map<string, number>
  tags: Map<string, number>
  /** The marks of all that there are, by the field that asks for any, where they are not too many. */
  any: Map<string, string[]>
}

export async function knownIn(db: Db, query: Query): Promise<Known> {
  return { customers: await mapCustomers(db, query), tags: await mapTags(db, query), any: await mapAny(db, query) }
}

export const tagWord = (id: number) => `+${id}`

/** No conversation has it. */
export const noTag = 0

export function addressOf(text: string): string {
  return text.trim().toLowerCase()
}

/** By the addresses in the query. */
async function mapCustomers(db: Db, query: Query): Promise<Map<string, number>> {
  const addresses = termsOf(query)
    .flatMap(({ value }) => ("text" in value ? [addressOf(value.text)] : []))
    .filter((text) => text.includes("@"))
  if (addresses.length === 0) return new Map()
  const rows = await db.many<{ address: string; customer_id: number }>(sql`
    select address, customer_id from unnest(${addresses}::text[]) as address
    join customer_emails on lower(value) = lower(address)`)
  return new Map(rows.map(({ address, customer_id }) => [address, customer_id]))
}

/** By the names in the query. */
async function mapTags(db: Db, query: Query): Promise<Map<string, number>> {
  const names = termsOf(query).flatMap(({ field, value }) =>
    field?.toLowerCase() === "tag" && "text" in value ? [value.text] : [],
  )
  if (names.length === 0) return new Map()
  const rows = await db.many<{ name: string; id: number }>(sql`
    select given as name, id from unnest(${names}::text[]) as given join tags on lower(tags.name) = lower(given)`)
  return new Map(rows.map(({ name, id }) => [name, id]))
}

/** Of more, each conversation is looked at by itself. */
const mostMarks = 200

/** Fields that have a mark for each of these. */
const markedFields = new Map<string, { from: Sql; markOf: (id: number) => string }>([
  ["tag", { from: sql`tags`, markOf: tagWord }],
  ["replyuserids", { from: sql`users`, markOf: (id) => `#${id}` }],
])

/** Whether it asks for any value of a field that has marks. */
export function asksForAny(query: Query): boolean {
  return anyFieldsIn(query).size > 0
}

function anyFieldsIn(query: Query): Set<string> {
  const names = termsOf(query).flatMap(({ field = "", value }) => (value.kind === "any" ? [field.toLowerCase()] : []))
  return new Set(names.filter((name) => markedFields.has(name)))
}

async function mapAny(db: Db, query: Query): Promise<Map<string, string[]>> {
  const marks = new Map<string, string[]>()
  for (const name of anyFieldsIn(query)) {
    const { from, markOf } = markedFields.get(name)!
    const rows = await db.many<{ id: number }>(sql`select id from ${from} order by id limit ${mostMarks + 1}`)
    if (rows.length > 0 && rows.length <= mostMarks)
      marks.set(
        name,
        rows.map(({ id }) => markOf(id)),
      )
  }
  return marks
}
