import { type Db, type Sql, sql, unnamed } from "../db/db.ts"
import { estimatedPage, type FoundPage } from "../db/page-walk.ts"
import { countConversations, countOwnDrafts } from "./count.ts"
import { type ConversationFilter, isScopeAlone, ownDrafts, scopeOf } from "./filter.ts"
import { findIndexed, isSoonSorted, membersOf } from "./find-indexed.ts"
import { findNewest } from "./find-newest.ts"
import { countRest, listRest } from "./find-rest.ts"
import type { IndexQuery } from "./index-query.ts"
import { type ConversationList, listAmongFirst, listBands, listConversationIds, listUncountedBands } from "./list.ts"
import {
  type Asked,
  type Counted,
  type FindLimits,
  type FoundConversations,
  type Looked,
  lookAt,
  mostFetched,
  type Tested,
  type Wanted,
} from "./looked.ts"
import { bandOf } from "./order.ts"
import { findPlainPage } from "./plain-pages.ts"
import { countMatches, guessMatches, indexQueryOfFilter, listMatches, matches, rowsOf } from "./search-index.ts"
import { asksForAny } from "./search-known.ts"
import { listMatchesByAge } from "./search-weeks.ts"
import { farWalk } from "./walks.ts"

const usualLimits: FindLimits = {
  sample: 200,
  soon: 500,
  readPerTest: 20,
  tested: 3_000,
  together: 20_000,
  few: 10_000,
  counted: 80_000,
  gathered: 80_000,
  passedPerSorted: 5,
  walked: farWalk,
}

/** The ids of one page and how many there are in all. */
export async function findConversationIds(db: Db, list: Wanted, limits = usualLimits): Promise<FoundConversations> {
  const { search } = list.filter
  if (search?.deep) return findSearched(db, await lookAt(db, list, { search, limits }))
  return (await findPlainPage(db, list)) ?? findCounted(db, list, limits)
}

/** How many there are of a list that was counted before; undefined where that is not certain now. */
export async function countFound(db: Db, list: Wanted, limits = usualLimits): Promise<number | undefined> {
  const { filter, viewer } = list
  const { search } = filter
  if (!search?.deep) return countConversations(db, filter, viewer)
  const looked = await lookAt(db, list, { search, limits })
  const { index } = looked
  if (index?.isAll && index.isCountable)
    return (await countMatches(db, index.query, filter)) + (await countOwnDrafts(db, filter, viewer))
  return countRest(db, { ...looked, everything: await countConversations(db, looked.scope, viewer) })
}

async function findCounted(db: Db, list: Wanted, limits: FindLimits): Promise<FoundPage> {
  // Tags and fields stand in the index of words with a mark of their own.
  const query = indexQueryOfFilter(list.filter)
  const index = query && { query, guess: await guessMatches(db, query) }
  if (index && list.filter.fields.length > 0) {
    const isFew = list.order.field === "createdAt" || index.guess.found <= limits.counted
    const page = isFew ? await findIndexed(db, list, { index, limits }) : undefined
    if (page) return page
  }
  const total = await countConversations(db, list.filter, list.viewer, list.candidates)
  const page = { ...list, total }
  const isAsked = index !== undefined && (await isWorthAsking(db, page, limits))
  const ids = isAsked ? listIndexed(db, page, { index, limits }) : listConversationIds(db, page)
  return { ids: await ids, total }
}

/** In the time that it takes to pass by one that may have a tag, so many are read that have it. */
const readPerPassed = 6

/** A tag has an index of its own by age, but a walk through it visits every conversation, as one in another order does. */
async function isWorthAsking(
  db: Db,
  { filter, order, viewer, skip, size, total }: ConversationList,
  { walked }: FindLimits,
): Promise<boolean> {
  const reach = Math.min(skip + size, total - skip)
  if (reach <= walked) return order.field === "createdAt" && filter.tagIds?.length !== 1
  if (order.field === "createdAt" || bandOf(order)) return true
  const passed = (reach * (await countConversations(db, scopeOf(filter), viewer))) / total
  return passed * readPerPassed > total
}

