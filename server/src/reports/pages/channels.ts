import type { ChatReport, EmailReport, PhoneReport } from "@deskhand/contract/reports/report-conversations"
import type { Spreads } from "../facts/measures.ts"
import { average, comparePeriods, type PeriodPair, percentChanges, rangesOf } from "./comparison.ts"
import { countDistinct } from "./distinct.ts"
import { daysIn } from "./period.ts"
import { spreadPeriod, sumPeriod } from "./period-sums.ts"
import { resolutionsOf, spreadRanges, timesOf } from "./productivity.ts"
import { boundsOf, datesOf, listFilterTags, type ReportRequest } from "./report-request.ts"
import type { Scope } from "./scope.ts"

/** The same scope for one type of conversation, whichever types the query names. */
function withType(type: string, scope: Scope): Scope {
  return { ...scope, types: [type] }
}

export async function emailReport(request: ReportRequest): Promise<EmailReport> {
  const { db, office } = request
  const scope = withType("email", request.scope)
  const [filterTags, { current, previous }] = await Promise.all([
    listFilterTags(request),
    comparePeriods(request.periods, async (period) => {
      const boundaries = boundsOf(period)
      const [sums, spreads, [emailConversations = 0]] = await Promise.all([
        sumPeriod(db, scope, boundaries),
        spreadPeriod(db, scope, boundaries),
        countDistinct(db, scope, { kind: "conversations", boundaries }),
      ])
      const { resolutionTime, ...responses } = timesOf(sums, office)
      return {
        spreads,
        dates: datesOf(period),
        groups: {
          volume: {
            emailConversations,
            emailsCreated: sums.createdByUsers,
            repliesSent: sums.replies,
            messagesReceived: sums.received,
          },
          resolutions: { ...resolutionsOf(sums), resolutionTime },
          responses,
        },
      }
    }),
  ])
  return {
    filterTags,
    current: { ...current.dates, ...current.groups },
    ...(previous && {
      previous: { ...previous.dates, ...previous.groups },
      deltas: groupChanges(current.groups, previous.groups),
    }),
    ...spreadRanges({ current: current.spreads, previous: previous?.spreads }, office),
  }
}

export async function chatReport(request: ReportRequest): Promise<ChatReport> {
  const { db, office } = request
  const scope = withType("chat", request.scope)
  const [filterTags, { current, previous }] = await Promise.all([
    listFilterTags(request),
    comparePeriods(request.periods, async (period) => {
      const boundaries = boundsOf(period)
      const [sums, spreads] = await Promise.all([sumPeriod(db, scope, boundaries), spreadPeriod(db, scope, boundaries)])
      const times = timesOf(sums, office)
      return {
        spreads,
        dates: datesOf(period),
        groups: {
          volume: {
            chatConversations: sums.chats,
            completedChats: sums.chatsAnswered,
            missedChats: sums.chats - sums.chatsAnswered,
            chatsPerDay: sums.chats / daysIn(period),
          },
          responses: { waitTime: times.firstResponseTime, responseTime: times.responseTime },
          resolutions: {
            messagesPerChat: average(sums.chatMessages, sums.chats),
            duration: average(office ? sums.chatOfficeSeconds : sums.chatSeconds, sums.chatsAnswered),
          },
        },
      }
    }),
  ])
  const spreads: PeriodPair<Spreads> = { current: current.spreads, previous: previous?.spreads }
  const ranges = (name: keyof Spreads) =>
    rangesOf({ current: spreads.current[name], previous: spreads.previous?.[name] })
  return {
    filterTags,
    current: { ...current.dates, ...current.groups },
    ...(previous && {
      previous: { ...previous.dates, ...previous.groups },
      deltas: groupChanges(current.groups, previous.groups),
    }),
    waitTime: ranges("chatWaitTime"),
    responseTime: ranges("chatResponseTime"),
    messagesPerChat: ranges("messagesPerChat"),
    duration: ranges("chatDuration"),
  }
}

export async function phoneReport(request: ReportRequest): Promise<PhoneReport> {
  const { db } = request
  const scope = withType("phone", request.scope)
  const [filterTags, { current, previous }] = await Promise.all([
    listFilterTags(request),
    comparePeriods(request.periods, async (period) => {
      const boundaries = boundsOf(period)
      const [sums, [phoneConversations = 0], [customers = 0]] = await Promise.all([
        sumPeriod(db, scope, boundaries),
        countDistinct(db, scope, { kind: "conversations", boundaries }),
        countDistinct(db, scope, { kind: "customers", boundaries }),
      ])
      return { ...datesOf(period), phoneConversations, phoneCallsCreated: sums.created, customers }
    }),
  ])
  return {
    filterTags,
    current,
    ...(previous && { previous, deltas: percentChanges(current, previous) as NonNullable<PhoneReport["deltas"]> }),
  }
}

function groupChanges<Groups extends Record<string, object>>(current: Groups, previous: Groups): Groups {
  const groups = Object.entries(current).map(([name, figures]) => [name, percentChanges(figures, previous[name] ?? {})])
  return Object.fromEntries(groups) as Groups
}
