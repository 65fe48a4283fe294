import type { FolderType } from "@deskhand/contract/inboxes/folder"
import { type Db, type Sql, sql } from "../../db/db.ts"
import type { PageRequest } from "../../http/hal.ts"
import { rowsOf } from "../../http/page-rows.ts"
import { type Viewer, visibleTo } from "../../http/viewer.ts"

export interface FolderRow {
  id: number
  name: string
  type: FolderType
  updated_at: Date
  /** What a custom folder asks for; its counts are null, because only who runs that query knows them. */
  query: string | null
  team_id: number | null
  total_count: number | null
  active_count: number | null
}

/**
 * Home folders are known from the counters, and so are those of an assignee, who has what is assigned to them and
 * neither closed nor snoozed. Needs attention and the viewer's own drafts are few and have an index each.
 */
export function listFolders(
  db: Db,
  { viewer, inboxId }: { viewer: Viewer; inboxId: number },
  page: PageRequest,
): Promise<FolderRow[]> {
  return db.many(sql`${counted(viewer, inboxId)} order by position, folders.id ${rowsOf(page)}`)
}

export interface FolderPlace {
  inboxId: number
  id: number
}

export function findFolder(db: Db, viewer: Viewer, { inboxId, id }: FolderPlace): Promise<FolderRow | undefined> {
  return db.maybe(sql`${counted(viewer, inboxId)} and folders.id = ${id}`)
}

function counted(viewer: Viewer, inboxId: number): Sql {
  return sql`
    with cells as materialized (
      select home_folder, status, assignee_id, amount from conversation_totals
      where inbox_id = ${inboxId} and home_folder <> 'drafts'
    ), counts (type, assignee_id, total, active) as (
      select home_folder, 0, sum(amount), sum(amount) filter (where status = 'active') from cells group by home_folder
      union all
      select 'assigned', assignee_id, sum(amount), sum(amount) filter (where status = 'active') from cells
      where home_folder = 'assigned' group by assignee_id
      union all
      select 'needsattention', 0, count(*), count(*) filter (where status = 'active') from conversations
      where inbox_id = ${inboxId} and needs_attention and state = 'published'
      union all
      select 'drafts', 0, count(*), count(*) filter (where status = 'active') from conversations
      where inbox_id = ${inboxId} and state = 'draft' and created_by_user_id = ${viewer.userId}
    )
    select folders.id, name, folders.type, updated_at, query, team_id,
      case when folders.type <> 'custom' then coalesce(total, 0) end as total_count,
      case when folders.type <> 'custom' then coalesce(active, 0) end as active_count
    from folders left join counts
      on counts.type = case when folders.type in ('mytickets', 'team') then 'assigned' else folders.type end
      and counts.assignee_id = case folders.type when 'mytickets' then ${viewer.userId} else coalesce(team_id, 0) end
    where inbox_id = ${inboxId} and ${visibleTo(viewer, sql`inbox_id`)}`
}

export async function countFolders(db: Db, inboxId: number): Promise<number> {
  return (await db.one<{ total: number }>(sql`select count(*) as total from folders where inbox_id = ${inboxId}`)).total
}

export function lockFolder(
  db: Db,
  { inboxId, id }: FolderPlace,
): Promise<Pick<FolderRow, "type" | "name" | "query"> | undefined> {
  return db.maybe(sql`
    select type, name, query from folders where id = ${id} and inbox_id = ${inboxId} for update`)
}

/** Those that only look as if they named one are left as they are. */
export function lockFoldersNamingTags(
  db: Db,
): Promise<{ id: number; inbox_id: number; name: string; query: string }[]> {
  return db.many(sql`select id, inbox_id, name, query from folders where type = 'custom' and query ilike '%tag%'
    order by id for update`)
}

export interface NewFolderRow {
  inboxId: number
  type: "team" | "custom"
  name: string
  query: string | null
  teamId: number | null
  now: Date
}

/** Behind all others. */
export async function insertFolder(db: Db, folder: NewFolderRow): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into folders (inbox_id, type, name, query, team_id, position, updated_at)
    values (${folder.inboxId}, ${folder.type}, ${folder.name}, ${folder.query}, ${folder.teamId},
      (select coalesce(max(position), 0) + 1 from folders where inbox_id = ${folder.inboxId}), ${folder.now})
    returning id`)
  return id
}

export async function updateFolder(
  db: Db,
  folder: { id: number; name: string; query: string | null; now: Date },
): Promise<void> {
  await db.run(sql`update folders set name = ${folder.name}, query = ${folder.query}, updated_at = ${folder.now}
    where id = ${folder.id}`)
}

export async function deleteFolder(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from folders where id = ${id}`)
}

/** Held so that it does not go meanwhile. */
export function lockTeam(db: Db, id: number): Promise<{ name: string } | undefined> {
  return db.maybe(sql`
    select first_name as name from users where id = ${id} and type = 'team' and deactivated_at is null for share`)
}
