import type { PropertyType } from "@deskhand/contract/customer"
import { type Db, sql } from "../../db/db.ts"

export interface DefinitionRow {
  id: number
  slug: string
  name: string
  type: PropertyType
  options: { id: string; label: string }[]
}

const columns = sql`id, slug, name, type, coalesce((
  select json_agg(json_build_object('id', option.id, 'label', option.label) order by option.position, option.label)
  from customer_property_options option where option.property_id = customer_properties.id), '[]') as options`

/** In the order in which they were made. */
export function listDefinitions(db: Db): Promise<DefinitionRow[]> {
  return db.many(sql`select ${columns} from customer_properties order by id`)
}

/** None of them goes while this transaction lasts. */
export function holdDefinitions(db: Db, slugs: string[]): Promise<DefinitionRow[]> {
  return db.many(sql`select ${columns} from customer_properties where slug = any(${slugs}::text[])
    order by id for key share of customer_properties`)
}

export function findDefinition(db: Db, slug: string): Promise<DefinitionRow | undefined> {
  return db.maybe(sql`select ${columns} from customer_properties where slug = ${slug}`)
}

export function lockDefinition(db: Db, slug: string): Promise<{ id: number } | undefined> {
  return db.maybe(sql`select id from customer_properties where slug = ${slug} for update`)
}

/** Whoever makes one waits for whoever else does, so that together they keep to the limit. */
export async function countDefinitions(db: Db): Promise<number> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended('customer_properties', 0))`)
  return (await db.one<{ total: number }>(sql`select count(*) as total from customer_properties`)).total
}

export async function insertDefinition(
  db: Db,
  { slug, name, type, labels, now }: { slug: string; name: string; type: PropertyType; labels: string[]; now: Date },
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into customer_properties (slug, name, type, created_at) values (${slug}, ${name}, ${type}, ${now})
    returning id`)
  await db.run(sql`insert into customer_property_options (property_id, label, position)
    select ${id}, label, place from unnest(${labels}::text[]) with ordinality as given (label, place)`)
  return id
}

/** So many at once that no statement takes long, however many customers have a value. */
const batchSize = 20_000

export async function deleteDefinition(db: Db, id: number): Promise<void> {
  let gone: number
  do
    gone = await db.run(sql`delete from customer_property_values where ctid = any(array(
      select ctid from customer_property_values where property_id = ${id} limit ${batchSize}))`)
  while (gone === batchSize)
  await db.run(sql`delete from customer_properties where id = ${id}`)
}

export interface StoredValue {
  propertyId: number
  /** Null takes it away. */
  value: string | null
}

export async function writeValues(db: Db, customerId: number, values: StoredValue[]): Promise<void> {
  for (const { propertyId, value } of values)
    await db.run(
      value === null
        ? sql`delete from customer_property_values where customer_id = ${customerId} and property_id = ${propertyId}`
        : sql`insert into customer_property_values (customer_id, property_id, value, source_name)
            values (${customerId}, ${propertyId}, ${value}, 'api')
            on conflict (customer_id, property_id) do update set value = excluded.value, source_name = excluded.source_name`,
    )
}
