import { type Db, empty, type Sql, sql } from "../../db/db.ts"
import { activityKinds } from "../facts/facts.ts"
import { piecesOf, weekStepsOf } from "./period.ts"
import { factsWithin } from "./period-sums.ts"
import { factsIn, isSummed, type Scope } from "./scope.ts"

/** Conversations with activity, their customers, and customers who were answered. */
export type DistinctKind = "conversations" | "customers" | "helped"

interface DistinctRequest {
  kind: DistinctKind
  boundaries: Date[]
}

/** How many there are in each step: somebody who is in two of them counts in both. */
export async function countDistinct(db: Db, scope: Scope, request: DistinctRequest): Promise<number[]> {
  const { kind, boundaries } = request
  // Steps with a filter that only conversations know are read at once, because the filter is not repeated for each of them.
  const rows = await db.many<{ bucket: number; count: number }>(
    isSummed(scope)
      ? sql`select bucket, (select count(*) from (select distinct id from ${membersOf(scope, kind)}) members) as count
          from ${stepsOf(boundaries)}`
      : sql`select bucket, count(distinct ${idOf(kind)}) as count
          from ${factsWithin(scope, piecesOf(boundaries), sql`and ${everyFactOf(kind)}`)} group by 1`,
  )
  const counts = new Map(rows.map(({ bucket, count }) => [bucket, count]))
  return boundaries.slice(1).map((_, bucket) => counts.get(bucket) ?? 0)
}

/** A page of the conversations with activity, the newest first, and how many there are in all. */
export async function listActiveConversations(
  db: Db,
  scope: Scope,
  { boundaries, page, size }: { boundaries: [Date, Date]; page: number; size: number },
): Promise<{ ids: number[]; count: number }> {
  const { ids, count } = await db.one<{ ids: number[]; count: number }>(sql`
    with members as materialized (
      select distinct id from ${stepsOf(boundaries)} cross join lateral (
        select id from ${membersOf(scope, "conversations")}) found)
    select (select count(*) from members) as count, array(
      select id from members order by id desc limit ${size} offset ${(page - 1) * size}) as ids`)
  return { ids, count }
}

/** Customers who were answered, by all together, by each user and, where teams count, by each team. */
export async function countHelped(
  db: Db,
  scope: Scope,
  boundaries: [Date, Date],
  { teams = false } = {},
): Promise<{ total: number; byUser: Map<number, number> }> {
  const ofTeams = sql`union all
    select team_id, count(distinct id) from members join team_members using (user_id) group by 1`
  const rows = await db.many<{ id: number; customers: number }>(sql`
    with members as materialized (
      select distinct user_id, id from ${stepsOf(boundaries)} cross join lateral (
        select user_id, id from ${membersOf(scope, "helped")}) found)
    select user_id as id, count(*) as customers from members group by 1
    union all select 0, count(*) from (select distinct id from members) customers
    ${teams ? ofTeams : empty}`)
  const byUser = new Map(rows.map(({ id, customers }) => [id, customers]))
  return { total: byUser.get(0) ?? 0, byUser }
}

/**
 * Every member of a step at least once. In whole weeks the first fact of each conversation stands for the others; beside
 * them, and where single users or conversations are looked for, all facts are read.
 */
function membersOf(scope: Scope, kind: DistinctKind): Sql {
  const every = everyFactOf(kind)
  const facts = (from: Sql, to: Sql, which: Sql) => sql`
    select user_id, ${idOf(kind)} as id from report_facts where ${which} and at >= ${from} and at < ${to} and ${factsIn(scope)}`
  if (!isSummed(scope) || scope.userIds) return sql`(${facts(sql`since`, sql`until`, every)}) facts`
  const first = kind === "helped" ? sql`first_reply` : sql`first_activity`
  return sql`(${facts(sql`first_week`, sql`weeks_end`, first)}
    union all ${facts(sql`since`, sql`first_week`, every)}
    union all ${facts(sql`weeks_end`, sql`until`, every)}) facts`
}

function idOf(kind: DistinctKind): Sql {
  return kind === "conversations" ? sql`conversation_id` : sql`customer_id`
}

function everyFactOf(kind: DistinctKind): Sql {
  return kind === "helped" ? sql`kind = 'reply'` : sql`kind = any(${activityKinds}::text[])`
}

/** As a table `step`. Where a step has no whole week, its weeks are an empty span at its end. */
function stepsOf(boundaries: Date[]): Sql {
  const steps = weekStepsOf(boundaries)
  return sql`unnest(${steps.map((_, bucket) => bucket)}::integer[], ${steps.map(({ from }) => from)}::timestamptz[],
    ${steps.map(({ firstWeek }) => firstWeek)}::timestamptz[], ${steps.map(({ weeksEnd }) => weeksEnd)}::timestamptz[],
    ${steps.map(({ to }) => to)}::timestamptz[]) as step (bucket, since, first_week, weeks_end, until)`
}
