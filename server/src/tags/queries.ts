import { type Db, sql } from "../db/db.ts"
import type { PageRequest } from "../http/hal.ts"
import { rowsOf } from "../http/page-rows.ts"
import { type Viewer, visibleTo } from "../http/viewer.ts"

export interface TagRow {
  id: number
  name: string
  slug: string
  color: string
  created_at: Date
  updated_at: Date
}

export interface CountedTagRow extends TagRow {
  ticket_count: number
  /** Where it becomes another one. */
  merging: { intoId: number; total: number; done: number } | null
}

const columns = sql`id, name, slug, color, created_at, updated_at`

function ticketCount(viewer: Viewer) {
  return sql`(select coalesce(sum(amount), 0) from tag_totals where tag_id = tags.id
    and home_folder not in ('deleted', 'drafts') and ${visibleTo(viewer, sql`inbox_id`)}) as ticket_count,
    (select json_build_object('intoId', into_id, 'total', total, 'done', done) from tag_merges
      where tag_id = tags.id) as merging`
}

export function listTags(db: Db, viewer: Viewer, page: PageRequest): Promise<CountedTagRow[]> {
  return db.many(sql`
    select ${columns}, ${ticketCount(viewer)} from tags
    order by lower(name), id ${rowsOf(page)}`)
}

export async function countTags(db: Db): Promise<number> {
  return (await db.one<{ total: number }>(sql`select count(*) as total from tags`)).total
}

export function findTag(db: Db, viewer: Viewer, id: number): Promise<CountedTagRow | undefined> {
  return db.maybe(sql`select ${columns}, ${ticketCount(viewer)} from tags where id = ${id}`)
}

export function lockTag(db: Db, id: number): Promise<TagRow | undefined> {
  return db.maybe(sql`select ${columns} from tags where id = ${id} for update`)
}

/** In one order for all. */
export function lockTags(db: Db, ids: number[]): Promise<TagRow[]> {
  return db.many(sql`select ${columns} from tags where id = any(${ids}::bigint[]) order by id for update`)
}

export function insertTag(db: Db, tag: { name: string; slug: string; color: string; now: Date }): Promise<TagRow> {
  return db.one(sql`
    insert into tags (name, slug, color, created_at, updated_at)
    values (${tag.name}, ${tag.slug}, ${tag.color}, ${tag.now}, ${tag.now}) returning ${columns}`)
}

/** In any case. */
export function listTagsNamed(db: Db, names: string[]): Promise<{ id: number; name: string }[]> {
  return db.many(sql`select id, name from tags
    where lower(name) in (select lower(given) from unnest(${names}::text[]) as given)`)
}

/** They stay until the transaction ends: nobody deletes them meanwhile. */
export function holdTagsNamed(db: Db, names: string[]): Promise<{ id: number; name: string }[]> {
  return db.many(sql`select id, name from tags
    where lower(name) in (select lower(given) from unnest(${names}::text[]) as given) order by id for key share`)
}

/** The same by id. */
export async function holdTags(db: Db, ids: number[]): Promise<void> {
  if (ids.length > 0) await db.run(sql`select from tags where id = any(${ids}::bigint[]) order by id for key share`)
}

/**
 * Where somebody else has just made it, theirs. Two names may have one slug ("a b" and "a-b"): then the later one's
 * has a mark behind it.
 */
export function insertMissingTag(
  db: Db,
  tag: { name: string; slug: string; color: string; now: Date },
): Promise<{ id: number; is_new: boolean }> {
  return db.one(sql`
    insert into tags (name, slug, color, created_at, updated_at)
    select ${tag.name}, case when exists (select from tags where slug = ${tag.slug})
      then left(${tag.slug}, 60) || '-' || left(md5(lower(${tag.name})), 8) else ${tag.slug} end,
      ${tag.color}, ${tag.now}, ${tag.now}
    on conflict (lower(name)) do update set name = tags.name returning id, xmax = 0 as is_new`)
}

export async function updateTag(
  db: Db,
  tag: { id: number; name: string; slug: string; color: string; now: Date },
): Promise<void> {
  await db.run(sql`update tags set name = ${tag.name}, slug = ${tag.slug}, color = ${tag.color}, updated_at = ${tag.now}
    where id = ${tag.id}`)
}

export async function deleteTag(db: Db, id: number): Promise<void> {
  // Its words may stay in the search documents (db/schema/14-search.sql).
  await db.run(sql`select set_config('deskhand.word_goes', 'on', true)`)
  await db.run(sql`delete from conversation_tags where tag_id = ${id}`)
  await db.run(sql`select set_config('deskhand.word_goes', 'off', true)`)
  await db.run(sql`delete from tags where id = ${id}`)
}

/** By id, for conversations that carry them. */
export async function mapTags(db: Db, ids: Iterable<number>): Promise<Map<number, TagRow>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await db.many<TagRow>(sql`select ${columns} from tags where id = any(${wanted}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}
