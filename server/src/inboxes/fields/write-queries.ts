import type { CustomFieldType } from "@deskhand/contract/inboxes/custom-field"
import { type Db, sql } from "../../db/db.ts"
import type { FieldPlace } from "./queries.ts"

export interface LockedField {
  id: number
  name: string
  type: CustomFieldType
  required: boolean
  position: number
}

/** Waits for whoever is giving it a value, and lets nobody begin to. */
export function lockField(db: Db, { inboxId, id }: FieldPlace): Promise<LockedField | undefined> {
  return db.maybe(sql`
    select id, name, type, required, position from custom_fields
    where id = ${id} and inbox_id = ${inboxId} and deleted_at is null for update`)
}

/** Last, where no place is given. */
export async function insertField(
  db: Db,
  field: {
    inboxId: number
    name: string
    type: CustomFieldType
    required: boolean
    position: number | undefined
    now: Date
  },
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into custom_fields (inbox_id, name, type, required, position, created_at, updated_at)
    values (${field.inboxId}, ${field.name}, ${field.type}, ${field.required}, coalesce(${field.position ?? null}::integer,
      (select max(position) + 1 from custom_fields where inbox_id = ${field.inboxId} and deleted_at is null), 1),
      ${field.now}, ${field.now}) returning id`)
  return id
}

export async function updateField(db: Db, field: LockedField & { now: Date }): Promise<void> {
  await db.run(sql`update custom_fields set name = ${field.name}, type = ${field.type}, required = ${field.required},
    position = ${field.position}, updated_at = ${field.now} where id = ${field.id}`)
}

/** Short ones are looked for first, because they have an index by field. */
export async function hasValues(db: Db, fieldId: number): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (select from conversation_fields where field_id = ${fieldId} and char_length(value) <= 255)
      or exists (select from conversation_fields where field_id = ${fieldId} and char_length(value) > 255) as found`)
  return found
}

export async function listOptionIds(db: Db, fieldId: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select id from custom_field_options where field_id = ${fieldId} order by position, id`)
  return rows.map(({ id }) => id)
}

/** One of these that some conversation has. */
export function findChosenOption(db: Db, fieldId: number, ids: number[]): Promise<{ label: string } | undefined> {
  return db.maybe(sql`
    select label from custom_field_options options
    where field_id = ${fieldId} and id = any(${ids}::bigint[]) and exists (
      select from conversation_fields where field_id = ${fieldId} and value = options.id::text
        and char_length(value) <= 255)
    order by id limit 1`)
}

export async function deleteOptions(db: Db, fieldId: number, ids: number[]): Promise<void> {
  await db.run(sql`delete from custom_field_options where field_id = ${fieldId} and id = any(${ids}::bigint[])`)
}

export interface OptionRow {
  /** Undefined for a new one. */
  id: number | undefined
  label: string
  position: number
}

export async function writeOptions(db: Db, fieldId: number, options: OptionRow[]): Promise<void> {
  // Two may exchange their labels, which are unique at every moment: so all lose theirs first.
  await db.run(sql`update custom_field_options set label = chr(1) || id where field_id = ${fieldId}`)
  for (const { id, label, position } of options)
    await db.run(
      id === undefined
        ? sql`insert into custom_field_options (field_id, label, position) values (${fieldId}, ${label}, ${position})`
        : sql`update custom_field_options set label = ${label}, position = ${position} where id = ${id}`,
    )
}

/** From now on nobody sees it or its values. */
export async function markFieldDeleted(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update custom_fields set deleted_at = ${now} where id = ${id}`)
}

export async function isFieldDeleted(db: Db, id: number): Promise<boolean> {
  return (await db.maybe(sql`select from custom_fields where id = ${id} and deleted_at is not null`)) !== undefined
}

/** The conversation that so many values of whatever field lie before, counted from this one; undefined at the end. */
export async function findNextHolder(db: Db, from: number, values: number): Promise<number | undefined> {
  const { next } = await db.one<{ next: number | null }>(sql`
    select max(conversation_id) + 1 as next
    from (select conversation_id from conversation_fields where conversation_id >= ${from}
      order by conversation_id limit ${values}) as looked_at`)
  return next ?? undefined
}

/** Of conversations from `from` to below `to`. Their words may stay in the search documents (db/schema/14-search.sql). */
export function deleteValues(
  db: Db,
  { fieldId, from, to }: { fieldId: number; from: number; to: number },
): Promise<void> {
  return db.transaction(async (db) => {
    await db.run(sql`select set_config('deskhand.word_goes', 'on', true)`)
    await db.run(sql`
      delete from conversation_fields
      where conversation_id >= ${from} and conversation_id < ${to} and field_id = ${fieldId}`)
  })
}
