import type { CompanyDrilldownQuery, FieldDrilldownQuery, NewDrilldownQuery } from "@deskhand/contract/reports/report"
import type { Drilldown } from "@deskhand/contract/reports/report-conversations"
import { type Db, empty, type Sql, sql, unnamed } from "../../db/db.ts"
import { timestamp } from "../../http/hal.ts"
import { listBusyTimes } from "./busy-times.ts"
import { listActiveConversations } from "./distinct.ts"
import { spreadPeriod, sumPeriod } from "./period-sums.ts"
import { boundsOf, type ReportRequest } from "./report-request.ts"
import { beginningsIn, byConversations, factsIn } from "./scope.ts"

export interface Page {
  page: number
  size: number
}

export function readPage({ page = 1, rows = 25 }: { page?: number; rows?: number }): Page {
  return { page, size: Math.min(50, Math.max(1, rows)) }
}

/** All in which something happened. */
export async function conversationsDrilldown(request: ReportRequest, rows: Page): Promise<Drilldown> {
  const { db, scope, periods } = request
  const { ids, count } = await listActiveConversations(db, scope, { boundaries: boundsOf(periods.current), ...rows })
  return present(db, ids, { ...rows, count })
}

export async function newDrilldown(
  request: ReportRequest,
  { day, hour }: NewDrilldownQuery,
  rows: Page,
): Promise<Drilldown> {
  const { scope, which } = beginningsIn(request.scope)
  if (day === undefined && hour === undefined) {
    const { created } = await sumPeriod(request.db, request.scope, boundsOf(request.periods.current))
    return listLatest({ ...request, scope }, which, { ...rows, count: created })
  }
  const times = await listBusyTimes(request, request.periods.current)
  const wanted = times.filter((time) => [undefined, time.day].includes(day) && [undefined, time.hour].includes(hour))
  const shown = sql`at at time zone ${request.timezone}::text`
  const then = sql`${which} ${day === undefined ? empty : sql`and extract(isodow from ${shown}) = ${day}`}
    ${hour === undefined ? empty : sql`and extract(hour from ${shown}) = ${hour}`}`
  return listLatest({ ...request, scope }, then, { ...rows, count: wanted.reduce((sum, { count }) => sum + count, 0) })
}

export async function companyDrilldown(
  request: ReportRequest,
  query: CompanyDrilldownQuery,
  rows: Page,
): Promise<Drilldown> {
  const { range, rangeId } = query
  if (range === undefined) return conversationsDrilldown(request, rows)
  // Nobody measures it.
  if (range === "handleTime") return present(request.db, [], { ...rows, count: 0 })
  const ranged = request.office && range !== "resolved" && range !== "replies" ? sql`office_range` : sql`range`
  const inRange = rangeId === undefined ? empty : sql`and ${ranged} = ${rangeId}`
  if (range === "received" || range === "closed") return listGrouped(request, sql`kind = ${range}`, rows)
  if (range === "replied") return listGrouped(request, sql`kind = 'reply'`, rows)
  if (range === "responseTime") return listGrouped(request, sql`kind = 'reply' and range is not null ${inRange}`, rows)
  const boundaries = boundsOf(request.periods.current)
  const [sums, spreads] = await Promise.all([
    sumPeriod(request.db, request.scope, boundaries),
    spreadPeriod(request.db, request.scope, boundaries),
  ])
  // Each conversation has at most one of these, so that their number is known.
  const count = (whole: number, parts: number[]) => (rangeId === undefined ? whole : (parts[rangeId - 1] ?? 0))
  if (range === "firstResponseTime") {
    const known = count(
      sums.firstResponses,
      request.office ? spreads.firstResponseOfficeTime : spreads.firstResponseTime,
    )
    return listLatest(request, sql`kind = 'reply' and amount = 1 ${inRange}`, { ...rows, count: known })
  }
  if (range === "firstReplyResolved")
    return listLatest(request, sql`kind = 'resolved' and amount = 1`, { ...rows, count: sums.resolvedOnFirstReply })
  if (range === "resolutionTime") {
    const spread = request.office ? spreads.resolutionOfficeTime : spreads.resolutionTime
    const column = request.office ? sql`office_range` : sql`chat_range`
    const inTime = rangeId === undefined ? empty : sql`and ${column} = ${rangeId}`
    return listLatest(request, sql`kind = 'resolved' ${inTime}`, { ...rows, count: count(sums.resolved, spread) })
  }
  const known = count(sums.resolved, spreads.repliesToResolve)
  return listLatest(request, sql`kind = 'resolved' ${inRange}`, { ...rows, count: known })
}

