import { type Db, join, type Sql, sql, unnamed } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import type { MomentRange, NumberRange } from "../search/compile.ts"
import { type ConversationFilter, type ConversationOrder, isScopeAlone, ownDrafts, within } from "./filter.ts"
import type { Ranges } from "./search.ts"

export interface WeekCount {
  week: number
  amount: number
}

/** In milliseconds; as week_of() in migration 0011. */
const weekLength = 604_800_000

export function sumOf(counts: WeekCount[]): number {
  return counts.reduce((sum, { amount }) => sum + amount, 0)
}

interface Listed {
  filter: ConversationFilter
  viewer: Viewer
}

/** In weeks that ranges divide so many are counted; where there are more, one count of all is as good. */
const usuallyDivided = 50_000

/**
 * How many conversations of a list are of each week. The counters know it of weeks that a range holds as a whole; what
 * is in a week that it divides is counted. Undefined where that is no shortcut: the list asks for something that may
 * change, or numbers do not follow age at all.
 */
export async function countWeeks(
  db: Db,
  { filter, viewer }: Listed,
  divided = usuallyDivided,
): Promise<WeekCount[] | undefined> {
  if (!isKnownByWeek(filter)) return undefined
  const { whole, touched } = weekConditions(filter.search?.ranges ?? { numbers: [], ids: [], created: [], changed: [] })
  const told = sql`week_totals where ${within(filter)} and ${touched}`
  if (hasNumberRange(filter)) {
    const { amount } = await db.one<{ amount: number }>(sql`
      select ${unnamed} coalesce(sum(amount), 0) as amount from ${told} and not (${whole})`)
    if (amount > divided) return undefined
  }
  const condition = filter.search?.condition ?? sql`true`
  // One statement sees one moment: what is written meanwhile is neither left out nor counted twice.
  return db.many(sql`
    select week, sum(amount) as amount from (
      select week, case when not divided then amount else (
        select count(*) from conversations where state = 'published' and ${within(filter)} and ${condition}
          and created_at >= start_of_week(week) and created_at < start_of_week(week + 1)) end as amount
      from (select week, sum(amount) as amount, bool_or(not (${whole})) as divided from ${told} group by week) as weeks
      union all
      select week_of(created_at), count(*) from conversations where ${ownDrafts(filter, viewer)} group by 1
    ) as counted group by week`)
}

/** Asks for nothing but inboxes, statuses and ranges of what never changes. */
export function isKnownByWeek(filter: ConversationFilter): boolean {
  return isScopeAlone(filter) && (filter.search === undefined || filter.search.ranges?.changed.length === 0)
}

/** When what a list has was changed last, where it asks for nothing else but inboxes and statuses. */
export function changedDuring(filter: ConversationFilter): MomentRange | undefined {
  const { modifiedSince, search } = filter
  if (!isScopeAlone({ ...filter, modifiedSince: undefined })) return undefined
  // Its own moment is left out, and moments are told in milliseconds.
  const after = modifiedSince && new Date(modifiedSince.getTime() + 1)
  if (after) return search === undefined ? { from: after, before: undefined } : undefined
  const { numbers = [], ids = [], created = [], changed = [] } = search?.ranges ?? {}
  return numbers.length + ids.length + created.length === 0 && changed.length === 1 ? changed[0] : undefined
}

/**
 * How many there are. The counters know it of whole weeks; in those that the range divides, which are one or two, those that
 * hold `condition` are counted. Undefined for a range without a whole week.
 */
export function countChanged(
  filter: ConversationFilter,
  { range: { from, before }, condition }: { range: MomentRange; condition: Sql },
): Sql | undefined {
  const first = from && Math.ceil(from.getTime() / weekLength)
  const end = before && Math.floor(before.getTime() / weekLength)
  if (first !== undefined && end !== undefined && first >= end) return undefined
  const at = (week: number) => new Date(week * weekLength)
  const ends = [
    ...(first === undefined ? [] : [{ whole: sql`week >= ${first}`, divided: sql`modified_at < ${at(first)}` }]),
    ...(end === undefined ? [] : [{ whole: sql`week < ${end}`, divided: sql`modified_at >= ${at(end)}` }]),
  ]
  const whole = sql`(select coalesce(sum(amount), 0) from change_week_totals
    where ${join([within(filter), ...ends.map((each) => each.whole)], " and ")})`
  const divided = ends.map(
    (each) => sql`(select count(*) from conversations
      where state = 'published' and ${within(filter)} ${condition} and ${each.divided})`,
  )
  return sql`select ${join([whole, ...divided], " + ")}`
}

