import type { ProductivityReport } from "@deskhand/contract/report-productivity"
import { type Asked, datesOf, listFilterTags, wholeOf } from "./asked.ts"
import { average, type Both, both, changes, rangesOf } from "./comparing.ts"
import { countSteps } from "./distinct.ts"
import { spreadPeriod, sumPeriod } from "./figures.ts"
import type { Spreads, Sums } from "./measures.ts"

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

export async function productivityReport(asked: Asked): Promise<ProductivityReport> {
  const { db, scope, periods, office } = asked
  const [filterTags, { current, previous }] = await Promise.all([
    listFilterTags(asked),
    both(periods, async (period) => {
      const boundaries = wholeOf(period)
      const [sums, spreads, [totalConversations = 0]] = await Promise.all([
        sumPeriod(db, scope, boundaries),
        spreadPeriod(db, scope, boundaries),
        countSteps(db, scope, { kind: "conversations", boundaries }),
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
      deltas: changes(current.figures, previous.figures) as NonNullable<ProductivityReport["deltas"]>,
    }),
    ...spreadRanges({ current: current.spreads, previous: previous?.spreads }, office),
  }
}

export function spreadRanges({ current, previous }: Both<Spreads>, office: boolean) {
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
