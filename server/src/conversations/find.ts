import { type Db, type Sql, sql, unnamed } from "../db/db.ts"
import { estimatedPage, type FoundPage } from "../db/page-walk.ts"
import { countConversations, countOwnDrafts } from "./count.ts"
import { type ConversationFilter, isScopeAlone, ownDrafts, scopeOf } from "./filter.ts"
import { type ConversationList, findMembers, listConversationIds } from "./list.ts"
import { findPlainPage } from "./plain-pages.ts"
import type { VersionRow } from "./queries.ts"
import type { Search } from "./search.ts"
import {
  countMatches,
  guessMatches,
  type IndexQuery,
  indexQueryOf,
  indexQueryOfFilter,
  listMatches,
  matches,
} from "./search-index.ts"
import { findMatchesByAge, listMatchesByAge } from "./search-weeks.ts"
import { farWalk } from "./walks.ts"

export interface FindLimits {
  /** So many of a list are tested one by one to see how common a match is. */
  sample: number
  /** So many are tested one by one to fill a page, or to count. */
  tested: number
  /** So many conversations are fetched and sorted rather than walked to. */
  few: number
  /** So many are counted in the index; it takes longer than a reader waits to count more. */
  counted: number
  /** So many are read from the index before a walk in another order begins; of more, some are soon met by testing. */
  gathered: number
}

const usualLimits: FindLimits = { sample: 500, tested: 3_000, few: 10_000, counted: 80_000, gathered: 60_000 }

type Wanted = Omit<ConversationList, "total">

export interface FoundConversations extends FoundPage {
  /** Of the same moment, where they came along. */
  versions?: VersionRow[]
}

/** The ids of one page and how many there are in all. */
export async function findConversationIds(db: Db, list: Wanted, limits = usualLimits): Promise<FoundConversations> {
  const { search } = list.filter
  if (search?.deep) return findSearched(db, list, { search, limits })
  return (await findPlainPage(db, list)) ?? findCounted(db, list)
}

async function findCounted(db: Db, list: Wanted): Promise<FoundPage> {
  // Tags and fields stand in the index of words with a mark of their own, and it has the order of age alone.
  const index = list.order.field === "createdAt" ? indexQueryOfFilter(list.filter) : undefined
  if (index && list.filter.fields.length > 0) return findMatchesByAge(db, list, index)
  const total = await countConversations(db, list.filter, list.viewer, list.candidates)
  const page = { ...list, total }
  const ids =
    index && isWorthAsking(page)
      ? listMatchesByAge(db, page, { index, expected: total })
      : listConversationIds(db, page)
  return { ids: await ids, total }
}

/** A single tag has an index of its own, but a walk through it visits every conversation. */
function isWorthAsking({ filter, skip, size, total }: ConversationList): boolean {
  return filter.tagIds?.length !== 1 || Math.min(skip + size, total - skip) > farWalk
}

interface Looking {
  search: Search
  limits: FindLimits
}

interface Looked extends Looking {
  list: Wanted
  /** The list without what only a test of each conversation can tell. */
  scope: ConversationFilter
  everything: number
  /** Knows all that match and nothing else, so that nothing need be tested. */
  index: IndexQuery | undefined
}

async function findSearched(db: Db, list: Wanted, { search, limits }: Looking): Promise<FoundPage> {
  const scope = { ...list.filter, search: search.shallow }
  const everything = await countConversations(db, scope, list.viewer)
  if (everything <= limits.sample) return findCounted(db, { ...list, bounded: true })
  const index = await indexQueryOf(db, search.query)
  const isAll = index?.exact && isScopeAlone(list.filter)
  const looked: Looked = { list, scope, everything, search, limits, index: isAll ? index : undefined }
  const guess = index ? await guessMatches(db, index) : Number.POSITIVE_INFINITY
  const isCountable = index !== undefined && guess <= limits.counted
  if (isCountable && isAll) {
    if (list.order.field === "createdAt") return findMatchesByAge(db, list, index)
    const isBetween = guess > limits.few && guess <= limits.gathered && list.skip + list.size <= farWalk
    const page = isBetween ? await findMembers(db, { ...list, members: membersOf(list, index) }) : undefined
    if (page) return page
  }
  const matched = isCountable ? await countMatches(db, index, list.filter) : Number.POSITIVE_INFINITY
  if (isCountable && matched <= limits.few) return findFew(db, looked, { index, matched })
  if (everything <= limits.tested) return findCounted(db, { ...list, bounded: true })
  if (isCountable && isAll) return findCommon(db, looked, matched)
  const opposite = await countOpposite(db, looked)
  if (opposite !== undefined) return findCommon(db, looked, opposite)
  return findEstimated(db, looked)
}

