import { type Db, empty, join, type Sql, sql } from "../db/db.ts"
import { type FoundPage, walkPage } from "../db/page-walk.ts"
import { countConversations } from "./count.ts"
import { findSection } from "./far-pages.ts"
import { type ConversationFilter, scopeOf } from "./filter.ts"
import { keyOf, nullsOf, sortKeys } from "./order.ts"
import { scoreOf } from "./search.ts"
import { sourcesOf, type Walked } from "./walks.ts"

export interface ConversationList extends Walked {
  /** The filter leaves so few that each can be looked at, as the score of a search demands. */
  bounded?: boolean
  /** Gives the ids of all that match. They are read once, and walks through the scope pass by what is not among them. */
  members?: Sql
  /** The same of all that do not. */
  leftOut?: Sql
  /** So many are walked by; of more before a page most are counted instead. */
  walked?: number
}

/** The ids of one page. */
export function listConversationIds(db: Db, list: ConversationList): Promise<number[]> {
  const { field } = list.order
  if (field === "score") return walk(db, list, scoreKey(list))
  if (field !== "mailboxid" && field !== "status") return walk(db, list, sortKeys[field])
  const count = (filter: ConversationFilter) => countConversations(db, filter, list.viewer, list.candidates)
  return listBands(list, { count, list: (part) => walk(db, part, sortKeys.createdAt) })
}

/** A page near the beginning and the number of all members, in one look at them; undefined where there is no such page. */
export async function findMembers(db: Db, list: Omit<ConversationList, "total">): Promise<FoundPage | undefined> {
  const page = { ...list, total: Number.POSITIVE_INFINITY }
  const rows = await merge(db, page, { key: keyOf(list.order), sources: await sourcesOf(db, inScope(page)) })
  return rows[0]?.total === undefined ? undefined : { ids: rows.map(({ id }) => id), total: rows[0].total }
}

/**
 * A page of those that match among the first of the scope, which are looked up together; undefined where too few of them do.
 * `matching` asks which of the given ids match.
 */
export async function listAmongFirst(
  db: Db,
  list: ConversationList,
  { first, matching }: { first: number; matching: (ids: Sql) => Sql },
): Promise<number[] | undefined> {
  const { field } = list.order
  if (field === "mailboxid" || field === "status" || field === "score") return undefined
  const sources = await sourcesOf(db, { ...list, filter: scopeOf(list.filter) })
  const page = { ...list, descending: list.order.descending }
  const rows = await walkPage<{ id: number }>(db, page, ({ direction, limit, offset }) => {
    const { merged, order } = mergedWalks(list, { key: sortKeys[field], sources, direction, most: sql`${first}` })
    const ids = sql`(select ids from walked)::bigint[]`
    return sql`with walked as materialized (select array(select id from ${merged} ${order} limit ${first}) as ids)
      select id from unnest(${ids}) with ordinality as each (id, place) where (id in (${matching(ids)})) is true
      order by place limit ${limit} offset ${offset}`
  })
  return rows.length < Math.min(list.size, list.total - list.skip) ? undefined : rows.map(({ id }) => id)
}

/** Without free text, and for words that are nearly everywhere, what changed last fits best. */
function scoreKey({ filter, bounded }: ConversationList): Sql {
  return bounded && filter.search?.scored !== undefined ? scoreOf(filter.search.scored) : sortKeys.modifiedAt
}

interface Band {
  count: (filter: ConversationFilter) => Promise<number>
  list: (part: ConversationList) => Promise<number[]>
}

/** Inbox by inbox or status by status, newest first or last in each; those before the page are only counted. */
export async function listBands(list: Omit<ConversationList, "total">, band: Band): Promise<number[]> {
  const ids: number[] = []
  let { skip } = list
  for (const filter of bandsOf(list)) {
    const total = await band.count(filter)
    if (skip < total) ids.push(...(await band.list({ ...list, filter, total, skip, size: list.size - ids.length })))
    skip = Math.max(0, skip - total)
    if (ids.length === list.size) break
  }
  return ids
}

