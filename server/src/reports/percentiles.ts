import type { PercentilesReport } from "@deskhand/contract/report-productivity"
import { type Sql, sql } from "../db/db.ts"
import { type Asked, wholeOf } from "./asked.ts"
import { both, rangesOf } from "./comparing.ts"
import { factsOf, keptIn, spreadPeriod, sumPeriod } from "./figures.ts"
import { keyOfTimes, type TimeMeasure, timeMeasures } from "./keep-times.ts"
import { startOfWeek } from "./members.ts"
import { notchCount, notchOf, percentileOf } from "./notches.ts"
import { type Period, piecesOf, wholeAndRest } from "./period.ts"
import { isSummed } from "./scope.ts"

const shares = [0.5, 0.75, 0.9, 0.95] as const
const weekMs = 7 * 86_400_000
/** As many times are put in order while somebody waits; of more it is known about how long they are. */
const fewTimes = 20_000

const which: Record<TimeMeasure, Sql> = {
  first: sql`kind = 'reply' and amount = 1 and seconds is not null`,
  response: sql`kind = 'reply' and seconds is not null`,
  resolution: sql`kind = 'resolved'`,
}

type Percentiles = PercentilesReport["current"]["responseTime"]

/** How long half of the customers waited at most, and nine of ten. */
export async function percentilesReport(asked: Asked): Promise<PercentilesReport> {
  const { db, scope, office } = asked
  const { current, previous } = await both(asked.periods, async (period) => {
    const boundaries = wholeOf(period)
    const [sums, spreads] = await Promise.all([sumPeriod(db, scope, boundaries), spreadPeriod(db, scope, boundaries)])
    const counts = { first: sums.firstResponses, response: sums.responses, resolution: sums.resolved }
    const [firstResponseTime, responseTime, resolutionTime] = await Promise.all(
      timeMeasures.map((measure) => percentilesOf(asked, period, { measure, count: counts[measure] })),
    )
    const figures = { firstResponseTime, responseTime, resolutionTime } as PercentilesReport["current"]
    return { figures, spread: office ? spreads.resolutionOfficeTime : spreads.resolutionTime }
  })
  return {
    current: current.figures,
    ...(previous && { previous: previous.figures }),
    resolutionTime: rangesOf({ current: current.spread, previous: previous?.spread }),
  }
}

async function percentilesOf(
  asked: Asked,
  period: Period,
  { measure, count }: { measure: TimeMeasure; count: number },
): Promise<Percentiles> {
  if (count === 0) return { count, p50: 0, p75: 0, p90: 0, p95: 0 }
  const isExact = count <= fewTimes || !isSummed(asked.scope) || asked.scope.userIds !== undefined
  const [p50 = 0, p75 = 0, p90 = 0, p95 = 0] = isExact
    ? await orderTimes(asked, period, measure)
    : await countNotches(asked, period, measure).then((counts) => shares.map((share) => percentileOf(counts, share)))
  return { count, p50, p75, p90, p95 }
}

async function orderTimes({ db, scope, office }: Asked, period: Period, measure: TimeMeasure): Promise<number[]> {
  const seconds = office ? sql`office_seconds` : sql`seconds`
  const { found } = await db.one<{ found: number[] }>(sql`
    select percentile_cont(${[...shares]}::float8[]) within group (order by ${seconds}) as found
    from ${factsOf(scope, piecesOf(wholeOf(period)), sql`and ${which[measure]}`)}`)
  return found.map(Math.round)
}

/** Whole weeks from what is kept of them, the rest from the facts. */
async function countNotches({ db, scope, office }: Asked, period: Period, measure: TimeMeasure): Promise<number[]> {
  const { whole, rest } = wholeAndRest(piecesOf(wholeOf(period)), weekMs, startOfWeek(0))
  const { inboxIds, types } = scope
  const [weeks, days] = await Promise.all([
    db.many<{ notch: number; amount: number }>(sql`
      select (place - 1)::integer as notch, sum(amount)::bigint as amount
      from ${keptIn(
        sql`report_times`,
        whole,
        sql`measure = ${keyOfTimes(measure, office)} and inbox_id = any(${inboxIds}::bigint[])
          ${types ? sql`and type = any(${types}::text[])` : sql``}`,
      )}
      cross join unnest(counts) with ordinality as each (amount, place) where amount <> 0 group by 1`),
    db.many<{ seconds: number; amount: number }>(sql`
      select ${office ? sql`office_seconds` : sql`seconds`} as seconds, count(*) as amount
      from ${factsOf(scope, rest, sql`and ${which[measure]}`)} group by 1`),
  ])
  const counts = Array.from({ length: notchCount }, () => 0)
  for (const { notch, amount } of weeks) counts[notch] = (counts[notch] ?? 0) + amount
  for (const { seconds, amount } of days) counts[notchOf(seconds)] = (counts[notchOf(seconds)] ?? 0) + amount
  return counts
}
