import { type Db, sql } from "../../db/db.ts"
import { estimatedTotal, walkToPage } from "../../db/page-walk.ts"
import type { DocumentQuery } from "./documents.ts"
import { type ConversationFilter, type ConversationOrder, isScopeAlone, scopeOf } from "./filter.ts"
import { bandOf } from "./order.ts"
import { isDeep, scoreOf } from "./search.ts"
import { countConversations, totalOf } from "./total.ts"
import { sortPage, type VersionPage, type Wanted, walkPage } from "./walk.ts"

/** Decide how a page is found. Times were measured at 1,000,000 conversations. */
export interface PageLimits {
  /** Rows. A page that ends within so many is read without counting first, in 2 ms. */
  near: number
  /** Rows that a walk skips inside an index in the time that it takes to fetch and sort one row. */
  passedPerFetch: number
  /** Rows that are fetched and sorted in the time that it takes to test one search document. */
  fetchedPerTest: number
  /**
   * Documents. A walk that has tested so many without filling the page, in 200 ms, ends, and all matches are looked up. The total
   * is an estimate where more matches are expected: twice the 10,000 up to which totals must be exact.
   */
  tested: number
}

const usualLimits: PageLimits = { near: 2_000, passedPerFetch: 10, fetchedPerTest: 4, tested: 20_000 }

/**
 * One page of a list and how many it has in all. Three ways lead to it:
 *
 * 1. walk: in the order of an index, where it holds all that is asked for, or passes by little else;
 * 2. match: few enough match, so that all are looked up and sorted;
 * 3. walk and test: so many match that those of the page are soon met by testing one after the other.
 */
export async function findPage(db: Db, list: Wanted, limits = usualLimits): Promise<VersionPage> {
  const { documents, rest } = list.filter
  if (documents || (rest && isDeep(rest))) return findSearched(db, list, limits)
  return hasIndex(list) ? walk(db, list, limits) : findFiltered(db, list, limits)
}

/** An index has its conversations in that order and no others. */
function hasIndex({ filter, order }: Wanted): boolean {
  if (isScopeAlone(filter)) return true
  const { tagIds, assigneeId } = indexedBy(filter, order)
  return isScopeAlone({
    ...filter,
    ...(tagIds && { tagIds: undefined }),
    ...(assigneeId !== undefined && { assigneeId: undefined }),
  })
}

/** What of a filter an index in this order knows beside inbox and status: of a tag or an assignee, by age. */
function indexedBy(
  { inboxIds, statuses, tagIds, assigneeId }: ConversationFilter,
  order: ConversationOrder,
): ConversationFilter {
  const scope = scopeOf({ inboxIds, statuses })
  if (order.field !== "createdAt") return scope
  return tagIds ? { ...scope, tagIds } : { ...scope, assigneeId }
}

/** Counted first, which says how many a walk would pass by. */
async function findFiltered(db: Db, list: Wanted, limits: PageLimits): Promise<VersionPage> {
  const { filter, viewer, order, skip, size } = list
  const { total, walked } = await db.one<{ total: number; walked: number }>(sql`
    select ${totalOf(filter, viewer)} as total, ${totalOf(indexedBy(filter, order), viewer)} as walked`)
  const reach = Math.min(skip + size, total - skip)
  const passed = (reach * walked) / Math.max(1, total)
  return passed > limits.passedPerFetch * total ? sortPage(db, list, false) : walk(db, list, limits, total)
}

/** From the nearer end, where the page is not near anyway. */
async function walk(db: Db, list: Wanted, limits: PageLimits, known?: number): Promise<VersionPage> {
  const { filter, viewer, skip } = list
  if (bandOf(list.order)) {
    const total = known ?? (await countConversations(db, filter, viewer))
    return skip < total ? { ...(await walkBands(db, list, limits)), total } : { ids: [], versions: [], total }
  }
  const page = { skip, size: list.size, total: known ?? totalOf(filter, viewer), near: limits.near }
  return walkToPage(db, page, ({ skip, size, ...walk }) => walkPage(db, { ...list, skip, size }, walk))
}

