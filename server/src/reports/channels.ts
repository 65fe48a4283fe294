import type { ChatReport, EmailReport, PhoneReport } from "@deskhand/contract/report-conversations"
import { type Asked, datesOf, listFilterTags, wholeOf } from "./asked.ts"
import { average, type Both, both, changes, rangesOf } from "./comparing.ts"
import { countSteps } from "./distinct.ts"
import { spreadPeriod, sumPeriod } from "./figures.ts"
import type { Spreads } from "./measures.ts"
import { daysIn } from "./period.ts"
import { resolutionsOf, spreadRanges, timesOf } from "./productivity.ts"
import type { Scope } from "./scope.ts"

/** Of one type of conversation, whatever types were asked for. */
function of(type: string, scope: Scope): Scope {
  return { ...scope, types: [type] }
}

export async function emailReport(asked: Asked): Promise<EmailReport> {
  const { db, office } = asked
  const scope = of("email", asked.scope)
  const [filterTags, { current, previous }] = await Promise.all([
    listFilterTags(asked),
    both(asked.periods, async (period) => {
      const boundaries = wholeOf(period)
      const [sums, spreads, [emailConversations = 0]] = await Promise.all([
        sumPeriod(db, scope, boundaries),
        spreadPeriod(db, scope, boundaries),
        countSteps(db, scope, { kind: "conversations", boundaries }),
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

export async function chatReport(asked: Asked): Promise<ChatReport> {
  const { db, office } = asked
  const scope = of("chat", asked.scope)
  const [filterTags, { current, previous }] = await Promise.all([
    listFilterTags(asked),
    both(asked.periods, async (period) => {
      const boundaries = wholeOf(period)
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
  const spreads: Both<Spreads> = { current: current.spreads, previous: previous?.spreads }
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

export async function phoneReport(asked: Asked): Promise<PhoneReport> {
  const { db } = asked
  const scope = of("phone", asked.scope)
  const [filterTags, { current, previous }] = await Promise.all([
    listFilterTags(asked),
    both(asked.periods, async (period) => {
      const boundaries = wholeOf(period)
      const [sums, [phoneConversations = 0], [customers = 0]] = await Promise.all([
        sumPeriod(db, scope, boundaries),
        countSteps(db, scope, { kind: "conversations", boundaries }),
        countSteps(db, scope, { kind: "customers", boundaries }),
      ])
      return { ...datesOf(period), phoneConversations, phoneCallsCreated: sums.created, customers }
    }),
  ])
  return {
    filterTags,
    current,
    ...(previous && { previous, deltas: changes(current, previous) as NonNullable<PhoneReport["deltas"]> }),
  }
}

function groupChanges<Groups extends Record<string, object>>(current: Groups, previous: Groups): Groups {
  const groups = Object.entries(current).map(([name, figures]) => [name, changes(figures, previous[name] ?? {})])
  return Object.fromEntries(groups) as Groups
}