/** Of what was counted before. */
async function listIndexed(
  db: Db,
  page: ConversationList,
  { index, limits }: { index: Pick<Asked, "query" | "guess">; limits: FindLimits },
): Promise<number[]> {
  const { filter, order, total } = page
  const byAge = (part: ConversationList) => listMatchesByAge(db, part, { index: index.query })
  if (order.field === "createdAt") return byAge(page)
  const isTaggedAlone = isScopeAlone({ ...filter, tagIds: undefined })
  const band = bandOf(order)
  const isGathered = isTaggedAlone && !band && !(await isSoonSorted(db, page, { index, limits }))
  const found = total <= limits.counted && !isGathered ? await findIndexed(db, page, { index, limits }) : undefined
  if (found) return found.ids
  if (band) {
    const count = (band: ConversationFilter) => countConversations(db, band, page.viewer)
    return listBands(page, { count, list: byAge })
  }
  const members = isTaggedAlone ? taggedWith(filter.tagIds) : membersOf(page, index.query)
  return listConversationIds(db, { ...page, members })
}

/** From the tags' own index, wherever they are: what is outside of the scope is not walked by. */
function taggedWith(tagIds: number[] = []): Sql {
  return sql`${unnamed} select conversation_id from conversation_tags where tag_id = any(${tagIds}::bigint[])`
}

async function findSearched(db: Db, looked: Looked): Promise<FoundConversations> {
  const { list, scope, limits, index } = looked
  const newest = await findNewest(db, looked)
  if (newest) return newest
  const everything = await countConversations(db, scope, list.viewer)
  if (everything <= limits.sample) return findCounted(db, { ...list, bounded: true }, limits)
  const certain = index?.isAll && index.isCountable ? index : undefined
  if (certain) {
    const page = await findIndexed(db, list, { index: certain, limits })
    if (page) return page
  }
  const counted = { ...looked, everything }
  const matched = index?.isCountable ? await countMatches(db, index.query, list.filter) : Number.POSITIVE_INFINITY
  if (index && matched <= mostFetched(index, limits)) return findFew(db, counted, { index, matched })
  if (everything <= limits.tested) return findCounted(db, { ...list, bounded: true }, limits)
  if (certain) return findCommon(db, counted, matched + (await countOwnDrafts(db, list.filter, list.viewer)))
  const rest = await countRest(db, counted)
  if (rest !== undefined) return findCommon(db, counted, rest)
  return findEstimated(db, counted)
}

/** All that can match can be fetched; they need neither be tested nor counted where the index knows them exactly. */
async function findFew(
  db: Db,
  { list, limits }: Looked,
  { index: { query, isAll }, matched }: { index: Asked; matched: number },
): Promise<FoundPage> {
  const total = isAll ? matched + (await countOwnDrafts(db, list.filter, list.viewer)) : undefined
  const candidates = { ids: await listMatches(db, query, list.filter), certain: query.exact }
  const among = { ...list, candidates, bounded: candidates.ids.length <= limits.tested }
  if (total === undefined) return findCounted(db, among, limits)
  return { ids: await listConversationIds(db, { ...among, total }), total }
}

/** Too many to fetch, but counted. */
async function findCommon(db: Db, looked: Counted, total: number): Promise<FoundPage> {
  return { ids: await listPage(db, looked, { page: { ...looked.list, total }, expected: total }), total }
}

/** Too many to count. One row more than the page says whether its end is the true one. */
async function findEstimated(db: Db, looked: Counted): Promise<FoundPage> {
  const { list, everything } = looked
  const { skip, size } = list
  const share = shareKnown(looked) ?? (await shareOfNewest(db, looked))
  const estimate = Math.round(everything * share)
  const page = { ...list, size: size + 1, total: Number.POSITIVE_INFINITY }
  const ids = await listPage(db, looked, { page, expected: estimate })
  return estimatedPage(ids, { skip, size, estimate })
}

/** Of the scope, those that match, where statistics tell. */
function shareKnown({ index, leftOut }: Looked): number | undefined {
  return index?.query.exact ? index.share : leftOut && 1 - leftOut.guess.share
}

/** Of the newest in scope, those that match. */
async function shareOfNewest(db: Db, looked: Counted): Promise<number> {
  const order = { field: "createdAt", descending: true } as const
  const hits = await listHits(
    db,
    { ...looked, list: { ...looked.list, order } },
    { skip: 0, size: looked.limits.sample },
  )
  return hits.length / looked.limits.sample
}

interface Sought {
  page: ConversationList
  /** The total, as far as it can be told. */
  expected: number
}

