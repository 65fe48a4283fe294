import type { ConversationsReport } from "@deskhand/contract/report-conversations"
import { sql } from "../db/db.ts"
import { type Asked, datesOf, listFilterTags, wholeOf } from "./asked.ts"
import { busiestOf, listBusyTimes } from "./busy-times.ts"
import { both, changes, share } from "./comparing.ts"
import { countSteps } from "./distinct.ts"
import { sumInboxes } from "./figures.ts"
import { readSums, type Sums } from "./measures.ts"
import { daysIn } from "./period.ts"
import { countParts, listTop } from "./tops.ts"

export async function conversationsReport(asked: Asked): Promise<ConversationsReport> {
  const { db, scope, periods } = asked
  const volumes = both(periods, async (period) => {
    const boundaries = wholeOf(period)
    const [byInbox, [totalConversations = 0], [customers = 0]] = await Promise.all([
      sumInboxes(db, scope, boundaries),
      countSteps(db, scope, { kind: "conversations", boundaries }),
      countSteps(db, scope, { kind: "customers", boundaries }),
    ])
    const sums = together([...byInbox.values()])
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
    listFilterTags(asked),
    listBusyTimes(asked, periods.current),
    volumes,
  ])
  const totals = { current: current.sums.created, previous: previous?.sums.created }
  const [tags, customers, replies, workflows, ran, customFields] = await Promise.all([
    listTop(db, scope, { kind: "tagged", periods, totals }),
    listTop(db, scope, { kind: "customers", periods, totals }),
    listTop(db, scope, { kind: "answered", periods, totals }),
    listTop(db, scope, { kind: "ran", periods, totals }),
    countParts(db, scope, { kind: "ran", boundaries: wholeOf(periods.current) }),
    listFields(asked, current.byInbox),
  ])
  return {
    filterTags,
    ...busiestOf(times),
    current: current.figures,
    ...(previous && {
      previous: previous.figures,
      deltas: changes(current.figures, previous.figures) as NonNullable<ConversationsReport["deltas"]>,
    }),
    tags: { count: current.sums.tagged, top: tags },
    customers: { count: current.sums.created, top: customers },
    replies: { count: current.sums.answeredBySaved, top: replies },
    // Each conversation once for every workflow that did something to it.
    workflows: { count: [...ran.values()].reduce((sum, amount) => sum + amount, 0), top: workflows },
    customFields: { count: customFields.length, fields: customFields },
  }
}

function together(sums: Sums[]): Sums {
  const total = readSums([])
  for (const each of sums) for (const name of Object.keys(total) as (keyof Sums)[]) total[name] += each[name]
  return total
}

/** Of fields whose values are chosen from a list. */
async function listFields({ db, scope, periods }: Asked, byInbox: Map<number, Sums>) {
  const [options, counts] = await Promise.all([
    db.many<{ id: number; name: string; mailboxId: number; optionId: number; label: string }>(sql`
      select custom_fields.id, custom_fields.name, inbox_id as "mailboxId", custom_field_options.id as "optionId", label
      from custom_fields join custom_field_options on field_id = custom_fields.id
      where inbox_id = any(${scope.inboxIds}::bigint[]) and type = 'dropdown' and deleted_at is null
      order by inbox_id, custom_fields.position, custom_fields.id, custom_field_options.position, custom_field_options.id`),
    countParts(db, scope, { kind: "field", boundaries: wholeOf(periods.current) }),
  ])
  const ids = [...new Set(options.map(({ id }) => id))]
  return ids.map((id) => {
    const own = options.filter((option) => option.id === id)
    const { name = "", mailboxId = 0 } = own[0] ?? {}
    const total = byInbox.get(mailboxId)?.created ?? 0
    const values = own.map(({ optionId, label }) => {
      const count = counts.get(optionId) ?? 0
      return { id: optionId, name: label, count, percent: share(count, total) }
    })
    const totalAnswered = values.reduce((sum, { count }) => sum + count, 0)
    const unansweredPercent = share(total - totalAnswered, total)
    return { id, name, mailboxId, values, summary: { total, totalAnswered, unansweredPercent } }
  })
}
