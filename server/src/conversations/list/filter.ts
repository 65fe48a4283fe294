import type { ConversationQuery, ConversationStatus, SortField } from "@deskhand/contract/conversations/conversation"
import { type Db, empty, join, type Sql, sql } from "../../db/db.ts"
import { readOptionalMoment } from "../../http/input/timestamps.ts"
import type { Viewer } from "../../http/viewer.ts"
import { listTagsNamed } from "../../tags/queries.ts"
import { nobody } from "../rules.ts"
import { type DocumentQuery, documentsOf } from "./documents.ts"
import { type FieldCondition, fieldConditionsOf } from "./fields.ts"
import {
  findListedFolder,
  type ListedFolder,
  listedState,
  livesIn,
  narrowToFolder,
  narrowToType,
  searchIn,
} from "./folders.ts"
import { holds } from "./holds.ts"
import { liftTerms } from "./lift.ts"
import { mostNamed } from "./resolve/names.ts"
import type { Searcher } from "./resolve/searcher.ts"
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
  folder: ListedFolder | undefined
  /** What the query asks for and no parameter can say. */
  search: Search | undefined
  /** As much of the query and of the custom fields as the search documents can answer. */
  documents: DocumentQuery | undefined
  /** What of the query remains to be tested, conversation by conversation. */
  rest: Search | undefined
}

export interface ConversationOrder {
  field: SortField
  descending: boolean
}

export interface Asking {
  viewer: Viewer
  now: Date
}

export function searcherFor({ userId, inboxIds }: Viewer, now: Date): Searcher {
  return { userId, inboxIds, now, mostNamed }
}

/** What the parameters ask for, inside what the viewer may see. */
export async function filterOf(db: Db, query: ConversationQuery, asking: Asking): Promise<ConversationFilter> {
  const { viewer, now } = asking
  const folder = query.folder === undefined ? undefined : await findListedFolder(db, query.folder, viewer)
  const searcher = searcherFor(viewer, now)
  const own = query.query === undefined ? undefined : await readSearch(db, query.query, searcher)
  const search = await searchIn(db, { folder, own, searcher })
  const inboxIds = query.mailbox ? viewer.inboxIds.filter((id) => query.mailbox?.includes(id)) : viewer.inboxIds
  const asked = {
    inboxIds,
    statuses: statusesOf(query.status ?? (search && namesStatus(search.query) ? "all" : "active")),
    tagIds: query.tag && (await listTagsNamed(db, query.tag)).map(({ id }) => id),
    assigneeId: query.assigned_to,
  }
  const { filter: lifted, rest } = search
    ? await liftTerms(db, search.query, asked)
    : { filter: asked, rest: undefined }
  const fields = await fieldConditionsOf(db, query, inboxIds)
  const filter: ConversationFilter = {
    ...lifted,
    modifiedSince: readOptionalMoment("modifiedSince", query.modifiedSince),
    number: query.number,
    folder: undefined,
    search: rest && searchOf(rest, now),
    ...(await splitSearch(db, { query: rest, fields, now })),
  }
  if (query.folder !== undefined) return narrowToFolder(filter, folder, viewer)
  return query.folderType === undefined ? filter : narrowToType(filter, query.folderType)
}

/** What a query that is resolved already asks for. */
export async function filterOfQuery(
  db: Db,
  query: Search["query"],
  { inboxIds, statuses, now }: Scope & { now: Date },
): Promise<ConversationFilter> {
  const asked = { inboxIds, statuses, tagIds: undefined, assigneeId: undefined }
  const { filter, rest } = await liftTerms(db, query, asked)
  return {
    ...scopeOf(filter),
    ...filter,
    search: rest && searchOf(rest, now),
    ...(await splitSearch(db, { query: rest, fields: [], now })),
  }
}

