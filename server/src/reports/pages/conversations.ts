import type { ConversationsReport } from "@deskhand/contract/reports/report-conversations"
import { sql } from "../../db/db.ts"
import { readSums, type Sums } from "../facts/measures.ts"
import { busiestOf, listBusyTimes } from "./busy-times.ts"
import { comparePeriods, percentChanges, percentOf } from "./comparison.ts"
import { countDistinct } from "./distinct.ts"
import { daysIn } from "./period.ts"
import { sumInboxes } from "./period-sums.ts"
import { boundsOf, datesOf, listFilterTags, type ReportRequest } from "./report-request.ts"
import { countParts, listTop } from "./tops.ts"

export async function conversationsReport(request: ReportRequest): Promise<ConversationsReport> {
  const { db, scope, periods } = request
  const volumes = comparePeriods(periods, async (period) => {
    const boundaries = boundsOf(period)
    const [byInbox, [totalConversations = 0], [customers = 0]] = await Promise.all([
      sumInboxes(db, scope, boundaries),
      countDistinct(db, scope, { kind: "conversations", boundaries }),
      countDistinct(db, scope, { kind: "customers", boundaries }),
    ])
    const sums = addUp([...byInbox.values()])
    const figures = {
      ...datesOf(period),
      totalConversations,
      conversationsCreated: sums.createdByUsers,
      newConversations: sums.created,
      customers,
      conversationsPerDay: totalConversations / daysIn(period),
    }
    return { figures, sums, byInbox }
  })
  const [filterTags, times, { current, previous }] = await Promise.all([
    listFilterTags(request),
    listBusyTimes(request, periods.current),
    volumes,
  ])
  const totals = { current: current.sums.created, previous: previous?.sums.created }
  const [tags, customers, replies, workflows, ran, customFields] = await Promise.all([
    listTop(db, scope, { kind: "tagged", periods, totals }),
    listTop(db, scope, { kind: "customers", periods, totals }),
    listTop(db, scope, { kind: "answered", periods, totals }),
    listTop(db, scope, { kind: "ran", periods, totals }),
    countParts(db, scope, { kind: "ran", boundaries: boundsOf(periods.current) }),
    listFields(request, current.byInbox),
  ])
  return {
    filterTags,
    ...busiestOf(times),
    current: current.figures,
    ...(previous && {
      previous: previous.figures,
      deltas: percentChanges(current.figures, previous.figures) as NonNullable<ConversationsReport["deltas"]>,
    }),
    tags: { count: current.sums.tagged, top: tags },
    customers: { count: current.sums.created, top: customers },
    replies: { count: current.sums.answeredBySaved, top: replies },
    // Each conversation once for every workflow that did something to it.
    workflows: { count: [...ran.values()].reduce((sum, amount) => sum + amount, 0), top: workflows },
    customFields: { count: customFields.length, fields: customFields },
  }
}

function addUp(sums: Sums[]): Sums {
  const total = readSums([])
  for (const each of sums) for (const name of Object.keys(total) as (keyof Sums)[]) total[name] += each[name]
  return total
}

/** Of fields whose values are chosen from a list. */
async function listFields({ db, scope, periods }: ReportRequest, byInbox: Map<number, Sums>) {
  const [options, counts] = await Promise.all([
    db.many<{ id: number; name: string; mailboxId: number; optionId: number; label: string }>(sql`
      select custom_fields.id, custom_fields.name, inbox_id as "mailboxId", custom_field_options.id as "optionId", label
      from custom_fields join custom_field_options on field_id = custom_fields.id
      where inbox_id = any(${scope.inboxIds}::bigint[]) and type = 'dropdown' and deleted_at is null
      order by inbox_id, custom_fields.position, custom_fields.id, custom_field_options.position, custom_field_options.id`),
    countParts(db, scope, { kind: "field", boundaries: boundsOf(periods.current) }),
  ])
  const ids = [...new Set(options.map(({ id }) => id))]
  return ids.map((id) => {
    const own = options.filter((option) => option.id === id)
    const { name = "", mailboxId = 0 } = own[0] ?? {}
    const total = byInbox.get(mailboxId)?.created ?? 0
    const values = own.map(({ optionId, label }) => {
      const count = counts.get(optionId) ?? 0
      return { id: optionId, name: label, count, percent: percentOf(count, total) }
    })
    const totalAnswered = values.reduce((sum, { count }) => sum + count, 0)
    const unansweredPercent = percentOf(total - totalAnswered, total)
    return { id, name, mailboxId, values, summary: { total, totalAnswered, unansweredPercent } }
  })
}
