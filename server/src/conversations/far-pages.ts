import { type Db, type Sql, sql, unnamed } from "../db/db.ts"
import { isScopeAlone, narrower, ownDrafts, within } from "./filter.ts"
import { namesNumber } from "./search.ts"
import { few, type Walked } from "./walks.ts"
import { countWeeks, hasNumberRange, isKnownByWeek, type WeekCount, weeksOfPage, withinWeeks } from "./weeks.ts"

/** That part of a list which holds the page. */
export interface Section {
  condition: Sql
  total: number
  skip: number
  fromFarEnd?: true
}

/**
 * For a page that a walk would pass very many to reach. By age the counters know which week holds it. In other orders a key
 * near it divides the list, and how many come before that key is counted, which takes a third of the time of walking by
 * them in order. Undefined where a walk is as good. `most` are walked by, unless it is as usual.
 */
export async function findSection(
  db: Db,
  list: Walked,
  { key, most }: { key: Sql; most: number | undefined },
): Promise<Section | undefined> {
  const weeks = isWorthAsking(list, most) ? await countWeeks(db, list) : undefined
  return weeks ? sectionOf(list, weeks) : divide(db, list, { key, walked: most ?? usuallyWalked })
}

/** To count takes as long up to here. */
const usuallyWalked = 100_000

/** To ask the counters, however many there are in all. */
const usuallyWalkedByAge = 10_000

const fieldsByAge: readonly string[] = ["createdAt", "mailboxid", "status"]

function isWorthAsking({ filter, order, candidates, total, skip, size }: Walked, most: number | undefined): boolean {
  if (!fieldsByAge.includes(order.field) || !isKnownByWeek(filter)) return false
  if (candidates || !Number.isFinite(total)) return false
  return hasNumberRange(filter)
    ? total > (most ?? few)
    : Math.min(skip + size, total - skip) > (most ?? usuallyWalkedByAge)
}

function sectionOf(list: Walked, counts: WeekCount[]): Section | undefined {
  const { weeks, total, before } = weeksOfPage(list, counts)
  return weeks.length === 0 ? undefined : { condition: withinWeeks(weeks), total, skip: list.skip - before }
}

async function divide(
  db: Db,
  list: Walked,
  { key, walked }: { key: Sql; walked: number },
): Promise<Section | undefined> {
  const { order, total, skip, size } = list
  if (!isDivisible(list, walked)) return undefined
  const { pivot, passed } = await guessKey(db, list, key)
  if (pivot === null || passed <= walked) return undefined
  const isEarly = isInFirstHalf(list)
  const isHigher = order.descending === isEarly
  const [counted, other] = isHigher
    ? [sql`${key} > ${pivot}`, sql`${key} <= ${pivot}`]
    : [sql`${key} < ${pivot}`, sql`${key} >= ${pivot}`]
  const { amount, last } = await countSection(db, list, { condition: counted, key, isHigher })
  const before = isEarly ? amount : total - amount
  if (skip < before && skip + size > before) return undefined
  const isBefore = skip < before
  // Nothing of the list is beyond the last, but a walk would go on to look for it.
  const condition = isBefore === isEarly ? sql`${counted} and ${key} ${isHigher ? sql`<=` : sql`>=`} ${last}` : other
  return isBefore
    ? { condition, total: before, skip, fromFarEnd: true }
    : { condition, total: total - before, skip: skip - before }
}

const isInFirstHalf = ({ total, skip }: Walked) => skip < total / 2

/** Numbers grow with age, or nearly so: a list of low ones by age has very many before it that are none of it. */
function isDivisible({ filter, order, candidates, total, skip, size }: Walked, walked: number): boolean {
  const { search } = filter
  // Keys that may be missing do not divide.
  if (!isScopeAlone(filter) || candidates || order.field === "waitingSince") return false
  if (!Number.isFinite(total) || total <= walked) return false
  if (search) return order.field === "createdAt" && !search.deep && namesNumber(search)
  return Math.min(skip + size, total - skip) > walked
}

/** So many conversations of a list show where a page is to within some percent. */
const sampled = 2_000

interface GuessedKey {
  pivot: unknown
  /** How many of the inboxes and statuses come before it from the end where a walk would begin, in the list or not. */
  passed: number
}

function guessKey(db: Db, list: Walked, key: Sql): Promise<GuessedKey> {
  const { filter, order, total, skip } = list
  const isHigher = order.descending === isInFirstHalf(list)
  const share = order.descending ? 1 - skip / total : skip / total
  const percent = Math.min(100, (100 * sampled) / total)
  return db.one(sql`
    with sample as (
      select ${key} as key, ${filter.search?.condition ?? sql`true`} as listed
      from conversations tablesample system (${percent}) repeatable (1) where state = 'published' and ${within(filter)}),
    divided as (
      select percentile_disc(${share}::double precision) within group (order by key) filter (where listed) as pivot
      from sample)
    select pivot, (select count(*) from sample where ${isHigher ? sql`key > pivot` : sql`key < pivot`})
      * ${100 / percent}::double precision as passed
    from divided`)
}

interface Counted {
  amount: number
  /** The key farthest from the one that divides. */
  last: unknown
}

function countSection(
  db: Db,
  { filter, viewer }: Walked,
  { condition, key, isHigher }: { condition: Sql; key: Sql; isHigher: boolean },
): Promise<Counted> {
  const farthest = isHigher ? sql`max` : sql`min`
  const counted = (from: Sql) =>
    sql`select count(*) as amount, ${farthest}(${key}) as last from ${from} and ${condition}`
  return db.one(sql`
    select ${unnamed} sum(amount) as amount, ${farthest}(last) as last from (
      ${counted(sql`conversations where state = 'published' and ${within(filter)} ${narrower(filter)}`)}
      union all ${counted(sql`conversations where ${ownDrafts(filter, viewer)}`)}) as counted`)
}
