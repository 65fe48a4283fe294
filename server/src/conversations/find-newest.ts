import { type Db, type Sql, sql } from "../db/db.ts"
import { estimatedPage } from "../db/page-walk.ts"
import { countPublished } from "./count.ts"
import { isScopeAlone, ownDrafts } from "./filter.ts"
import { type Asked, commonShare, type FoundConversations, type Looked, mostFetched } from "./looked.ts"
import { countOf, matches } from "./search-index.ts"
import { findMatches, findTested, type Testing } from "./search-pages.ts"
import { listMatchesByAge } from "./search-weeks.ts"
import { farWalk } from "./walks.ts"

/**
 * Pages near the beginning of a search by age, as nearly all are: one statement gives the page, the total and the
 * versions. Undefined where it did not, or would not.
 */
export async function findNewest(db: Db, looked: Looked): Promise<FoundConversations | undefined> {
  const { list, search, limits, index } = looked
  if (list.order.field !== "createdAt" || list.skip + list.size > farWalk) return undefined
  const isWalked = isWalkable(looked)
  if (index?.isAll && isWalked && isSoonTested(looked, index)) {
    const page = await (index.isCountable ? findCommon(db, looked, index) : findEverywhere(db, looked, index))
    if (page) return page
  }
  if (index?.isCountable) {
    const { query, isAll, guess } = index
    const most = mostFetched(index, limits)
    const page = isAll || guess.found <= most ? await findMatches(db, list, { index: query, isAll, most }) : undefined
    if (page) return page
  }
  // What a query leaves out can be counted; all the rest is tested.
  return isWalked && list.order.descending && search.leftOut === undefined ? findSampled(db, looked) : undefined
}

/** The scope can be walked in the order of an index that has nothing else. */
function isWalkable({ scope }: Looked): boolean {
  const { search, tagIds } = scope
  const isOneTag = tagIds === undefined || tagIds.length === 1
  return search === undefined && isOneTag && isScopeAlone({ ...scope, tagIds: undefined, assigneeId: undefined })
}

function isSoonTested(looked: Looked, index: Asked): boolean {
  const { soon, readPerTest } = looked.limits
  const needed = neededFor(looked, index)
  return needed <= soon && (!index.isCountable || needed * readPerTest < index.guess.found)
}

/** How many should be tested to meet the page; a few more than it takes where they are spread evenly. */
function neededFor({ list: { skip, size } }: Looked, { share }: Asked): number {
  return share < commonShare ? Number.POSITIVE_INFINITY : (1.3 * (skip + size + 1)) / share + 10
}

/** A few numbers, so that there are a few statements. */
function roundedUp(amount: number, most: number): number {
  return Math.min(most, 32 * Math.ceil(amount / 32))
}

/** Counted in the index, while the page is sooner found by testing, unless the first were tested in vain. */
async function findCommon(db: Db, looked: Looked, index: Asked): Promise<FoundConversations> {
  const { list } = looked
  const amount = sql`${countOf(matches(index.query, list.filter))}
    + (select count(*) from conversations where ${ownDrafts(list.filter, list.viewer)})`
  const { ids, versions, amount: total } = await findTested(db, list, { ...testing(looked, index), amount })
  if (ids.length === Math.min(list.size, Math.max(0, total - list.skip))) return { ids, versions, total }
  return { ids: await listMatchesByAge(db, { ...list, total }, { index: index.query }), total }
}

/** Too many to count, of words whose share statistics tell. Where the first were tested in vain, more are. */
async function findEverywhere(db: Db, looked: Looked, index: Asked): Promise<FoundConversations | undefined> {
  const { soon, tested: few } = looked.limits
  const usual = { ...testing(looked, index), amount: scopeCount(looked) }
  for (const most of usual.most < soon ? [usual.most, soon] : [soon]) {
    const tested = await findTested(db, oneMore(looked), { ...usual, most })
    if (tested.amount <= few) return undefined
    const page = estimated(looked, tested, index.share)
    if (page) return page
  }
  return undefined
}

function testing(looked: Looked, index: Asked): Omit<Testing, "amount"> {
  const { scope, search, limits } = looked
  const most = roundedUp(neededFor(looked, index), limits.soon)
  return { scope, test: search, isTagCommon: isTagCommon(index), most, samples: false }
}

function isTagCommon({ guess, share }: Asked): boolean {
  return guess.share / share >= commonShare
}

/** Nothing tells how many match but a test of all where they are few, or else the share of the newest that do. */
async function findSampled(db: Db, looked: Looked): Promise<FoundConversations | undefined> {
  const { list, scope, search, limits, index } = looked
  const sample = (most: number) => {
    const isCommon = index !== undefined && isTagCommon(index)
    const testing = { scope, test: search, isTagCommon: isCommon, most, samples: true, amount: scopeCount(looked) }
    return findTested(db, oneMore(looked), testing)
  }
  let tested = await sample(limits.sample)
  let most = limits.sample
  if (tested.amount > most && tested.amount <= limits.tested) {
    most = limits.tested
    tested = await sample(most)
  }
  const { ids, versions, hits, amount } = tested
  if (amount > most) return estimated(looked, tested, hits / most)
  return { ids: ids.slice(0, list.size), versions: versions.slice(0, list.size), total: hits }
}

function scopeCount({ scope, list }: Looked): Sql {
  return sql`coalesce((${countPublished(scope)}), 0)
    + (select count(*) from conversations where ${ownDrafts(scope, list.viewer)})`
}

/** To know whether the list goes on. */
function oneMore({ list }: Looked): Looked["list"] {
  return { ...list, size: list.size + 1 }
}

/** Of more than are tested to count them. Undefined where the page is not full yet. */
function estimated(
  { list: { skip, size } }: Looked,
  { ids, versions, amount }: Awaited<ReturnType<typeof findTested>>,
  share: number,
): FoundConversations | undefined {
  if (ids.length <= size) return undefined
  const estimate = Math.round(amount * share)
  return { ...estimatedPage(ids, { skip, size, estimate }), versions: versions.slice(0, size) }
}
