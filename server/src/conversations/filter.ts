import type { ConversationQuery, ConversationStatus, SortField } from "@deskhand/contract/conversation"
import { type Db, empty, join, type Sql, sql } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import { type FieldCondition, fieldConditionsOf, holdsValue } from "./field-filter.ts"
import { findListedFolder, type ListedFolder, livesIn, narrowToFolder, searchIn } from "./folder-filter.ts"
import { namesStatus, readSearch, type Search, tagAlone } from "./search.ts"

export interface ConversationFilter {
  inboxIds: number[]
  statuses: ConversationStatus[]
  /** Any of these; undefined does not ask. */
  tagIds: number[] | undefined
  assigneeId: number | undefined
  modifiedSince: Date | undefined
  number: number | undefined
  search: Search | undefined
  folder: ListedFolder | undefined
  /** All must hold. */
  fields: FieldCondition[]
}

export interface ConversationOrder {
  field: SortField
  descending: boolean
}

/** What the parameters ask for, inside what the viewer may see. */
export async function filterOf(
  db: Db,
  query: ConversationQuery,
  { viewer, modifiedSince, now }: { viewer: Viewer; modifiedSince: Date | undefined; now: Date },
): Promise<ConversationFilter> {
  const folder = query.folder === undefined ? undefined : await findListedFolder(db, query.folder, viewer)
  const search = searchIn(folder, query.query === undefined ? undefined : readSearch(query.query, now), now)
  const searchedTag = search && query.tag === undefined ? tagAlone(search) : undefined
  const tags = query.tag ?? (searchedTag === undefined ? undefined : [searchedTag])
  const inboxIds = query.mailbox ? viewer.inboxIds.filter((id) => query.mailbox?.includes(id)) : viewer.inboxIds
  const filter: ConversationFilter = {
    inboxIds,
    statuses: statusesOf(query.status ?? (search && namesStatus(search) ? "all" : "active")),
    tagIds: tags && (await listTagIds(db, tags)),
    assigneeId: query.assigned_to,
    modifiedSince,
    number: query.number,
    search: searchedTag === undefined ? search : undefined,
    folder: undefined,
    fields: await fieldConditionsOf(db, query, inboxIds),
  }
  return query.folder === undefined ? filter : narrowToFolder(filter, folder, viewer)
}

function statusesOf(status: NonNullable<ConversationQuery["status"]>): ConversationStatus[] {
  switch (status) {
    case "all":
      return ["active", "pending", "closed", "spam"]
    case "open":
      return ["active", "pending"]
    default:
      return [status]
  }
}

async function listTagIds(db: Db, names: string[]): Promise<number[]> {
  const lower = names.map((name) => name.toLowerCase())
  const rows = await db.many<{ id: number }>(sql`select id from tags where lower(name) = any(${lower}::text[])`)
  return rows.map(({ id }) => id)
}

/** Everything but inbox, status and tags, which decide how a list is walked. */
export function narrower(
  { assigneeId, modifiedSince, number, search, folder, fields }: ConversationFilter,
  holds: (field: FieldCondition) => Sql = holdsValue,
): Sql {
  return conjoined([
    ...(assigneeId === undefined ? [] : [sql`assignee_id = ${assigneeId}`]),
    ...(modifiedSince === undefined ? [] : [sql`modified_at > ${modifiedSince}`]),
    ...(number === undefined ? [] : [sql`number = ${number}`]),
    ...(search?.candidateIds === undefined ? [] : [sql`conversations.id = any(${search.candidateIds}::bigint[])`]),
    ...(search === undefined ? [] : [search.condition]),
    ...(folder === undefined ? [] : [livesIn(folder)]),
    ...fields.map(holds),
  ])
}

function conjoined(conditions: Sql[]): Sql {
  return conditions.length === 0 ? empty : sql`and ${join(conditions, " and ")}`
}

/** Inbox and status where they need not be walked one by one. */
export function within({ inboxIds, statuses }: ConversationFilter): Sql {
  return sql`inbox_id = any(${inboxIds}::bigint[]) and status = any(${statuses}::text[])`
}

export function tagged({ tagIds }: ConversationFilter): Sql {
  if (tagIds === undefined) return empty
  return sql`and exists (select from conversation_tags where conversation_id = conversations.id
    and tag_id = any(${tagIds}::bigint[]))`
}

/** Nobody sees the drafts of others, so these few stand apart from the indexes of the rest. */
export function ownDrafts(filter: ConversationFilter, viewer: Viewer): Sql {
  return sql`state = 'draft' and created_by_user_id = ${viewer.userId} and ${within(filter)}
    ${narrower(filter)} ${tagged(filter)}`
}
