import type { ViewFilters } from "@deskhand/contract/conversations/view"
import { type Db, type Sql, sql } from "../db/db.ts"
import type { PageRequest } from "../http/hal.ts"
import { rowsOf } from "../http/page-rows.ts"
import type { Viewer } from "../http/viewer.ts"

export interface ViewRow {
  id: number
  user_id: number
  name: string
  filters: ViewFilters
  shared: boolean
  position: number
  created_at: Date
  updated_at: Date
}

const columns = sql`id, user_id, name, filters, shared, position, created_at, updated_at`

function seenBy({ userId }: Viewer): Sql {
  return sql`(shared or user_id = ${userId})`
}

export function listViews(db: Db, viewer: Viewer, page: PageRequest): Promise<ViewRow[]> {
  return db.many(sql`
    select ${columns} from views where ${seenBy(viewer)} order by position, id ${rowsOf(page)}`)
}

/** All of them, by name alone. */
export function listViewNames(db: Db, viewer: Viewer): Promise<{ id: number; name: string }[]> {
  return db.many(sql`select id, name from views where ${seenBy(viewer)} order by position, id`)
}

export async function countViews(db: Db, viewer: Viewer): Promise<number> {
  return (await db.one<{ total: number }>(sql`select count(*) as total from views where ${seenBy(viewer)}`)).total
}

export function findView(db: Db, viewer: Viewer, id: number): Promise<ViewRow | undefined> {
  return db.maybe(sql`select ${columns} from views where id = ${id} and ${seenBy(viewer)}`)
}

export function lockView(db: Db, viewer: Viewer, id: number): Promise<ViewRow | undefined> {
  return db.maybe(sql`select ${columns} from views where id = ${id} and ${seenBy(viewer)} for update`)
}

/** Few desks have many; those that only look as if they named one are left as they are. */
export function lockViewsNamingTags(db: Db): Promise<ViewRow[]> {
  return db.many(sql`select ${columns} from views where filters::text ilike '%tag%' order by id for update`)
}

/** Holds the user, so that two of their windows count one after the other. */
export async function countOwnViews(db: Db, userId: number): Promise<number> {
  await db.run(sql`select from users where id = ${userId} for no key update`)
  return (await db.one<{ total: number }>(sql`select count(*) as total from views where user_id = ${userId}`)).total
}

export interface NewViewRow extends Pick<ViewRow, "name" | "filters" | "shared"> {
  userId: number
  order: number | undefined
  now: Date
}

export async function insertView(db: Db, view: NewViewRow): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into views (user_id, name, filters, shared, position, created_at, updated_at)
    values (${view.userId}, ${view.name}, ${JSON.stringify(view.filters)}::jsonb, ${view.shared},
      coalesce(${view.order ?? null}::integer, (select max(position) + 1 from views
        where user_id = ${view.userId} or shared), 0), ${view.now}, ${view.now}) returning id`)
  return id
}

export async function updateView(
  db: Db,
  view: Pick<ViewRow, "id" | "name" | "filters" | "shared" | "position"> & { now: Date },
): Promise<void> {
  await db.run(sql`
    update views set name = ${view.name}, filters = ${JSON.stringify(view.filters)}::jsonb, shared = ${view.shared},
      position = ${view.position}, updated_at = ${view.now} where id = ${view.id}`)
}

export async function deleteView(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from views where id = ${id}`)
}