/** All that can match can be fetched; they need neither be tested nor counted where the index knows them exactly. */
async function findFew(
  db: Db,
  { list, limits, index: certain }: Looked,
  { index, matched }: { index: IndexQuery; matched: number },
): Promise<FoundPage> {
  const total = certain && matched + (await countOwnDrafts(db, list.filter, list.viewer))
  const candidates = { ids: await listMatches(db, index, list.filter), certain: index.exact }
  const among = { ...list, candidates, bounded: candidates.ids.length <= limits.tested }
  if (total === undefined) return findCounted(db, among)
  return { ids: await listConversationIds(db, { ...among, total }), total }
}

/** What the index can count but not find: a query that asks only for what is not there. Own drafts are counted too. */
async function countOpposite(db: Db, { list, search, everything, limits }: Looked): Promise<number | undefined> {
  const { query } = search
  if (query.kind !== "not" || !isScopeAlone(list.filter)) return undefined
  const index = await indexQueryOf(db, query.part)
  if (!index?.exact || (await guessMatches(db, index)) > limits.counted) return undefined
  const drafts = await countOwnDrafts(db, scopeOf(list.filter), list.viewer)
  return everything - drafts - (await countMatches(db, index, list.filter))
}

/** Too many to fetch, but counted. */
async function findCommon(db: Db, looked: Looked, published: number): Promise<FoundPage> {
  const { list } = looked
  const total = published + (await countOwnDrafts(db, list.filter, list.viewer))
  return { ids: await listPage(db, looked, { page: { ...list, total }, expected: total }), total }
}

/**
 * Too many to count. The total is the share of the newest that match, until a page shows where the end is; one row more
 * than the page says whether it is there.
 */
async function findEstimated(db: Db, looked: Looked): Promise<FoundPage> {
  const { list, everything, limits } = looked
  const { skip, size } = list
  const order = { field: "createdAt", descending: true } as const
  const hits = await listHits(db, { ...looked, list: { ...list, order } }, limits.sample)
  const estimate = Math.round((everything * hits.length) / limits.sample)
  const page = { ...list, size: size + 1, total: Number.POSITIVE_INFINITY }
  const ids = await listPage(db, looked, { page, expected: estimate })
  return estimatedPage(ids, { skip, size, estimate })
}

interface Sought {
  page: ConversationList
  /** The total, as far as it can be told. */
  expected: number
}

/** Tests one by one where that ends soon, or asks the index, or else tests until the page is full. */
async function listPage(db: Db, looked: Looked, { page, expected }: Sought): Promise<number[]> {
  const { index, list } = looked
  const soon = await listSoon(db, looked, Math.min(page.skip + page.size, page.total))
  if (soon) return soon.slice(page.skip, page.skip + page.size)
  if (!index) return listConversationIds(db, page)
  if (page.order.field === "createdAt") return listMatchesByAge(db, page, { index, expected })
  const countPart = async (filter: ConversationFilter) =>
    (await countMatches(db, index, filter)) + (await countOwnDrafts(db, filter, list.viewer))
  // None are near the beginning of this order, and testing might go on through most of the desk.
  const members = Number.isFinite(page.total) ? { members: membersOf(list, index) } : {}
  return listConversationIds(db, { ...page, countPart, ...members })
}

function membersOf({ filter, viewer }: Wanted, index: IndexQuery): Sql {
  return sql`select ${unnamed} conversation_id as id from ${matches(index, filter)}
    union all select id from conversations where ${ownDrafts(filter, viewer)}`
}

/** The first `wanted` of the list, if testing one by one finds so many soon. */
async function listSoon(db: Db, looked: Looked, wanted: number): Promise<number[] | undefined> {
  const { sample, tested } = looked.limits
  if (wanted > Math.max(sample, tested / 1.5)) return undefined
  let found = await listHits(db, looked, sample)
  const needed = Math.ceil((1.5 * wanted * sample) / Math.max(1, found.length))
  if (found.length < wanted && needed <= tested) found = await listHits(db, looked, needed)
  return found.length < wanted ? undefined : found
}

/** Of the first so many in the list, those that match. */
async function listHits(db: Db, { list, scope, search, everything }: Looked, amount: number): Promise<number[]> {
  const first = await listConversationIds(db, { ...list, filter: scope, skip: 0, size: amount, total: everything })
  const rows = await db.many<{ id: number }>(sql`
    select id from conversations where id = any(${first}::bigint[]) and ${search.condition}`)
  const hits = new Set(rows.map(({ id }) => id))
  return first.filter((id) => hits.has(id))
}