/** Tests one by one where that ends soon, or asks the index, or else tests until the page is full. */
async function listPage(db: Db, looked: Counted, { page, expected }: Sought): Promise<number[]> {
  const { list } = looked
  const index = looked.index?.isAll ? looked.index.query : undefined
  const wanted = Math.min(page.skip + page.size, page.total)
  const soon = await listSoon(db, looked, wanted)
  if (soon && soon.found.length >= wanted) return soon.found.slice(page.skip, page.skip + page.size)
  if (looked.leftOut) return listRest(db, looked, { page, leftOut: looked.leftOut, soon })
  if (!index) return listConversationIds(db, page)
  const byAge = (part: ConversationList) => listMatchesByAge(db, part, { index, share: expected / looked.everything })
  if (page.order.field === "createdAt") return byAge(page)
  const count = async (filter: ConversationFilter) =>
    (await countMatches(db, index, filter)) + (await countOwnDrafts(db, filter, list.viewer))
  if (bandOf(page.order)) return listUncountedBands(page, { count, list: byAge })
  // The index would go through those of every tag or user, and whether a conversation has one is soon tested.
  if (asksForAny(looked.search.query)) return listConversationIds(db, page)
  const together = await listTogether(db, looked, { page, expected, index, soon })
  if (together) return together
  const tested = ((page.skip + page.size) * looked.everything) / Math.max(1, expected)
  // None are near the beginning of this order, or the page is far, and testing might go on through most of the desk.
  const isSoonRead = Number.isFinite(page.total) || tested * looked.limits.readPerTest > expected
  const members = isSoonRead ? { members: membersOf(list, index) } : {}
  return listConversationIds(db, { ...page, ...members })
}

/**
 * Where many match, but few of those that come first, or where the page is far: the first of the scope are looked up in the index
 * together. That takes a tenth of the time of their tests, and a quarter of that of reading all that match. Undefined where it would
 * be much of the desk.
 */
async function listTogether(
  db: Db,
  { list, limits, everything }: Counted,
  { page, expected, index, soon }: Sought & { index: IndexQuery; soon: Tested | undefined },
): Promise<number[] | undefined> {
  const { filter, viewer } = list
  const reach = Math.min(page.skip + page.size, page.total - page.skip)
  const matching = (ids: Sql) => {
    const sources = matches(index, filter).map((source) => sql`${source} and conversation_id = any(${ids})`)
    return sql`${rowsOf(sql`${unnamed} conversation_id`, sources)}
      union all select id from conversations where ${ownDrafts(filter, viewer)}`
  }
  // What the tests found tells of the beginning of this order, and what is expected of the whole.
  const needed = soon?.found.length
    ? (3 * reach * soon.tested) / soon.found.length
    : Math.max(limits.together, (1.5 * reach * everything) / Math.max(1, expected))
  let first = Math.ceil(Math.max(0.6 * limits.together, needed))
  for (; first < everything / 5; first *= 3) {
    const ids = await listAmongFirst(db, page, { first, matching })
    if (ids) return ids
  }
  return undefined
}

/** The first of the list that match, as far as testing one by one finds them soon; undefined where so many are not tested. */
async function listSoon(db: Db, looked: Counted, wanted: number): Promise<Tested | undefined> {
  const { sample, tested } = looked.limits
  if (wanted > Math.max(sample, tested / 1.5)) return undefined
  const enough = (share: number) => Math.ceil((1.5 * wanted) / share)
  // How common words are is known without a look at some; then there is one look, at as many as it takes.
  const known = looked.index?.query.exact ? enough(looked.index.share) : sample
  const first = known <= tested ? known : sample
  const found = await listHits(db, looked, { skip: 0, size: first })
  const needed = enough(Math.max(1, found.length) / first)
  // To look up many in the index is sooner than to test them all.
  const most = looked.index?.isAll ? tested / 1.5 : tested
  if (found.length >= wanted || needed > most) return { tested: first, found }
  const more = await listHits(db, looked, { skip: first, size: needed - first })
  // Something may have come before them meanwhile, so that the last of the first is the first of the others.
  return { tested: needed, found: [...found, ...more.filter((id) => !found.includes(id))] }
}

/** Of a part of the list, those that match. */
async function listHits(
  db: Db,
  { list, scope, search, everything }: Counted,
  part: { skip: number; size: number },
): Promise<number[]> {
  const ids = await listConversationIds(db, { ...list, ...part, filter: scope, total: everything })
  const rows = await db.many<{ id: number }>(sql`
    select id from conversations where id = any(${ids}::bigint[]) and ${search.condition}`)
  const hits = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => hits.has(id))
}
