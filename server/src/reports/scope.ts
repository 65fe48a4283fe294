import type { ReportQuery } from "@deskhand/contract/report"
import type { ConversationFilter } from "../conversations/filter.ts"
import { narrower, scopeOf } from "../conversations/filter.ts"
import { findListedFolder, narrowToFolder, searchIn } from "../conversations/folder-filter.ts"
import { type Db, empty, join, type Sql, sql } from "../db/db.ts"
import { invalid } from "../errors.ts"
import type { Viewer } from "../http/viewer.ts"

/** Of which conversations a report tells. */
export interface Scope {
  inboxIds: number[]
  /** All types, where it is undefined. */
  types: string[] | undefined
  /** Whose deeds count; everybody's, where it is undefined. */
  userIds: number[] | undefined
  /** The one tag that they have: facts are kept by tag too. */
  tagId: number | undefined
  /** A statement that gives their ids, where nothing that is kept can tell. */
  subset: Sql | undefined
}

type Asked = Pick<ReportQuery, "mailboxes" | "tags" | "folders" | "types">

export async function readScope(
  db: Db,
  query: Asked,
  { viewer, now, user }: { viewer: Viewer; now: Date; user?: number | undefined },
): Promise<Scope> {
  const { mailboxes, tags } = query
  const inboxIds = mailboxes ? [...new Set(mailboxes)] : viewer.inboxIds
  refuseOthers("mailboxes", mailboxes, viewer.inboxIds, "is no inbox that you may see")
  if (tags) {
    const rows = await db.many<{ id: number }>(sql`select id from tags where id = any(${tags}::bigint[])`)
    const known = rows.map(({ id }) => id)
    refuseOthers("tags", tags, known, "is no tag of this desk")
  }
  const wanted = tags && [...new Set(tags)]
  const tagId = wanted?.length === 1 ? wanted[0] : undefined
  const subsets = [
    ...(tags && tagId === undefined
      ? [sql`select conversation_id from conversation_tags where tag_id = any(${tags}::bigint[])`]
      : []),
    ...(query.folders
      ? [sql`select id from conversations where ${await inFolders(db, query.folders, { viewer, now })}`]
      : []),
  ]
  return {
    inboxIds,
    types: query.types,
    userIds: user === undefined ? undefined : await listPeople(db, user),
    tagId,
    subset: subsets.length === 0 ? undefined : join(subsets, " intersect "),
  }
}

function refuseOthers(path: string, given: number[] | undefined, known: number[], message: string): void {
  const other = given?.find((id) => !known.includes(id))
  if (other !== undefined) throw invalid({ path, message, rejectedValue: other, source: "QUERY" })
}

/** A team stands for its members. */
async function listPeople(db: Db, id: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select coalesce(team_members.user_id, users.id) as id from users
    left join team_members on team_members.team_id = users.id
    where users.id = ${id} and (users.type <> 'team' or team_members.user_id is not null)`)
  if (rows.length > 0) return rows.map((row) => row.id)
  const team = await db.maybe(sql`select from users where id = ${id} and type = 'team'`)
  if (team) return []
  throw invalid({ path: "user", message: "is neither a user nor a team", rejectedValue: id, source: "QUERY" })
}

async function inFolders(db: Db, ids: number[], { viewer, now }: { viewer: Viewer; now: Date }): Promise<Sql> {
  const conditions: Sql[] = []
  for (const id of new Set(ids)) {
    const folder = await findListedFolder(db, id, viewer)
    if (!folder)
      throw invalid({ path: "folders", message: "is no folder that you may see", rejectedValue: id, source: "QUERY" })
    const all = scopeOf({
      inboxIds: viewer.inboxIds,
      statuses: ["active", "pending", "closed", "spam"],
    } as ConversationFilter)
    const filter = narrowToFolder({ ...all, search: searchIn(folder, undefined, now) }, folder, viewer)
    conditions.push(sql`(inbox_id = any(${filter.inboxIds}::bigint[]) and status = any(${filter.statuses}::text[])
      ${narrower(filter)})`)
  }
  return sql`(${join(conditions, " or ")})`
}

/** Of sums and of facts alike. */
export function inScope({ inboxIds, types }: Scope): Sql {
  return sql`inbox_id = any(${inboxIds}::bigint[]) ${types ? sql`and type = any(${types}::text[])` : empty}`
}

/** Whether sums of inboxes and types tell of it. */
export function isSummed({ tagId, subset }: Scope): boolean {
  return tagId === undefined && subset === undefined
}

/** Where its facts are found. */
export function factsTable({ tagId }: Scope): Sql {
  return tagId === undefined ? sql`report_facts` : sql`report_tag_facts`
}

/** Of facts in the table above. */
export function inSubset({ tagId, subset }: Scope): Sql {
  return sql`${tagId === undefined ? empty : sql`and tag_id = ${tagId}`}
    ${subset ? sql`and conversation_id in (${subset})` : empty}`
}

export function byPeople({ userIds }: Scope): Sql {
  return userIds ? sql`and user_id = any(${userIds}::bigint[])` : empty
}
