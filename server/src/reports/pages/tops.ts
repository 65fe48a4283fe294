import type { TagsReport, Top } from "@deskhand/contract/reports/report-conversations"
import { type Db, empty, type Sql, sql } from "../../db/db.ts"
import { startOfWeek, weekMs } from "../facts/calendar.ts"
import { comparePeriods, type PeriodPair, percentOf } from "./comparison.ts"
import { type Periods, piecesOf, wholeAndRest } from "./period.ts"
import { factsWithin, summaryRowsIn, sumPeriod } from "./period-sums.ts"
import { boundsOf, type ReportRequest } from "./report-request.ts"
import { beginningsIn, isSummed, type Scope } from "./scope.ts"

const most = 10

export type TopKind = "tagged" | "answered" | "field" | "ran"

/** How many of the conversations that began in the period have each part. */
export async function countParts(
  db: Db,
  scope: Scope,
  { kind, boundaries, parts }: { kind: TopKind; boundaries: [Date, Date]; parts?: number[] },
): Promise<Map<number, number>> {
  const pieces = piecesOf(boundaries)
  const { whole, rest } = isSummed(scope) ? wholeAndRest(pieces, weekMs, startOfWeek(0)) : { whole: [], rest: pieces }
  const these = parts ? sql`and part = any(${parts}::bigint[])` : empty
  const rows = await db.many<{ part: number; amount: number }>(sql`
    select part, sum(amount)::bigint as amount from (
      select part, amount from ${summaryRowsIn(sql`report_tops`, scope, whole, sql`kind = ${kind} ${these}`)}
      union all
      select part, count(*) from ${factsWithin(scope, rest, sql`and kind = ${kind} ${these}`)} group by 1) counted
    group by 1 having sum(amount) > 0`)
  return new Map(rows.map(({ part, amount }) => [part, amount]))
}

/** How many began in the period, of each customer: those who wrote most often, or those who are namesOf. */
async function countCustomers(
  db: Db,
  scope: Scope,
  { boundaries, ids }: { boundaries: [Date, Date]; ids?: number[] },
): Promise<Map<number, number>> {
  const begun = beginningsIn(scope)
  const which = sql`and ${begun.which} ${ids ? sql`and customer_id = any(${ids}::bigint[])` : empty}`
  const rows = await db.many<{ id: number; amount: number }>(sql`
    select customer_id as id, count(*) as amount from ${factsWithin(begun.scope, piecesOf(boundaries), which)}
    group by 1 order by 2 desc, 1 limit ${ids?.length ?? most}`)
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

/** What is counted, and what those are called who are counted. */
const namesOf = {
  tagged: sql`select id, name, null::bigint as "mailboxId" from tags`,
  answered: sql`select id, name, inbox_id as "mailboxId" from saved_replies`,
  ran: sql`select id, name, inbox_id as "mailboxId" from workflows`,
  customers: sql`select id, coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''),
    nullif(first_email(id), ''), 'Nobody') as name, null::bigint as "mailboxId" from customers`,
}

interface TopRequest {
  kind: keyof typeof namesOf
  periods: Periods
  totals: PeriodPair<number>
  limit?: number
}

export async function listTop(
  db: Db,
  scope: Scope,
  { kind, periods, totals, limit = most }: TopRequest,
): Promise<Top[]> {
  const count = ({ start, end }: { start: Date; end: Date }, ids?: number[]) =>
    kind === "customers"
      ? countCustomers(db, scope, { boundaries: [start, end], ...(ids && { ids }) })
      : countParts(db, scope, { kind, boundaries: [start, end], ...(ids && { parts: ids }) })
  const counts = await count(periods.current)
  const names = await mapNames(db, namesOf[kind], [...counts.keys()])
  const top = [...counts]
    .filter(([id]) => names.has(id))
    .sort(([one, few], [other, many]) => many - few || one - other)
    .slice(0, limit)
  const before =
    periods.previous &&
    (await count(
      periods.previous,
      top.map(([id]) => id),
    ))
  return top.map(([id, amount]) => {
    const { name = "", mailboxId = null } = names.get(id) ?? {}
    const percent = percentOf(amount, totals.current)
    const previousCount = before?.get(id) ?? 0
    const previousPercent = percentOf(previousCount, totals.previous ?? 0)
    return {
      id,
      name,
      ...(mailboxId !== null && { mailboxId }),
      count: amount,
      percent,
      ...(before && { previousCount, previousPercent, deltaPercent: percent - previousPercent }),
    }
  })
}

async function mapNames(
  db: Db,
  listed: Sql,
  ids: number[],
): Promise<Map<number, { name: string; mailboxId: number | null }>> {
  const rows = await db.many<{ id: number; name: string; mailboxId: number | null }>(
    sql`${listed} where id = any(${ids}::bigint[])`,
  )
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** Every tag that a conversation has which began in the period. */
export async function tagsReport({ db, scope, periods }: ReportRequest): Promise<TagsReport> {
  const { current, previous } = await comparePeriods(periods, (period) => sumPeriod(db, scope, boundsOf(period)))
  const totals = { current: current.created, previous: previous?.created }
  const top = await listTop(db, scope, { kind: "tagged", periods, totals, limit: Number.POSITIVE_INFINITY })
  return { conversations: current.created, tagged: current.tagged, tags: top.map(({ mailboxId: _, ...tag }) => tag) }
}
