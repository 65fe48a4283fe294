import type { PropertyType } from "@deskhand/contract/customers/customer"
import { type Db, sql } from "../../db/db.ts"

export interface DefinitionRow {
  id: number
  slug: string
  name: string
  type: PropertyType
  options: string[]
}

const columns = sql`id, slug, name, type, options`

/** In the order in which they were made. */
export function listDefinitions(db: Db): Promise<DefinitionRow[]> {
  return db.many(sql`select ${columns} from organization_properties where deleted_at is null order by id`)
}

export function findDefinition(db: Db, slug: string): Promise<DefinitionRow | undefined> {
  return db.maybe(sql`select ${columns} from organization_properties where slug = ${slug} and deleted_at is null`)
}

export function lockDefinition(db: Db, slug: string): Promise<DefinitionRow | undefined> {
  return db.maybe(sql`
    select ${columns} from organization_properties where slug = ${slug} and deleted_at is null for update`)
}

/** The last one with the slug and type that was deleted after `since`. */
export function lockDeletedDefinition(
  db: Db,
  { slug, type, since }: { slug: string; type: PropertyType; since: Date },
): Promise<{ id: number } | undefined> {
  return db.maybe(sql`
    select id from organization_properties where slug = ${slug} and type = ${type} and deleted_at > ${since}
    order by deleted_at desc, id desc limit 1 for update`)
}

/** Whoever makes one waits for whoever else does, so that together they keep to the limit. */
export async function countDefinitions(db: Db): Promise<number> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended('organization_properties', 0))`)
  return (
    await db.one<{ total: number }>(sql`select count(*) as total from organization_properties where deleted_at is null`)
  ).total
}

export async function insertDefinition(
  db: Db,
  { slug, name, type, labels, now }: { slug: string; name: string; type: PropertyType; labels: string[]; now: Date },
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into organization_properties (slug, name, type, options, created_at)
    values (${slug}, ${name}, ${type}, ${labels}, ${now}) returning id`)
  return id
}

export async function updateDefinition(
  db: Db,
  { id, name, labels }: { id: number; name: string; labels: string[] },
): Promise<void> {
  await db.run(sql`update organization_properties set name = ${name}, options = ${labels} where id = ${id}`)
}

/** Of those that are left, each value is one of the options. */
export async function deleteOtherValues(db: Db, propertyId: number, labels: string[]): Promise<void> {
  await db.run(sql`delete from organization_property_values
    where property_id = ${propertyId} and value <> all(${labels}::text[])`)
}

/** It is there for nobody, until it is restored or removed for good. */
export async function markDeleted(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update organization_properties set deleted_at = ${now} where id = ${id}`)
}

export async function restoreDefinition(db: Db, id: number): Promise<void> {
  await db.run(sql`update organization_properties set deleted_at = null where id = ${id}`)
}

/** With their values. */
export async function removeDeletedDefinitions(db: Db, before: Date): Promise<void> {
  await db.run(sql`delete from organization_properties where deleted_at <= ${before}`)
}

export async function upsertValue(
  db: Db,
  { organizationId, propertyId, value }: { organizationId: number; propertyId: number; value: string },
): Promise<void> {
  await db.run(sql`
    insert into organization_property_values (organization_id, property_id, value)
    values (${organizationId}, ${propertyId}, ${value})
    on conflict (organization_id, property_id) do update set value = excluded.value`)
}

/** Gives whether there was one. */
export async function deleteValue(db: Db, organizationId: number, propertyId: number): Promise<boolean> {
  const gone = await db.run(sql`delete from organization_property_values
    where organization_id = ${organizationId} and property_id = ${propertyId}`)
  return gone > 0
}
