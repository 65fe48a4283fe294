import type { HappinessReport } from "@deskhand/contract/reports/report-company"
import { sql } from "../../db/db.ts"
import type { Sums } from "../facts/measures.ts"
import { comparePeriods, percentChange, percentOf } from "./comparison.ts"
import { countDistinct } from "./distinct.ts"
import { sumPeriod } from "./period-sums.ts"
import { boundsOf, listFilterTags, type ReportRequest } from "./report-request.ts"
import { factsIn } from "./scope.ts"

type Rated = Pick<Sums, "great" | "okay" | "notGood">

/** The share of great ratings less that of not good ones, from -100 to 100. */
export function scoreOf({ great, okay, notGood }: Rated): number {
  const all = great + okay + notGood
  return percentOf(great, all) - percentOf(notGood, all)
}

export async function happinessReport(request: ReportRequest): Promise<HappinessReport> {
  const { db, scope, periods } = request
  const [filterTags, { current, previous }] = await Promise.all([
    listFilterTags(request),
    comparePeriods(periods, async (period) => {
      const boundaries = boundsOf(period)
      const [sums, [totalCustomers = 0], { rated }] = await Promise.all([
        sumPeriod(db, scope, boundaries),
        countDistinct(db, scope, { kind: "helped", boundaries }),
        db.one<{ rated: number }>(sql`
          select count(distinct customer_id) as rated from report_facts
          where kind = 'rating' and at >= ${period.start} and at < ${period.end} and ${factsIn(scope)}`),
      ])
      return figuresOf(sums, { totalCustomers, rated })
    }),
  ])
  return { filterTags, current, ...(previous && { previous, deltas: deltasOf(current, previous) }) }
}

function figuresOf(sums: Rated, { totalCustomers, rated }: { totalCustomers: number; rated: number }) {
  const { great, okay, notGood } = sums
  const ratingsCount = great + okay + notGood
  return {
    great: percentOf(great, ratingsCount),
    okay: percentOf(okay, ratingsCount),
    notGood: percentOf(notGood, ratingsCount),
    happinessScore: scoreOf(sums),
    greatCount: great,
    okayCount: okay,
    notGoodCount: notGood,
    ratingsCount,
    ratingsPercent: percentOf(rated, totalCustomers),
    totalCustomers,
    totalCustomersWithRatings: rated,
  }
}

type Figures = ReturnType<typeof figuresOf>

/** Shares differ by points. */
function deltasOf(current: Figures, previous: Figures) {
  return {
    great: current.great - previous.great,
    okay: current.okay - previous.okay,
    notGood: current.notGood - previous.notGood,
    happinessScore: current.happinessScore - previous.happinessScore,
    greatCount: percentChange(current.greatCount, previous.greatCount),
    okayCount: percentChange(current.okayCount, previous.okayCount),
    notGoodCount: percentChange(current.notGoodCount, previous.notGoodCount),
  }
}
