import type { ReportQuery } from "@deskhand/contract/reports/report"
import type { ConversationFilter } from "../../conversations/list/filter.ts"
import { conditionsOf, scopeOf, searcherFor } from "../../conversations/list/filter.ts"
import { findListedFolder, narrowToFolder, searchIn } from "../../conversations/list/folders.ts"
import { type Db, empty, join, type Sql, sql } from "../../db/db.ts"
import { invalid } from "../../errors.ts"
import type { Viewer } from "../../http/viewer.ts"

/** Of which conversations a report tells. */
export interface Scope {
  inboxIds: number[]
  /** All types, where it is undefined. */
  types: string[] | undefined
  /** Whose deeds count; everybody's, where it is undefined. */
  userIds: number[] | undefined
  /** The one tag that they have: sums are kept by tag too. */
  tagId: number | undefined
  /** A statement that gives their ids, where nothing that is kept can tell. */
  subset: Sql | undefined
}

type ScopeQuery = Pick<ReportQuery, "mailboxes" | "tags" | "folders" | "types">

export async function readScope(
  db: Db,
  query: ScopeQuery,
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
    ...(tags && tagId === undefined ? [havingTags(tags)] : []),
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
    const rest = await searchIn(db, { folder, own: undefined, searcher: searcherFor(viewer, now) })
    const filter = narrowToFolder({ ...all, rest }, folder, viewer)
    conditions.push(sql`(inbox_id = any(${filter.inboxIds}::bigint[]) and status = any(${filter.statuses}::text[])
      ${conditionsOf(filter)})`)
  }
  return sql`(${join(conditions, " or ")})`
}

/** Of facts, and of sums that tell no tags apart. */
function inInboxes({ inboxIds, types }: Scope): Sql {
  return sql`inbox_id = any(${inboxIds}::bigint[]) ${types ? sql`and type = any(${types}::text[])` : empty}`
}

/** Of what is kept of inboxes, types and tags. */
export function summariesIn(scope: Scope): Sql {
  return sql`tag_id = ${scope.tagId ?? 0} and ${inInboxes(scope)}`
}

/** Whether that tells of it. */
export function isSummed({ subset }: Scope): boolean {
  return subset === undefined
}

export function factsIn(scope: Scope): Sql {
  const { tagId, subset, userIds } = scope
  return sql`${inInboxes(scope)} ${userIds ? sql`and user_id = any(${userIds}::bigint[])` : empty}
    ${tagId === undefined ? empty : sql`and tag_ids @> array[${tagId}::bigint]`}
    ${subset ? sql`and conversation_id in (${subset})` : empty}`
}

/**
 * Which facts say that conversations began, and of which scope: that one has a tag is told of the same moment, and an index has
 * those of each tag in the order of time. They are nobody's.
 */
export function beginningsIn(scope: Scope): { scope: Scope; which: Sql } {
  const { tagId, userIds } = scope
  if (tagId === undefined || userIds) return { scope, which: sql`kind = 'created'` }
  return { scope: { ...scope, tagId: undefined }, which: sql`kind = 'tagged' and part = ${tagId}` }
}

/** The same, with the tag as a subset: where a few facts of a long time are looked for, a rare tag leads to them, as people do. */
export function byConversations(scope: Scope): Scope {
  const { tagId, subset, userIds } = scope
  if (tagId === undefined || userIds) return scope
  const tagged = havingTags([tagId])
  return { ...scope, tagId: undefined, subset: subset ? sql`${tagged} intersect ${subset}` : tagged }
}

function havingTags(ids: number[]): Sql {
  return sql`select conversation_id from conversation_tags where tag_id = any(${ids}::bigint[])`
}
