import type { PercentilesReport } from "@deskhand/contract/reports/report-productivity"
import { type Sql, sql } from "../../db/db.ts"
import { comparePeriods, rangesOf } from "./comparison.ts"
import type { Period } from "./period.ts"
import { spreadPeriod } from "./period-sums.ts"
import { boundsOf, type ReportRequest } from "./report-request.ts"
import { factsIn } from "./scope.ts"

type Percentiles = PercentilesReport["current"]["responseTime"]

/** How long half of the customers waited at most, and nine of ten. */
export async function percentilesReport(request: ReportRequest): Promise<PercentilesReport> {
  const { db, scope, office } = request
  const { current, previous } = await comparePeriods(request.periods, async (period) => {
    const [spreads, firstResponseTime, responseTime, resolutionTime] = await Promise.all([
      spreadPeriod(db, scope, boundsOf(period)),
      percentilesOf(request, period, sql`kind = 'reply' and amount = 1`),
      percentilesOf(request, period, sql`kind = 'reply'`),
      percentilesOf(request, period, sql`kind = 'resolved'`),
    ])
    const figures = { firstResponseTime, responseTime, resolutionTime }
    return { figures, spread: office ? spreads.resolutionOfficeTime : spreads.resolutionTime }
  })
  return {
    current: current.figures,
    ...(previous && { previous: previous.figures }),
    resolutionTime: rangesOf({ current: current.spread, previous: previous?.spread }),
  }
}

async function percentilesOf({ db, scope, office }: ReportRequest, period: Period, which: Sql): Promise<Percentiles> {
  const seconds = office ? sql`office_seconds` : sql`seconds`
  const { count, times } = await db.one<{ count: number; times: number[] | null }>(sql`
    select count(*) as count, percentile_cont(array[0.5, 0.75, 0.9, 0.95]) within group (order by ${seconds}) as times
    from report_facts
    where ${which} and seconds is not null and at >= ${period.start} and at < ${period.end} and ${factsIn(scope)}`)
  const [p50 = 0, p75 = 0, p90 = 0, p95 = 0] = times?.map(Math.round) ?? []
  return { count, p50, p75, p90, p95 }
}
