import type { ProductivityReport } from "@deskhand/contract/reports/report-productivity"
import type { Spreads, Sums } from "../facts/measures.ts"
import { average, comparePeriods, type PeriodPair, percentChanges, rangesOf } from "./comparison.ts"
import { countDistinct } from "./distinct.ts"
import { spreadPeriod, sumPeriod } from "./period-sums.ts"
import { boundsOf, datesOf, listFilterTags, type ReportRequest } from "./report-request.ts"

export interface Times {
  responseTime: number
  firstResponseTime: number
  resolutionTime: number
}

/** In seconds, on average. */
export function timesOf(sums: Sums, office: boolean): Times {
  return {
    responseTime: average(office ? sums.responseOfficeSeconds : sums.responseSeconds, sums.responses),
    firstResponseTime: average(office ? sums.firstOfficeSeconds : sums.firstSeconds, sums.firstResponses),
    resolutionTime: average(office ? sums.resolutionOfficeSeconds : sums.resolutionSeconds, sums.resolved),
  }
}

export function resolutionsOf(sums: Sums) {
  return {
    resolved: sums.resolved,
    resolvedOnFirstReply: sums.resolvedOnFirstReply,
    percentResolvedOnFirstReply: average(sums.resolvedOnFirstReply, sums.resolved),
    repliesToResolve: average(sums.repliesToResolve, sums.resolved),
    // Nobody measures how long an answer is written on.
    handleTime: 0,
    closed: sums.closed,
  }
}

export async function productivityReport(request: ReportRequest): Promise<ProductivityReport> {
  const { db, scope, periods, office } = request
  const [filterTags, { current, previous }] = await Promise.all([
    listFilterTags(request),
    comparePeriods(periods, async (period) => {
      const boundaries = boundsOf(period)
      const [sums, spreads, [totalConversations = 0]] = await Promise.all([
        sumPeriod(db, scope, boundaries),
        spreadPeriod(db, scope, boundaries),
        countDistinct(db, scope, { kind: "conversations", boundaries }),
      ])
      const figures = {
        ...datesOf(period),
        totalConversations,
        ...resolutionsOf(sums),
        ...timesOf(sums, office),
        repliesSent: sums.replies,
      }
      return { figures, spreads }
    }),
  ])
  return {
    filterTags,
    current: current.figures,
    ...(previous && {
      previous: previous.figures,
      deltas: percentChanges(current.figures, previous.figures) as NonNullable<ProductivityReport["deltas"]>,
    }),
    ...spreadRanges({ current: current.spreads, previous: previous?.spreads }, office),
  }
}

export function spreadRanges({ current, previous }: PeriodPair<Spreads>, office: boolean) {
  const ranges = (name: keyof Spreads, times?: keyof Spreads) =>
    rangesOf({ current: current[name], previous: previous?.[name] }, times && current[times])
  return {
    responseTime: ranges(office ? "responseOfficeTime" : "responseTime"),
    firstResponseTime: ranges(office ? "firstResponseOfficeTime" : "firstResponseTime"),
    resolutionTime: ranges(office ? "resolutionOfficeTime" : "resolutionTime"),
    // Nobody measures it, so no range has a conversation.
    handleTime: rangesOf({ current: [], previous: previous && [] }),
    repliesToResolve: ranges("repliesToResolve", office ? "resolutionOfficeSeconds" : "resolutionSeconds"),
  }
}
