import type { PercentilesReport } from "@deskhand/contract/report-productivity"
import type { TimeMeasure } from "../facts/packed.ts"
import { comparePeriods, rangesOf } from "./comparison.ts"
import { gather } from "./gather.ts"
import type { Period } from "./period.ts"
import { spreadPeriod } from "./period-sums.ts"
import { boundsOf, type ReportRequest } from "./report-request.ts"
import { Times } from "./times.ts"

type Percentiles = PercentilesReport["current"]["responseTime"]

/** How long half of the customers waited at most, and nine of ten. */
export async function percentilesReport(request: ReportRequest): Promise<PercentilesReport> {
  const { db, scope, office } = request
  const { current, previous } = await comparePeriods(request.periods, async (period) => {
    const [spreads, firstResponseTime, responseTime, resolutionTime] = await Promise.all([
      spreadPeriod(db, scope, boundsOf(period)),
      percentilesOf(request, period, "first"),
      percentilesOf(request, period, "response"),
      percentilesOf(request, period, "resolution"),
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

async function percentilesOf(
  { db, scope, office }: ReportRequest,
  period: Period,
  measure: TimeMeasure,
): Promise<Percentiles> {
  const times = new Times()
  const kind = office ? (`${measure}_office` as const) : measure
  await gather(db, scope, { kind, boundaries: boundsOf(period) }, () => [times])
  const [p50 = 0, p75 = 0, p90 = 0, p95 = 0] = times.percentiles([0.5, 0.75, 0.9, 0.95])
  return { count: times.count, p50, p75, p90, p95 }
}
