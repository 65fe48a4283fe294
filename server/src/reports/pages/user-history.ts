import type { HistoryQuery } from "@deskhand/contract/reports/report"
import type { UserHistory } from "@deskhand/contract/reports/report-company"
import { empty, type Sql, sql, unnamed } from "../../db/db.ts"
import { readPage } from "./drilldown.ts"
import type { ReportRequest } from "./report-request.ts"
import { factsIn } from "./scope.ts"

/** What conversations are put in order by, and what of their replies that takes. */
function orderOf(field: HistoryQuery["sortField"], seconds: Sql): { key: Sql; figure: Sql } {
  switch (field) {
    case "repliesSent":
      return { key: sql`figure`, figure: sql`count(*)` }
    case "responseTime":
      return { key: sql`figure`, figure: sql`avg(${seconds})` }
    case "resolveTime":
      return { key: resolutionOf(sql`answered.id`, seconds), figure: sql`null` }
    default:
      return { key: sql`c.number`, figure: sql`null` }
  }
}

function resolutionOf(id: Sql, seconds: Sql): Sql {
  return sql`(select ${seconds} from report_facts where kind = 'resolved' and conversation_id = ${id})`
}

interface HistoryRow {
  id: number
  number: number
  customerId: number
  customerName: string
  replies: number
  response: number | null
  first: number | null
  resolve: number | null
  count: number
}

/** The conversations that the user answered in the period, with how long those waited. */
export async function userHistory(request: ReportRequest, query: HistoryQuery): Promise<UserHistory> {
  const { db, scope, periods, office } = request
  const { start, end } = periods.current
  const { page, size } = readPage(query)
  const seconds = office ? sql`office_seconds` : sql`seconds`
  const direction = query.sortOrder === "ASC" ? sql`asc nulls first` : sql`desc nulls last`
  const { key, figure } = orderOf(query.sortField, seconds)
  const replies = sql`kind = 'reply' and at >= ${start} and at < ${end} and ${factsIn(scope)}`
  // Indexes alone put all in order, and only those of the page are looked at more closely. One inbox and all want other plans:
  // the one that PostgreSQL makes for any of them, once the statement has come again, takes seconds.
  const rows = await db.many<HistoryRow>(sql`
    with ${unnamed} answered as materialized (
      select conversation_id as id, ${figure} as figure from report_facts where ${replies} group by 1
    ), found as materialized (
      select answered.id, number, ${key} as key from answered join conversations c on c.id = answered.id
      ${query.status === undefined ? empty : sql`where c.status = ${query.status}`}
    ), page as (
      select * from found order by key ${direction}, number desc limit ${size} offset ${(page - 1) * size})
    select page.id, page.number, c.customer_id as "customerId", replies, response, first,
      ${resolutionOf(sql`page.id`, seconds)} as resolve,
      coalesce(nullif(btrim(concat_ws(' ', customers.first_name, customers.last_name)), ''),
        first_email(c.customer_id)) as "customerName", (select count(*) from found) as count
    from page join conversations c on c.id = page.id join customers on customers.id = c.customer_id
    cross join lateral (
      select count(*) as replies, avg(${seconds})::float8 as response, min(${seconds}) filter (where amount = 1) as first
      from report_facts where conversation_id = page.id and ${replies}) told
    order by key ${direction}, page.number desc`)
  const count = rows[0]?.count ?? (page === 1 ? 0 : await countAll())
  return {
    results: rows.map(({ id, number, customerId, customerName, replies, response, first, resolve }) => ({
      id,
      number,
      customers: [{ id: customerId, name: customerName }],
      avgHandleTime: 0,
      firstResponseTime: first,
      repliesSent: replies,
      responseTime: response,
      resolveTime: resolve,
    })),
    page,
    count,
    pages: Math.ceil(count / size),
  }

  /** Beyond the last page there is no row that could tell. */
  async function countAll(): Promise<number> {
    const { results, ...first } = await userHistory(request, { ...query, page: 1 })
    return first.count
  }
}
