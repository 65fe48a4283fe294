import { type Db, empty, join, type Sql, sql, unnamed } from "../db/db.ts"
import type { FoundPage } from "../db/page-walk.ts"
import { ownDrafts, scopeOf, within } from "./filter.ts"
import type { IndexQuery } from "./index-query.ts"
import { type ConversationList, listBands, mergeByAge } from "./list.ts"
import { matches, rowsOf } from "./search-index.ts"
import { sourcesOf } from "./walks.ts"
import { countWeeks, sumOf, type WeekCount, weeksOfPage, withinWeeks } from "./weeks.ts"

/**
 * A page by age of what the index finds, and how many that is. One look at all of them counts them by weeks, and the
 * page is read from the weeks that hold it.
 */
export async function findMatchesByAge(
  db: Db,
  list: Omit<ConversationList, "total">,
  index: IndexQuery,
): Promise<FoundPage> {
  const counts = await countByWeek(db, list, { index, weeks: undefined })
  const total = sumOf(counts)
  return { ids: await listInWeeks(db, pageInWeeks({ ...list, total }, { counts, before: 0 }), index), total }
}

/** Inbox by inbox, or status by status: one look counts them all, and the page is looked for by age in those that hold it. */
export async function findMatchesByBand(
  db: Db,
  list: Omit<ConversationList, "total">,
  { index, band }: { index: IndexQuery; band: Sql },
): Promise<FoundPage> {
  const counts = await countByBand(db, list, { index, band })
  const ids = await listBands(list, {
    count: async ({ inboxIds, statuses }) =>
      counts.get(list.order.field === "mailboxid" ? inboxIds[0] : statuses[0]) ?? 0,
    list: (part) => listMatchesByAge(db, part, { index }),
  })
  return { ids, total: counts.values().reduce((sum, amount) => sum + amount, 0) }
}

/**
 * Where the total is known already, or cannot be: counts in a few weeks from the nearer end on, as many as would hold the
 * page if matches were spread like all conversations, and in more until they reach the page. A word that is everywhere costs no more than the weeks that are looked at.
 * `share` is that of the matches among all, which a known total tells, too.
 */
export async function listMatchesByAge(
  db: Db,
  list: ConversationList,
  { index, share }: { index: IndexQuery; share?: number },
): Promise<number[]> {
  return listInNearWeeks(db, list, {
    share,
    count: (weeks) => countByWeek(db, list, { index, weeks }),
    list: (page) => listInWeeks(db, page, index),
  })
}

/** The same of all that the index does not find: every week has as many as the counters know, less those that it finds. */
export async function listRestByAge(
  db: Db,
  list: ConversationList,
  { index, share }: { index: IndexQuery; share: number },
): Promise<number[]> {
  return listInNearWeeks(db, list, {
    share,
    count: (weeks) => countRestByWeek(db, list, { index, weeks }),
    list: (page) => listRestInWeeks(db, page, index),
  })
}

interface ByWeek {
  share: number | undefined
  /** In these weeks, or in all. */
  count: (weeks: number[] | undefined) => Promise<WeekCount[]>
  list: (page: PageInWeeks) => Promise<number[]>
}

interface PageInWeeks extends ConversationList {
  weeks: number[]
}

async function listInNearWeeks(
  db: Db,
  list: ConversationList,
  { share, count, list: read }: ByWeek,
): Promise<number[]> {
  const { skip, size, total, order } = list
  const fromFarEnd = skip > total - skip - size
  const reach = fromFarEnd ? total - skip : skip + size
  const isFromNewest = order.descending !== fromFarEnd
  const readPage = (counts: WeekCount[]) =>
    read(pageInWeeks(list, { counts, before: fromFarEnd ? total - sumOf(counts) : 0 }))
  const scope = (await countWeeks(db, { filter: scopeOf(list.filter), viewer: list.viewer })) ?? []
  const nearest = scope.toSorted((one, other) => (isFromNewest ? -1 : 1) * (one.week - other.week))
  const counts: WeekCount[] = []
  for (let wanted = (1.1 * reach) / (share ?? Math.max(1, total) / sumOf(scope)), known = 0; ; ) {
    const weeks = weeksThatHold(nearest, wanted)
    if (weeks.length === nearest.length) return readPage(await count(undefined))
    counts.push(...(await count(weeks.slice(known))))
    const counted = sumOf(counts)
    if (counted >= reach) return readPage(counts)
    known = weeks.length
    // As many as it takes where the others are like these.
    wanted *= Math.min(3, (1.2 * reach) / Math.max(1, counted))
  }
}

