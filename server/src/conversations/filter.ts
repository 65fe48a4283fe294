import type { ConversationQuery, ConversationStatus, SortField } from "@deskhand/contract/conversation"
import { type Db, empty, join, type Sql, sql } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import { listTagsNamed } from "../tags/queries.ts"
import { type FieldCondition, fieldConditionsOf, holdsValue } from "./field-filter.ts"
import {
  findListedFolder,
  type ListedFolder,
  listedState,
  livesIn,
  narrowToFolder,
  narrowToType,
  searchIn,
} from "./folder-filter.ts"
import { liftTerms } from "./lift.ts"
import { nobody } from "./rules.ts"
import { namesStatus, readSearch, type Search, searchOf } from "./search.ts"

export interface ConversationFilter {
  inboxIds: number[]
  statuses: ConversationStatus[]
  /** Any of these; undefined does not ask. */
  tagIds: number[] | undefined
  /** `nobody` asks for unassigned ones. */
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
  const inboxIds = query.mailbox ? viewer.inboxIds.filter((id) => query.mailbox?.includes(id)) : viewer.inboxIds
  const asked: ConversationFilter = {
    inboxIds,
    statuses: statusesOf(query.status ?? (search && namesStatus(search) ? "all" : "active")),
    tagIds: query.tag && (await listTagsNamed(db, query.tag)).map(({ id }) => id),
    assigneeId: query.assigned_to,
    modifiedSince,
    number: query.number,
    search,
    folder: undefined,
    fields: await fieldConditionsOf(db, query, inboxIds),
  }
  const filter = search ? await liftQuery(db, asked, { search, now }) : asked
  if (query.folder !== undefined) return narrowToFolder(filter, folder, viewer)
  return query.folderType === undefined ? filter : narrowToType(filter, query.folderType)
}

async function liftQuery(
  db: Db,
  asked: ConversationFilter,
  { search, now }: { search: Search; now: Date },
): Promise<ConversationFilter> {
  const { filter, rest } = await liftTerms(db, search.query, asked)
  return { ...filter, search: rest && searchOf(rest, now) }
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

/** Everything but inbox, status and tags, which decide how a list is walked. */
export function narrower(
  { assigneeId, modifiedSince, number, search, folder, fields }: ConversationFilter,
  holds: (field: FieldCondition) => Sql = holdsValue,
): Sql {
  return conjoined([
    ...(assigneeId === undefined ? [] : [isAssignedTo(assigneeId)]),
    ...(modifiedSince === undefined ? [] : [sql`modified_at > ${modifiedSince}`]),
    ...(number === undefined ? [] : [sql`number = ${number}`]),
    ...(search === undefined ? [] : [search.condition]),
    ...(folder === undefined ? [] : [livesIn(folder)]),
    ...fields.map(holds),
  ])
}

function isAssignedTo(assigneeId: number): Sql {
  return assigneeId === nobody ? sql`assignee_id is null` : sql`assignee_id = ${assigneeId}`
}

function conjoined(conditions: Sql[]): Sql {
  return conditions.length === 0 ? empty : sql`and ${join(conditions, " and ")}`
}

/** Inbox and status where they need not be walked one by one. */
export function within({ inboxIds, statuses }: ConversationFilter): Sql {
  return sql`inbox_id = any(${inboxIds}::bigint[]) and status = any(${statuses}::text[])`
}

/**
 * The same, but that the planner does not see which. It plans once for all of them then, even if it was first asked before
 * it had statistics: what it sees, it may go on planning anew for, which takes longer than to run it.
 */
export function withinUnseen(filter: ConversationFilter): Sql {
  return sql`${inInboxesUnseen(filter)} and ${inStatusesUnseen(filter)}`
}

export function inStatusesUnseen({ statuses }: ConversationFilter): Sql {
  return sql`status = any((select ${statuses}::text[])::text[])`
}

export function inInboxesUnseen({ inboxIds }: ConversationFilter): Sql {
  return sql`inbox_id = any((select ${inboxIds}::bigint[])::bigint[])`
}

export function tagged({ tagIds }: ConversationFilter): Sql {
  if (tagIds === undefined) return empty
  return sql`and exists (select from conversation_tags where conversation_id = conversations.id
    and tag_id = any(${tagIds}::bigint[]))`
}

/** All that a search can find. */
export interface Candidates {
  ids: number[]
  /** None of them needs to be tested again. */
  certain: boolean
}

export function among({ ids, certain }: Candidates, filter: ConversationFilter): Sql {
  return listedAmong(sql`${ids}::bigint[]`, certain ? { ...filter, search: undefined } : filter)
}

export function listedAmong(ids: Sql, filter: ConversationFilter): Sql {
  return sql`conversations where id = any(${ids}) and ${listedState(filter.folder)} and ${within(filter)}
    ${narrower(filter)} ${tagged(filter)}`
}

/** Asks for nothing but inboxes, statuses and a search. */
export function isScopeAlone(filter: ConversationFilter): boolean {
  const { tagIds, assigneeId, modifiedSince, number, folder, fields } = filter
  return [tagIds, assigneeId, modifiedSince, number, folder].every((part) => part === undefined) && fields.length === 0
}

/** Its inboxes and statuses alone. */
export function scopeOf({ inboxIds, statuses }: ConversationFilter): ConversationFilter {
  return {
    inboxIds,
    statuses,
    tagIds: undefined,
    assigneeId: undefined,
    modifiedSince: undefined,
    number: undefined,
    search: undefined,
    folder: undefined,
    fields: [],
  }
}

/** Nobody sees the drafts of others, so these few stand apart from the indexes of the rest. */
export function ownDrafts(filter: ConversationFilter, viewer: Viewer): Sql {
  return sql`state = 'draft' and created_by_user_id = (select ${viewer.userId}::bigint) and ${withinUnseen(filter)}
    ${narrower(filter)} ${taggedUnseen(filter)}`
}

function taggedUnseen({ tagIds }: ConversationFilter): Sql {
  if (tagIds === undefined) return empty
  return sql`and exists (select from conversation_tags where conversation_id = conversations.id
    and tag_id = any((select ${tagIds}::bigint[])::bigint[]))`
}