/** So few are sooner counted by themselves. */
const fewNumbers = 20_000
const fewWeeks = 5

export function isWideRange(filter: ConversationFilter): boolean {
  const ranges = filter.search?.ranges
  if (ranges === undefined || !isKnownByWeek(filter)) return false
  const open = Number.POSITIVE_INFINITY
  return (
    [...ranges.numbers, ...ranges.ids].every(({ from = 1, to = open }) => to - from > fewNumbers) &&
    ranges.created.every(({ from, before }) => +(before ?? open) - +(from ?? -open) > fewWeeks * weekLength)
  )
}

/** Numbers nearly follow age, but no index says so: a walk by age passes by all that is outside of their range. */
export function hasNumberRange({ search }: ConversationFilter): boolean {
  return search?.ranges !== undefined && search.ranges.numbers.length + search.ranges.ids.length > 0
}

/** On the rows of week_totals: that all of one is in the ranges, and that some of it may be. */
function weekConditions({ numbers, ids, created }: Ranges): { whole: Sql; touched: Sql } {
  const conditions = [
    ...numbers.map((range) => between(range, { lowest: sql`lowest_number`, highest: sql`highest_number` })),
    ...ids.map((range) => between(range, { lowest: sql`lowest_id`, highest: sql`highest_id` })),
    ...created.map(during),
  ].flat()
  const all = (each: Sql[]) => (each.length === 0 ? sql`true` : join(each, " and "))
  return { whole: all(conditions.map(({ whole }) => whole)), touched: all(conditions.map(({ touched }) => touched)) }
}

function between({ from, to }: NumberRange, { lowest, highest }: { lowest: Sql; highest: Sql }) {
  return [
    ...(from === undefined ? [] : [{ whole: sql`${lowest} >= ${from}`, touched: sql`${highest} >= ${from}` }]),
    ...(to === undefined ? [] : [{ whole: sql`${highest} <= ${to}`, touched: sql`${lowest} <= ${to}` }]),
  ]
}

function during({ from, before }: MomentRange) {
  const [first, end] = [from && from.getTime() / weekLength, before && before.getTime() / weekLength]
  return [
    ...(first === undefined
      ? []
      : [{ whole: sql`week >= ${Math.ceil(first)}`, touched: sql`week >= ${Math.floor(first)}` }]),
    ...(end === undefined ? [] : [{ whole: sql`week < ${Math.floor(end)}`, touched: sql`week < ${Math.ceil(end)}` }]),
  ]
}

/** The weeks that hold a page of what was counted, and what of the list comes before them. */
export interface PageWeeks {
  weeks: number[]
  total: number
  before: number
}

/** `before` are those of the list that come before all weeks that were counted. */
export function weeksOfPage(
  { order, skip, size }: { order: ConversationOrder; skip: number; size: number },
  counts: WeekCount[],
  before = 0,
): PageWeeks {
  const direction = order.descending ? -1 : 1
  const page: PageWeeks = { weeks: [], total: 0, before }
  for (const { week, amount } of counts.toSorted((one, other) => direction * (one.week - other.week))) {
    if (page.before + page.total >= skip + size) break
    if (page.weeks.length === 0 && page.before + amount <= skip) page.before += amount
    else {
      page.weeks.push(week)
      page.total += amount
    }
  }
  return page
}

export function withinWeeks(weeks: number[]): Sql {
  const [first, last] = [Math.min(...weeks), Math.max(...weeks)]
  return sql`created_at >= ${new Date(first * weekLength)} and created_at < ${new Date((last + 1) * weekLength)}`
}