/** As many of the first weeks as it takes to have so many conversations. */
function weeksThatHold(counts: WeekCount[], wanted: number): number[] {
  const weeks: number[] = []
  let sum = 0
  for (const { week, amount } of counts) {
    weeks.push(week)
    sum += amount
    if (sum >= wanted) break
  }
  return weeks
}

type Scope = Pick<ConversationList, "filter" | "viewer">

function countByWeek(
  db: Db,
  scope: Scope,
  { index, weeks }: { index: IndexQuery; weeks: number[] | undefined },
): Promise<WeekCount[]> {
  const { matched, drafts } = sourcesIn(scope, index, weeks)
  return sumByWeek(
    db,
    matched.map((source) => sql`select week, count(*) as amount from ${source} group by week`),
    drafts,
  )
}

function countRestByWeek(
  db: Db,
  scope: Scope,
  { index, weeks }: { index: IndexQuery; weeks: number[] | undefined },
): Promise<WeekCount[]> {
  const { matched, drafts, among } = sourcesIn(scope, index, weeks)
  const all = sql`select week, sum(amount) as amount from week_totals
    where ${within(scope.filter)} ${among(sql`week`)} group by week`
  const left = matched.map((source) => sql`select week, -count(*) as amount from ${source} group by week`)
  return sumByWeek(db, [all, ...left], drafts)
}

/** One statement sees one moment. */
function sumByWeek(db: Db, counted: Sql[], drafts: Sql): Promise<WeekCount[]> {
  return db.many(sql`
    select ${unnamed} week, sum(amount) as amount from (
      ${join(counted, " union all ")}
      union all
      select week_of(created_at), count(*) from ${drafts} group by 1
    ) as counted group by week`)
}

async function countByBand(
  db: Db,
  scope: Scope,
  { index, band }: { index: IndexQuery; band: Sql },
): Promise<Map<number | string | undefined, number>> {
  const { matched, drafts } = sourcesIn(scope, index, undefined)
  const counted = [...matched, drafts].map(
    (source) => sql`
    select ${unnamed} ${band} as band, count(*) as amount from ${source} group by 1`,
  )
  const rows = await db.many<{ band: number | string; amount: number }>(sql`
    select band, sum(amount) as amount from (${join(counted, " union all ")}) as counted group by band`)
  return new Map(rows.map((row) => [row.band, row.amount]))
}

/** Equality instead of a range: the index has to put a range together before it can compare. */
function sourcesIn({ filter, viewer }: Scope, index: IndexQuery, weeks: number[] | undefined) {
  const among = (week: Sql) => (weeks === undefined ? empty : sql`and ${week} = any(${weeks}::integer[])`)
  return {
    among,
    matched: matches(index, filter).map((source) => sql`${source} ${among(sql`week`)}`),
    drafts: sql`conversations where ${ownDrafts(filter, viewer)} ${among(sql`week_of(created_at)`)}`,
  }
}

/** Where the page is in what was counted; `before` are those of the list that come before all of it. */
function pageInWeeks(list: ConversationList, { counts, before }: { counts: WeekCount[]; before: number }): PageInWeeks {
  const page = weeksOfPage(list, counts, before)
  return { ...list, weeks: page.weeks, total: page.total, skip: list.skip - page.before }
}

function listInWeeks(db: Db, page: PageInWeeks, index: IndexQuery): Promise<number[]> {
  const { matched, drafts } = sourcesIn(page, index, page.weeks)
  return mergeByAge(db, page, [
    ...matched.map((source) => sql`(select ${unnamed} conversation_id as id, created_at from ${source}) as matched`),
    drafts,
  ])
}

async function listRestInWeeks(db: Db, page: PageInWeeks, index: IndexQuery): Promise<number[]> {
  if (page.weeks.length === 0) return []
  const { filter, viewer } = page
  const scope = scopeOf(filter)
  const { matched } = sourcesIn(page, index, page.weeks)
  const leftOut = sql`${rowsOf(sql`${unnamed} conversation_id`, matched)}
    union all select id from conversations where ${ownDrafts(scope, viewer)}
      and (${filter.search?.condition ?? sql`true`}) is not true`
  const sources = await sourcesOf(db, { ...page, filter: scope })
  return mergeByAge(
    db,
    { ...page, leftOut },
    sources.map((source) => sql`${source} and ${withinWeeks(page.weeks)}`),
  )
}
