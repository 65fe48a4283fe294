import type { HistoryQuery } from "@deskhand/contract/report"
import type { UserHistory } from "@deskhand/contract/report-company"
import { empty, sql } from "../db/db.ts"
import type { Asked } from "./asked.ts"
import { readRows } from "./drilldown.ts"
import { factsIn } from "./scope.ts"

const sorted = {
  number: sql`c.number`,
  repliesSent: sql`answered.replies`,
  responseTime: sql`answered.response`,
  resolveTime: sql`resolved.seconds`,
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
export async function userHistory(asked: Asked, query: HistoryQuery): Promise<UserHistory> {
  const { db, scope, periods, office } = asked
  const { start, end } = periods.current
  const { page, size } = readRows(query)
  const seconds = office ? sql`office_seconds` : sql`seconds`
  const direction = query.sortOrder === "ASC" ? sql`asc nulls first` : sql`desc nulls last`
  const rows = await db.many<HistoryRow>(sql`
    with answered as materialized (
      select conversation_id as id, count(*) as replies, avg(${seconds})::float8 as response,
        min(${seconds}) filter (where amount = 1) as first
      from report_facts where kind = 'reply' and at >= ${start} and at < ${end} and ${factsIn(scope)} group by 1
    )
    select c.id, c.number, c.customer_id as "customerId", replies, response, first, resolved.seconds as resolve,
      coalesce(nullif(btrim(concat_ws(' ', customers.first_name, customers.last_name)), ''),
        first_email(c.customer_id)) as "customerName", count(*) over () as count
    from answered join conversations c on c.id = answered.id
    join customers on customers.id = c.customer_id
    left join lateral (select ${seconds} as seconds from report_facts
      where kind = 'resolved' and conversation_id = answered.id) resolved on true
    where true ${query.status === undefined ? empty : sql`and c.status = ${query.status}`}
    order by ${sorted[query.sortField ?? "number"]} ${direction}, c.number desc
    limit ${size} offset ${(page - 1) * size}`)
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
    const { results, ...first } = await userHistory(asked, { ...query, page: 1 })
    return first.count
  }
}