/** As the tops of the conversations report count: of what began in the period. */
export function fieldDrilldown(
  request: ReportRequest,
  { field, fieldid }: FieldDrilldownQuery,
  rows: Page,
): Promise<Drilldown> {
  switch (field) {
    case "tagid":
      return listGrouped(request, sql`kind = 'tagged' and part = ${fieldid}`, rows)
    case "replyid":
      return listGrouped(request, sql`kind = 'answered' and part = ${fieldid}`, rows)
    case "customerid":
      return listGrouped(request, sql`kind = 'created' and customer_id = ${fieldid}`, rows)
    case "workflowid":
      return listGrouped(request, sql`kind = 'ran' and part = ${fieldid}`, rows)
  }
}

/** In which the user did something. */
export function userDrilldown(request: ReportRequest, rows: Page): Promise<Drilldown> {
  return listGrouped(request, sql`kind in ('created', 'reply', 'closed')`, rows)
}

type Counted = Page & { count: number }

/** Facts of which a conversation has one alone, the latest first. */
async function listLatest({ db, scope, periods }: ReportRequest, which: Sql, counted: Counted): Promise<Drilldown> {
  const { start, end } = periods.current
  const found = await db.many<{ id: number }>(sql`
    select conversation_id as id from report_facts
    where at >= ${start} and at < ${end} and ${which} and ${factsIn(byConversations(scope))}
    order by at desc, conversation_id desc limit ${counted.size} offset ${(counted.page - 1) * counted.size}`)
  return present(
    db,
    found.map(({ id }) => id),
    counted,
  )
}

/** Facts of which a conversation may have many: the one with the latest comes first. */
async function listGrouped(
  { db, scope, periods }: ReportRequest,
  which: Sql,
  { page, size }: Page,
): Promise<Drilldown> {
  const { start, end } = periods.current
  const found = await db.many<{ id: number | null; count: number }>(sql`
    with ${unnamed} found as materialized (
      select conversation_id as id, max(at) as at from report_facts
      where at >= ${start} and at < ${end} and ${which} and ${factsIn(byConversations(scope))} group by 1
    ), page as (select id, at from found order by at desc, id desc limit ${size} offset ${(page - 1) * size})
    select page.id, (select count(*) from found) as count from (select) one left join page on true
    order by page.at desc, page.id desc`)
  const ids = found.flatMap(({ id }) => id ?? [])
  return present(db, ids, { page, size, count: found[0]?.count ?? 0 })
}

interface ConversationRow {
  id: number
  number: number
  type: string
  mailboxid: number
  attachments: boolean
  subject: string
  status: string
  threadCount: number
  preview: string
  customerName: string
  customerEmail: string
  customerId: number
  modified: Date
  assignee: number | null
  assigneeName: string | null
  waiting: Date | null
  tags: { id: number; name: string; color: string }[]
}

async function present(db: Db, ids: number[], { page, size, count }: Counted): Promise<Drilldown> {
  const rows = await db.many<ConversationRow>(sql`
    select c.id, number, c.type, inbox_id as mailboxid, has_attachments as attachments, subject, status,
      thread_count as "threadCount", preview, c.customer_id as "customerId", c.modified_at as modified,
      btrim(concat_ws(' ', customers.first_name, customers.last_name)) as "customerName",
      first_email(c.customer_id) as "customerEmail", assignee_id as assignee, waiting_since as waiting,
      btrim(users.first_name || ' ' || users.last_name) as "assigneeName",
      (select coalesce(json_agg(json_build_object('id', tags.id, 'name', name, 'color', color) order by lower(name)), '[]')
        from conversation_tags join tags on tags.id = tag_id where conversation_id = c.id) as tags
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join conversations c on c.id = page.id
    join customers on customers.id = c.customer_id
    left join users on users.id = c.assignee_id
    order by place`)
  const results = rows.map(
    ({ customerEmail, customerId, customerName, modified, assignee, assigneeName, waiting, ...row }) => ({
      ...row,
      customerName: customerName || customerEmail,
      ...(customerEmail !== "" && { customerEmail }),
      customerIds: [customerId],
      modifiedAt: timestamp(modified),
      assignedid: assignee ?? 0,
      ...(assigneeName !== null && { assignedName: assigneeName }),
      ...(waiting !== null && { waitingSince: timestamp(waiting) }),
    }),
  )
  return { conversations: { pages: Math.ceil(count / size), page, count, results } }
}