/** The same where those of a band are not known, nor soon counted: only bands before the page are. */
export async function listUncountedBands(list: Omit<ConversationList, "total">, band: Band): Promise<number[]> {
  const ids: number[] = []
  let { skip } = list
  for (const filter of bandsOf(list)) {
    const part = { ...list, filter, total: Number.POSITIVE_INFINITY, skip, size: list.size - ids.length }
    ids.push(...(await band.list(part)))
    if (ids.length === list.size) break
    skip = ids.length > 0 || skip === 0 ? 0 : Math.max(0, skip - (await band.count(filter)))
  }
  return ids
}

function bandsOf({ filter, order }: Pick<ConversationList, "filter" | "order">): ConversationFilter[] {
  const up =
    order.field === "mailboxid"
      ? filter.inboxIds.toSorted((one, other) => one - other).map((id) => ({ ...filter, inboxIds: [id] }))
      : filter.statuses.toSorted().map((status) => ({ ...filter, statuses: [status] }))
  return order.descending ? up.reverse() : up
}

/** A page, newest first or last, of what these give, each with `id` and `created_at`. */
export async function mergeByAge(db: Db, list: ConversationList, sources: Sql[]): Promise<number[]> {
  const rows = await merge(db, list, { key: sortKeys.createdAt, sources })
  return rows.map(({ id }) => id)
}

async function walk(db: Db, list: ConversationList, key: Sql): Promise<number[]> {
  const sources = await sourcesOf(db, inScope(list))
  const section = await findSection(db, list, { key, most: list.walked })
  const rows = section
    ? await merge(
        db,
        { ...list, ...section },
        { key, sources: sources.map((from) => sql`${from} and ${section.condition}`) },
      )
    : await merge(db, list, { key, sources })
  return rows.map(({ id }) => id)
}

function inScope(list: ConversationList): ConversationList {
  return list.members || list.leftOut ? { ...list, filter: scopeOf(list.filter) } : list
}

interface MergedRow {
  id: number
  /** Of those that were gathered, if any were. */
  total?: number
}

/** Each walk is ordered by its index; the database merges them and stops when the page is full. */
function merge(db: Db, list: ConversationList, { key, sources }: { key: Sql; sources: Sql[] }): Promise<MergedRow[]> {
  const { members, leftOut } = list
  const gathered = members ?? leftOut
  const page = { ...list, descending: list.order.descending }
  return walkPage<MergedRow>(db, page, ({ direction, limit, offset, reach }) => {
    const most = gathered ? sql`${everything}` : reach
    const { merged, order } = mergedWalks(list, { key, sources, direction, most })
    const rest = sql`${order} limit ${limit} offset ${offset}`
    if (!gathered) return sql`select id from ${merged} ${rest}`
    // The offset keeps the members together: each walk would look at all of them to pass by the others itself.
    return sql`with gathered as materialized (select array(${gathered}) as ids)
      select id, (select cardinality(ids) from gathered) as total
      from (select id, key from ${merged} ${order} offset 0) as walked
      where (id in (select unnest(ids) from gathered)) is ${members ? empty : sql`not`} true ${rest}`
  })
}

interface MergedWalks {
  key: Sql
  sources: Sql[]
  direction: Sql
  /** Of each walk. */
  most: Sql
}

/**
 * All walks, and the order of them all. Each needs its own order and limit, too: the planner merges only what comes in order, and
 * would otherwise plan to read a walk to its end.
 */
function mergedWalks(
  list: ConversationList,
  { key, sources, direction, most }: MergedWalks,
): { merged: Sql; order: Sql } {
  const order = sql`order by key ${direction} ${nullsOf(list.order, direction)}, id ${direction}`
  const walks = sources.map((from) => sql`(select id, ${key} as key from ${from} ${order} limit ${most})`)
  return { merged: sql`(${join(walks, " union all ")}) as merged`, order }
}

/** A limit that a walk never reaches. */
const everything = 2 ** 40
