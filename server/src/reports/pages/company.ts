import type { CompanyReport } from "@deskhand/contract/reports/report-company"
import { sql } from "../../db/db.ts"
import { average, comparePeriods, percentChanges } from "./comparison.ts"
import { countHelped } from "./distinct.ts"
import { scoreOf } from "./happiness.ts"
import { daysIn, type Period } from "./period.ts"
import { sumPeople, sumPeriod } from "./period-sums.ts"
import { boundsOf, datesOf, listFilterTags, type ReportRequest } from "./report-request.ts"

export async function companyReport(request: ReportRequest): Promise<CompanyReport> {
  const { db, scope, periods } = request
  const [filterTags, { current, previous }] = await Promise.all([
    listFilterTags(request),
    comparePeriods(periods, async (period) => {
      const [sums, people, helped] = await Promise.all([
        sumPeriod(db, scope, boundsOf(period)),
        sumPeople(db, scope, boundsOf(period)),
        countHelped(db, scope, boundsOf(period)),
      ])
      const replying = [...people].filter(([, { replies }]) => replies > 0)
      return { figures: figuresOf(period, sums, { users: replying.length, helped: helped.total }), people, helped }
    }),
  ])
  const ids = [...new Set([...current.people.keys(), ...(previous?.people.keys() ?? [])])]
  const names = await db.many<{ id: number; name: string }>(sql`
    select id, btrim(first_name || ' ' || last_name) as name from users where id = any(${ids}::bigint[])`)
  const users = names.flatMap(({ id, name }) => {
    const own = personOf(id, current)
    const before = previous && personOf(id, previous)
    if (own.replies + (before?.replies ?? 0) === 0) return []
    return [
      {
        user: String(id),
        name,
        ...own,
        ...(before && {
          previousCustomersHelped: before.customersHelped,
          previousReplies: before.replies,
          previousHappinessScore: before.happinessScore,
          previousHandleTime: before.handleTime,
        }),
      },
    ]
  })
  return {
    filterTags,
    current: current.figures,
    ...(previous && {
      previous: previous.figures,
      deltas: percentChanges(current.figures, previous.figures) as NonNullable<CompanyReport["deltas"]>,
    }),
    users: users.sort((one, other) => other.replies - one.replies || Number(one.user) - Number(other.user)),
  }
}

type Sums = Awaited<ReturnType<typeof sumPeriod>>

function figuresOf(period: Period, sums: Sums, { users, helped }: { users: number; helped: number }) {
  const days = daysIn(period)
  return {
    ...datesOf(period),
    customersHelped: helped,
    closed: sums.closed,
    totalReplies: sums.replies,
    totalUsers: users,
    totalDays: days,
    repliesPerDayPerUser: average(sums.replies / days, users),
    repliesPerDay: sums.replies / days,
    resolvedPerDay: sums.resolved / days,
  }
}

function personOf(
  id: number,
  { people, helped }: { people: Map<number, Sums>; helped: { byUser: Map<number, number> } },
) {
  const sums = people.get(id)
  return {
    customersHelped: helped.byUser.get(id) ?? 0,
    replies: sums?.replies ?? 0,
    happinessScore: sums ? scoreOf(sums) : 0,
    handleTime: 0,
  }
}
