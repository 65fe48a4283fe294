import type { CustomFieldType } from "@deskhand/contract/inboxes/custom-field"
import { type Db, sql } from "../../db/db.ts"
import type { PageRequest } from "../../http/hal.ts"
import { rowsOf } from "../../http/page-rows.ts"
import { type Viewer, visibleTo } from "../../http/viewer.ts"

export interface CustomFieldRow {
  id: number
  name: string
  type: CustomFieldType
  required: boolean
  position: number
  options: { id: number; order: number; label: string }[]
}

const columns = sql`id, name, type, required, position, coalesce((
  select json_agg(json_build_object('id', options.id, 'order', options.position, 'label', label)
    order by options.position, options.id)
  from custom_field_options options where field_id = custom_fields.id
), '[]') as options`

export function listCustomFields(
  db: Db,
  { viewer, inboxId }: { viewer: Viewer; inboxId: number },
  page: PageRequest,
): Promise<CustomFieldRow[]> {
  return db.many(sql`
    select ${columns} from custom_fields
    where inbox_id = ${inboxId} and deleted_at is null and ${visibleTo(viewer, sql`inbox_id`)}
    order by position, id ${rowsOf(page)}`)
}

export async function countCustomFields(db: Db, inboxId: number): Promise<number> {
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from custom_fields where inbox_id = ${inboxId} and deleted_at is null`,
  )
  return total
}

export interface FieldPlace {
  inboxId: number
  id: number
}

export function findCustomField(
  db: Db,
  viewer: Viewer,
  { inboxId, id }: FieldPlace,
): Promise<CustomFieldRow | undefined> {
  return db.maybe(sql`
    select ${columns} from custom_fields
    where id = ${id} and inbox_id = ${inboxId} and deleted_at is null and ${visibleTo(viewer, sql`inbox_id`)}`)
}
