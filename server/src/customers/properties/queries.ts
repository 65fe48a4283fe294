import type { PropertyType } from "@deskhand/contract/customers/customer"
import { type Db, type Sql, sql } from "../../db/db.ts"

export interface DefinitionRow {
  id: number
  slug: string
  name: string
  type: PropertyType
  options: PropertyOption[]
}

export interface PropertyOption {
  id: string
  label: string
}

const columns = sql`id, slug, name, type, coalesce((
  select json_agg(json_build_object('id', option.id, 'label', option.label) order by option.position, option.label)
  from customer_property_options option where option.property_id = customer_properties.id), '[]') as options`

/** In the order in which they were made. */
export function listDefinitions(db: Db): Promise<DefinitionRow[]> {
  return db.many(sql`select ${columns} from customer_properties where deleted_at is null order by id`)
}

/** None of them goes while this transaction lasts. */
export function holdDefinitions(db: Db, slugs: string[]): Promise<DefinitionRow[]> {
  return db.many(sql`select ${columns} from customer_properties
    where slug = any(${slugs}::text[]) and deleted_at is null order by id for key share of customer_properties`)
}

export function findDefinition(db: Db, slug: string): Promise<DefinitionRow | undefined> {
  return db.maybe(sql`select ${columns} from customer_properties where slug = ${slug} and deleted_at is null`)
}

export function lockDefinition(db: Db, slug: string): Promise<{ id: number } | undefined> {
  return db.maybe(sql`select id from customer_properties where slug = ${slug} and deleted_at is null for update`)
}

/** The last one with the slug and type that was deleted after `since`. */
export function lockDeletedDefinition(
  db: Db,
  { slug, type, since }: { slug: string; type: PropertyType; since: Date },
): Promise<DefinitionRow | undefined> {
  return db.maybe(sql`
    select ${columns} from customer_properties where slug = ${slug} and type = ${type} and deleted_at > ${since}
    order by deleted_at desc, id desc limit 1 for update`)
}

/** Whoever makes one waits for whoever else does, so that together they keep to the limit. */
export async function countDefinitions(db: Db): Promise<number> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended('customer_properties', 0))`)
  return (
    await db.one<{ total: number }>(sql`select count(*) as total from customer_properties where deleted_at is null`)
  ).total
}

export async function insertDefinition(
  db: Db,
  { slug, name, type, now }: { slug: string; name: string; type: PropertyType; now: Date },
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into customer_properties (slug, name, type, created_at) values (${slug}, ${name}, ${type}, ${now})
    returning id`)
  return id
}

export async function restoreDefinition(db: Db, { id, name }: { id: number; name: string }): Promise<void> {
  await db.run(sql`update customer_properties set name = ${name}, deleted_at = null where id = ${id}`)
}

export async function replaceOptions(db: Db, propertyId: number, options: PropertyOption[]): Promise<void> {
  await db.run(sql`delete from customer_property_options where property_id = ${propertyId}`)
  await db.run(sql`insert into customer_property_options (property_id, id, label, position)
    select ${propertyId}, id, label, place
    from unnest(${options.map(({ id }) => id)}::uuid[], ${options.map(({ label }) => label)}::text[])
      with ordinality as given (id, label, place)`)
}

/** So many at once that no statement takes long, however many customers have a value. */
const batchSize = 20_000

async function deleteValues(db: Db, which: Sql, signal?: AbortSignal): Promise<void> {
  let gone: number
  do {
    signal?.throwIfAborted()
    gone = await db.run(sql`delete from customer_property_values where ctid = any(array(
      select ctid from customer_property_values where ${which} limit ${batchSize}))`)
  } while (gone === batchSize)
}

/** Of those that are left, each value is one of the options. */
export function deleteOtherValues(db: Db, propertyId: number, options: PropertyOption[]): Promise<void> {
  const ids = options.map(({ id }) => id)
  return deleteValues(db, sql`property_id = ${propertyId} and value <> all(${ids}::text[])`)
}

/** It is there for nobody, until it is restored or removed for good. */
export async function markDeleted(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update customer_properties set deleted_at = ${now} where id = ${id}`)
}

/** With their values. Each is locked, so that nobody restores it at the same time. */
export async function removeDeletedDefinitions(db: Db, before: Date, signal: AbortSignal): Promise<void> {
  const deleted = await db.many<{ id: number }>(
    sql`select id from customer_properties where deleted_at <= ${before} order by id`,
  )
  for (const { id } of deleted)
    await db.transaction(async (db) => {
      const held = await db.run(
        sql`select from customer_properties where id = ${id} and deleted_at <= ${before} for update`,
      )
      if (held === 0) return
      await deleteValues(db, sql`property_id = ${id}`, signal)
      await db.run(sql`delete from customer_properties where id = ${id}`)
    })
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