/** Inbox by inbox, or status by status: those before the page are only counted. */
async function walkBands(db: Db, list: Wanted, limits: PageLimits): Promise<VersionPage> {
  const found: VersionPage = { ids: [], versions: [], total: 0 }
  let { skip } = list
  for (const filter of bandsOf(list)) {
    const order = { field: "createdAt", descending: list.order.descending } as const
    const part = { ...list, filter, order, skip, size: list.size - found.ids.length, isPartOfBands: skip === 0 }
    const band = await findPage(db, part, limits)
    found.ids.push(...band.ids)
    found.versions.push(...band.versions)
    if (found.ids.length === list.size) break
    if (skip > 0 && band.ids.length === 0)
      skip -= band.estimated ? await countConversations(db, filter, list.viewer) : band.total
    else skip = 0
  }
  return found
}

function bandsOf({ filter, order }: Wanted): ConversationFilter[] {
  const up =
    order.field === "mailboxid"
      ? filter.inboxIds.toSorted((one, other) => one - other).map((id) => ({ ...filter, inboxIds: [id] }))
      : filter.statuses.toSorted().map((status) => ({ ...filter, statuses: [status] }))
  return order.descending ? up.reverse() : up
}

interface Guess {
  /** Conversations with the words, in the whole desk. Undefined where the documents are asked for nothing. */
  held: number | undefined
  /** Conversations in the list if it asked for no words. */
  scope: number
  /** The part of all conversations that has the words. */
  share: number
  /** Conversations in the list. */
  expected: number
}

async function guess(db: Db, { filter, viewer }: Wanted): Promise<Guess> {
  const { documents, rest } = filter
  const unsearched = { ...filter, documents: undefined, rest: rest && isDeep(rest) ? undefined : rest }
  const [held, { scope, all }] = await Promise.all([
    documents && guessHolders(db, documents),
    db.one<{ scope: number; all: number }>(sql`
      select ${totalOf(unsearched, viewer)} as scope, coalesce(sum(amount), 1) as all from cell_totals`),
  ])
  const share = held === undefined ? 1 : Math.min(1, held / all)
  return { held, scope, share, expected: Math.round(scope * share) }
}

/** Searches for words, and for conditions on threads: by the index of words, unless tests fill the page sooner. */
async function findSearched(db: Db, list: Wanted, limits: PageLimits): Promise<VersionPage> {
  const { viewer, order, skip, size } = list
  const { documents, rest } = list.filter
  const { held, scope, share, expected } = await guess(db, list)
  const isIndexed = documents?.positive === true && held !== undefined && held <= scope * limits.fetchedPerTest
  const filter = documents ? { ...list.filter, documents: { ...documents, positive: isIndexed } } : list.filter
  const isScored = order.field === "score" && filter.search !== undefined && scoreOf(filter.search) !== undefined
  if (scope <= limits.near || (isScored && expected <= limits.near)) return sortPage(db, { ...list, filter }, isScored)
  const tested = (skip + size + 1) / share
  if (isIndexed && tested * limits.fetchedPerTest >= held) return sortPage(db, { ...list, filter }, false)
  const isCounted = !list.isPartOfBands && (documents?.positive ? expected : scope) <= limits.tested
  const total = isCounted ? await countConversations(db, filter, viewer) : undefined
  // One more than the page says whether its end is the end of all.
  const more = { ...list, size: size + 1 }
  const most = isIndexed ? limits.tested + Math.ceil(2 * tested) : scope + 1
  const page = bandOf(order) ? await walkBands(db, more, limits) : await walkPage(db, more, { most })
  if (page.ids.length <= size && scope > most && !bandOf(order)) return sortPage(db, { ...list, filter }, false)
  const shown = { ids: page.ids.slice(0, size), versions: page.versions.slice(0, size) }
  if (total !== undefined) return { ...shown, total }
  // Where words are all that is asked for, statistics tell more than the few that were tested.
  const estimate = rest && page.tested ? Math.round((scope * (skip + page.ids.length)) / page.tested) : expected
  return { ...estimatedTotal(page.ids.length, { skip, size, estimate }), ...shown }
}

/** Reads the estimate of PostgreSQL's planner. */
async function guessHolders(db: Db, documents: DocumentQuery): Promise<number> {
  const { words, rows } = documents.guess ?? { words: documents.words, rows: 0 }
  return rows + (words === undefined ? 0 : await guessWords(db, words))
}

async function guessWords(db: Db, words: string): Promise<number> {
  const { "QUERY PLAN": plan } = await db.one<{ "QUERY PLAN": { Plan: { "Plan Rows": number } }[] }>(sql`
    explain (format json) select from search_documents where words @@ ${words}::tsquery`)
  return plan[0]?.Plan["Plan Rows"] ?? 1
}
