import { type Db, empty, type Sql, sql, unnamed } from "../db/db.ts"
import type { FoundPage } from "../db/page-walk.ts"
import { ownDrafts, scopeOf } from "./filter.ts"
import { type ConversationList, listConversationIds, mergeByAge } from "./list.ts"
import { type IndexQuery, matches } from "./search-index.ts"

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
  return { ids: await listInWeeks(db, { ...list, total }, { index, counts, before: 0 }), total }
}

/**
 * Where the total is known already, or cannot be: counts in a few weeks from the nearer end on, and in ever more until
 * they reach the page. A word that is everywhere costs no more than the weeks that are looked at.
 */
export async function listMatchesByAge(
  db: Db,
  list: ConversationList,
  { index, expected }: { index: IndexQuery; expected: number },
): Promise<number[]> {
  const { skip, size, total, order } = list
  const fromFarEnd = skip > total - skip - size
  const reach = fromFarEnd ? total - skip : skip + size
  const { first, last } = await findWeeks(db, list)
  // As many weeks as would hold the page if every week had as many.
  const guess = Math.ceil((1.2 * (last - first + 1) * reach) / Math.max(1, expected))
  for (let amount = Math.max(1, guess); ; amount *= 3) {
    const isAll = first + amount > last
    const start = order.descending === fromFarEnd ? first : last - amount + 1
    const weeks = isAll ? undefined : Array.from({ length: amount }, (_, index) => start + index)
    const counts = await countByWeek(db, list, { index, weeks })
    const counted = sumOf(counts)
    if (isAll || counted >= reach)
      return listInWeeks(db, list, { index, counts, before: fromFarEnd ? total - counted : 0 })
  }
}

interface WeekCount {
  week: number
  amount: number
}

function sumOf(counts: WeekCount[]): number {
  return counts.reduce((sum, { amount }) => sum + amount, 0)
}

type Scope = Pick<ConversationList, "filter" | "viewer">

/** In these weeks, or in all. */
function countByWeek(
  db: Db,
  scope: Scope,
  { index, weeks }: { index: IndexQuery; weeks: number[] | undefined },
): Promise<WeekCount[]> {
  const { matched, drafts } = sourcesIn(scope, index, weeks)
  return db.many(sql`
    select week, sum(amount) as amount from (
      select ${unnamed} week, count(*) as amount from ${matched} group by week
      union all
      select week_of(created_at), count(*) from ${drafts} group by 1
    ) as counted group by week`)
}

/** Equality instead of a range: the index has to put a range together before it can compare. */
function sourcesIn({ filter, viewer }: Scope, index: IndexQuery, weeks: number[] | undefined) {
  const among = (week: Sql) => (weeks === undefined ? empty : sql`and ${week} = any(${weeks}::integer[])`)
  return {
    matched: sql`${matches(index, filter)} ${among(sql`week`)}`,
    drafts: sql`conversations where ${ownDrafts(filter, viewer)} ${among(sql`week_of(created_at)`)}`,
  }
}

/** `before` are those of the list that come before all weeks that were counted. */
async function listInWeeks(
  db: Db,
  list: ConversationList,
  { index, counts, before }: { index: IndexQuery; counts: WeekCount[]; before: number },
): Promise<number[]> {
  const { order, skip, size } = list
  const direction = order.descending ? -1 : 1
  const weeks: number[] = []
  let start = before
  let total = 0
  for (const { week, amount } of counts.toSorted((one, other) => direction * (one.week - other.week))) {
    if (start + total >= skip + size) break
    if (weeks.length === 0 && start + amount <= skip) start += amount
    else {
      weeks.push(week)
      total += amount
    }
  }
  const { matched, drafts } = sourcesIn(list, index, weeks)
  return mergeByAge(db, { ...list, total, skip: skip - start }, [
    sql`(select ${unnamed} conversation_id as id, created_at from ${matched}) as matched`,
    drafts,
  ])
}

/** Of the oldest and the newest conversation that the viewer may see. */
async function findWeeks(db: Db, list: ConversationList): Promise<{ first: number; last: number }> {
  const end = (descending: boolean) =>
    listConversationIds(db, {
      filter: scopeOf(list.filter),
      viewer: list.viewer,
      order: { field: "createdAt", descending },
      total: Number.POSITIVE_INFINITY,
      skip: 0,
      size: 1,
    })
  const ids = [...(await end(false)), ...(await end(true))]
  const { first, last } = await db.one<{ first: number | null; last: number | null }>(sql`
    select min(week_of(created_at)) as first, max(week_of(created_at)) as last from conversations
    where id = any(${ids}::bigint[])`)
  return { first: first ?? 0, last: last ?? 0 }
}