async function splitSearch(
  db: Db,
  { query, fields, now }: { query: Search["query"] | undefined; fields: FieldCondition[]; now: Date },
): Promise<Pick<ConversationFilter, "documents" | "rest">> {
  const { documents, rest } = await documentsOf(db, query, fields)
  return { documents, rest: rest && searchOf(rest, now) }
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

/** Its inboxes and statuses alone. */
export function scopeOf({ inboxIds, statuses }: Scope): ConversationFilter {
  return {
    inboxIds,
    statuses,
    tagIds: undefined,
    assigneeId: undefined,
    modifiedSince: undefined,
    number: undefined,
    folder: undefined,
    search: undefined,
    documents: undefined,
    rest: undefined,
  }
}

/**
 * Statements for such filters hide every value from the planner: they have the same plan whatever is looked for, which is made once
 * and kept. What else a filter may ask for, the planner sees each time.
 */
export function hasKeptPlan({ tagIds, ...filter }: ConversationFilter): boolean {
  return (
    (tagIds === undefined || tagIds.length === 1) &&
    isScopeAlone({ ...filter, tagIds: undefined, assigneeId: undefined, documents: undefined })
  )
}

/** Asks for nothing but inboxes and statuses. */
export function isScopeAlone(filter: ConversationFilter): boolean {
  const { tagIds, assigneeId, modifiedSince, number, folder, documents, rest } = filter
  return [tagIds, assigneeId, modifiedSince, number, folder, documents, rest].every((part) => part === undefined)
}

/**
 * Published ones (in the folder of deleted ones, those), which everybody sees who may read the inbox. Where words are all that
 * is asked for, their documents tell enough to list them by age or in bands, and to count them.
 */
export function matching(filter: ConversationFilter, { isOfDocuments = true } = {}): Sql {
  const { documents } = filter
  if (documents?.positive && isOfDocuments && isScopeAlone({ ...filter, documents: undefined }))
    return sql`(select conversation_id as id, inbox_id, status, created_at from search_documents
      where words @@ (select ${documents.words}::tsquery) and state = 'published' and ${withinUnseen(filter)}) as conversations
      where true`
  const words = documents && (documents.positive ? holdersOf(documents.words) : holds(documents.words))
  return sql`conversations where ${listedState(filter.folder)} and ${within(filter)} ${conditionsOf(filter)}
    ${words ? sql`and ${words}` : empty}`
}

/** Nobody sees the drafts of others, so these few stand apart. */
export function ownDrafts(filter: ConversationFilter, viewer: Viewer): Sql {
  const { documents } = filter
  return sql`conversations where state = 'draft' and created_by_user_id = (select ${viewer.userId}::bigint)
    and ${withinUnseen(filter)} ${conditionsOf(filter)} ${documents ? sql`and ${holds(documents.words)}` : empty}`
}

/** Everything but inbox, status and words. */
export function conditionsOf({
  tagIds,
  assigneeId,
  modifiedSince,
  number,
  folder,
  rest,
}: Omit<ConversationFilter, "documents" | "search">): Sql {
  const conditions = [
    ...(assigneeId === undefined ? [] : [isAssignedTo(assigneeId)]),
    ...(modifiedSince === undefined ? [] : [sql`modified_at > ${modifiedSince}`]),
    ...(number === undefined ? [] : [sql`number = ${number}`]),
    ...(folder === undefined ? [] : [livesIn(folder)]),
    ...(tagIds === undefined ? [] : [isTagged(tagIds)]),
    ...(rest === undefined ? [] : [rest.condition]),
  ]
  return conditions.length === 0 ? empty : sql`and ${join(conditions, " and ")}`
}

function isAssignedTo(assigneeId: number): Sql {
  return assigneeId === nobody ? sql`assignee_id is null` : sql`assignee_id = (select ${assigneeId}::bigint)`
}

function isTagged(tagIds: number[]): Sql {
  return sql`exists (select from conversation_tags where conversation_id = conversations.id
    and tag_id = any(${tagIds}::bigint[]))`
}

/** Looked up in the index of words. */
function holdersOf(words: string): Sql {
  return sql`id in (select conversation_id from search_documents where words @@ (select ${words}::tsquery))`
}

type Scope = Pick<ConversationFilter, "inboxIds" | "statuses">

export function within({ inboxIds, statuses }: Scope): Sql {
  return sql`inbox_id = any(${inboxIds}::bigint[]) and status = any(${statuses}::text[])`
}

/** The same, hidden from the planner. */
export function withinUnseen({ inboxIds, statuses }: Scope): Sql {
  return sql`inbox_id = any((select ${inboxIds}::bigint[])::bigint[])
    and status = any((select ${statuses}::text[])::text[])`
}
