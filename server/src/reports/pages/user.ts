import type { UserChatReport, UserReport } from "@deskhand/contract/reports/report-company"
import { sql } from "../../db/db.ts"
import { timestamp } from "../../http/hal.ts"
import { average, comparePeriods, percentChanges } from "./comparison.ts"
import { countDistinct } from "./distinct.ts"
import { scoreOf } from "./happiness.ts"
import { daysIn, type Period } from "./period.ts"
import { sumPeriod } from "./period-sums.ts"
import { resolutionsOf, timesOf } from "./productivity.ts"
import { boundsOf, datesOf, listFilterTags, type ReportRequest } from "./report-request.ts"
import { factsIn } from "./scope.ts"

/** Of one user, or of all members of a team together. */
export async function userReport(request: ReportRequest): Promise<UserReport> {
  const { db, scope, periods, office } = request
  const [filterTags, user, { current, previous }] = await Promise.all([
    listFilterTags(request),
    presentPerson(request),
    comparePeriods(periods, async (period) => {
      const boundaries = boundsOf(period)
      const [sums, [customersHelped = 0], [totalConversations = 0], busiestDay] = await Promise.all([
        sumPeriod(db, scope, boundaries),
        countDistinct(db, scope, { kind: "helped", boundaries }),
        countDistinct(db, scope, { kind: "conversations", boundaries }),
        findBusiestDay(request, period),
      ])
      const days = daysIn(period)
      const { responseTime, resolutionTime } = timesOf(sums, office)
      return {
        ...datesOf(period),
        totalDays: days,
        ...resolutionsOf(sums),
        conversationsCreated: sums.createdByUsers,
        totalReplies: sums.replies,
        happinessScore: scoreOf(sums),
        responseTime,
        resolutionTime,
        repliesPerDay: sums.replies / days,
        customersHelped,
        totalConversations,
        conversationsPerDay: totalConversations / days,
        busiestDay,
      }
    }),
  ])
  if (!previous) return { filterTags, user, current }
  const { busiestDay: _day, ...deltas } = percentChanges(current, previous)
  return { filterTags, user, current, previous, deltas: deltas as NonNullable<UserReport["deltas"]> }
}

async function findBusiestDay({ db, scope, timezone }: ReportRequest, { start, end }: Period): Promise<number> {
  const row = await db.maybe<{ day: number }>(sql`
    select extract(isodow from at at time zone ${timezone}::text)::integer as day from report_facts
    where kind = 'reply' and at >= ${start} and at < ${end} and ${factsIn(scope)}
    group by 1 order by count(*) desc, 1 limit 1`)
  return row?.day ?? 0
}

/** Before any desk, and after every report. */
const always: [Date, Date] = [new Date("1990-01-01T00:00:00Z"), new Date("2200-01-01T00:00:00Z")]

async function presentPerson({ db, scope, query }: ReportRequest): Promise<UserReport["user"]> {
  const all = { ...scope, types: undefined, tagId: undefined, subset: undefined }
  const [row, [helped = 0]] = await Promise.all([
    db.one<{ id: number; name: string; photo: string | null; created: Date }>(sql`
      select id, btrim(first_name || ' ' || last_name) as name, photo_url as photo, created_at as created
      from users where id = ${query.user}`),
    countDistinct(db, all, { kind: "helped", boundaries: always }),
  ])
  return {
    id: row.id,
    name: row.name,
    hasPhoto: row.photo !== null,
    ...(row.photo !== null && { photoUrl: row.photo }),
    createdAt: timestamp(row.created),
    totalCustomersHelped: helped,
  }
}

export async function userChatReport(request: ReportRequest): Promise<UserChatReport> {
  const { db, periods, office } = request
  const scope = { ...request.scope, types: ["chat"] }
  const { current, previous } = await comparePeriods(periods, async (period) => {
    const sums = await sumPeriod(db, scope, boundsOf(period))
    const times = timesOf(sums, office)
    const duration = office ? sums.chatOfficeSeconds : sums.chatSeconds
    return {
      ...datesOf(period),
      totalDays: daysIn(period),
      newConversations: sums.chats,
      messagesPerChat: average(sums.chatMessages, sums.chats),
      responseTime: sums.responses === 0 ? null : times.responseTime,
      waitTime: sums.firstResponses === 0 ? null : times.firstResponseTime,
      duration: sums.chatsAnswered === 0 ? null : average(duration, sums.chatsAnswered),
    }
  })
  if (!previous) return { current }
  const { totalDays: _days, ...deltas } = percentChanges(current, previous)
  return { current, previous, deltas: deltas as NonNullable<UserChatReport["deltas"]> }
}
