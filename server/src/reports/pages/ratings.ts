import type { RatingReportQuery } from "@deskhand/contract/reports/report"
import type { RatingsReport } from "@deskhand/contract/reports/report-company"
import { empty, sql } from "../../db/db.ts"
import { timestamp } from "../../http/hal.ts"
import { ratingIds } from "../facts/facts.ts"
import { readPage } from "./drilldown.ts"
import type { ReportRequest } from "./report-request.ts"
import { factsIn } from "./scope.ts"

const wanted: Record<string, number | undefined> = { great: 1, ok: 2, "not-good": 3, "1": 1, "2": 2, "3": 3 }

const sorted = {
  number: sql`(select number from conversations where conversations.id = fact.conversation_id)`,
  modifiedAt: sql`ratings.modified_at`,
  rating: sql`fact.amount`,
}

interface RatingRow {
  number: number
  threadid: number
  threadCreated: Date
  id: number
  type: string
  rating: string
  ratingCustomerId: number
  comments: string | null
  created: Date
  ratingCustomerName: string
  ratingUserId: number
  ratingUserName: string
}

/** Those behind the happiness of a period. */
export async function ratingsReport(request: ReportRequest, query: RatingReportQuery): Promise<RatingsReport> {
  const { db, scope, periods } = request
  const { start, end } = periods.current
  const { page, size } = readPage(query)
  const amount = wanted[query.rating ?? "all"]
  const which = sql`kind = 'rating' and at >= ${start} and at < ${end} and ${factsIn(scope)}
    ${amount === undefined ? empty : sql`and amount = ${amount}`}`
  const direction = query.sortOrder === "ASC" ? sql`asc` : sql`desc`
  const [{ count }, rows] = await Promise.all([
    db.one<{ count: number }>(sql`select count(*) from report_facts where ${which}`),
    // All are put in order, and only those of the page are looked at more closely.
    db.many<RatingRow>(sql`
      with page as materialized (
        select fact.conversation_id, ratings.id, ${sorted[query.sortField ?? "modifiedAt"]} as key
        from (select conversation_id, part, amount from report_facts where ${which}) fact
        join ratings on ratings.id = fact.part
        order by key ${direction}, ratings.id ${direction} limit ${size} offset ${(page - 1) * size})
      select c.number, thread_id as threadid, threads.created_at as "threadCreated", c.id, c.type, rating,
        ratings.customer_id as "ratingCustomerId", comments, ratings.created_at as created,
        coalesce(nullif(btrim(concat_ws(' ', customers.first_name, customers.last_name)), ''),
          first_email(ratings.customer_id)) as "ratingCustomerName",
        ratings.user_id as "ratingUserId", btrim(users.first_name || ' ' || users.last_name) as "ratingUserName"
      from page join ratings on ratings.id = page.id join threads on threads.id = thread_id
      join conversations c on c.id = page.conversation_id
      join customers on customers.id = ratings.customer_id join users on users.id = ratings.user_id
      order by key ${direction}, page.id ${direction}`),
  ])
  const results = rows.map(({ threadCreated, rating, comments, created, ...row }) => ({
    ...row,
    threadCreatedAt: timestamp(threadCreated),
    ratingId: ratingIds[rating] ?? 0,
    ratingComments: comments ?? "",
    ratingCreatedAt: timestamp(created),
  }))
  return { results, page, count, pages: Math.ceil(count / size) }
}
