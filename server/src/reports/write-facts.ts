import { type Db, join, raw, type Sql, sql } from "../db/db.ts"
import type { Difference, FactRow } from "./fact-rows.ts"
import { basicMeasures, kindsOf, type Measure, rangeMeasures, sumsOf, tallied } from "./measures.ts"

const columns =
  raw(`conversation_id, kind, part, at, inbox_id, type, customer_id, user_id, tag_ids, seconds, office_seconds, amount,
  range, office_range, chat_range`)

/** With the facts go the differences that they make to every sum: one statement, because they take longer to send than to add. */
export async function writeFacts(db: Db, { gone, came }: Difference): Promise<void> {
  if (gone.length > 0)
    await db.run(sql`
      delete from report_facts fact using (${rows(gone, -1)}) gone
      where fact.conversation_id = gone.conversation_id and fact.kind = gone.kind and fact.part = gone.part`)
  await db.run(sql`
    with changed as materialized (${rows(gone, -1)} union all ${rows(came, 1)}),
    written as (insert into report_facts (${columns}) select ${columns} from changed where sign = 1),
    tagged as materialized (
      select changed.*, tag_id from changed cross join unnest(0::bigint || tag_ids) as tags (tag_id)),
    ${join(kept.map(additionTo))},
    tops as (
      insert into report_tops as kept (tag_id, period, inbox_id, type, kind, part, amount)
      select tag_id, date_trunc('day', at, 'UTC'), inbox_id, type, kind, part, sum(sign)
      from tagged where kind in ('tagged', 'answered', 'field', 'ran')
      group by 1, 2, 3, 4, 5, 6 having sum(sign) <> 0
      on conflict (kind, tag_id, period, inbox_id, type, part) do update set amount = kept.amount + excluded.amount)
    select`)
}

interface Kept {
  table: string
  grain: "hour" | "day"
  measures: readonly Measure[]
  /** Everybody together, who are nobody, and where it is kept of single people each of them. */
  people: Sql
  tags: Sql
}

const together = sql`(values (0::bigint)) as people (person)`
const each = sql`(values (0::bigint), (null)) as people (person)`

const kept: Kept[] = [
  // Of single people and tags no hours are kept: they have few facts in one.
  { table: "report_hours", grain: "hour", measures: basicMeasures, people: together, tags: sql`tag_id = 0` },
  { table: "report_days", grain: "day", measures: basicMeasures, people: each, tags: sql`true` },
  { table: "report_ranges", grain: "day", measures: rangeMeasures, people: together, tags: sql`true` },
]

function additionTo({ table, grain, measures, people, tags }: Kept): Sql {
  const keys = sql`tag_id, period, inbox_id, type, person`
  const facts = sql`(select date_trunc(${raw(`'${grain}'`)}, at, 'UTC') as period, coalesce(person, user_id) as person, tagged.*
    from tagged cross join ${people}
    where kind = any(${kindsOf(measures)}::text[]) and (person = 0 or user_id > 0) and ${tags}) facts`
  return sql`${raw(table)}_changed as (
    insert into ${raw(table)} as kept (tag_id, period, inbox_id, type, user_id, sums)
    select ${keys}, ${sumsOf(measures)} from ${tallied(facts, keys)} group by ${keys}
    on conflict (tag_id, user_id, period, inbox_id, type) do update set sums = added(kept.sums, excluded.sums))`
}

/** Facts as rows of a statement. */
function rows(facts: FactRow[], sign: 1 | -1): Sql {
  const column = (name: keyof FactRow) => listed(facts.map((fact) => fact[name] as string | number | null))
  return sql`select ${raw(String(sign))} as sign, conversation_id, kind, part, at, inbox_id, type, customer_id, user_id,
      tag_ids::bigint[] as tag_ids, seconds, office_seconds, amount, range, office_range, chat_range
    from unnest(${column("conversationId")}::bigint[], ${column("kind")}::text[], ${column("part")}::bigint[],
      ${listed(facts.map(({ at }) => at.toISOString()))}::timestamptz[], ${column("inboxId")}::bigint[],
      ${column("type")}::text[], ${column("customerId")}::bigint[], ${column("userId")}::bigint[],
      ${listed(facts.map(({ tagIds }) => `"{${tagIds}}"`))}::text[], ${column("seconds")}::bigint[],
      ${column("officeSeconds")}::bigint[], ${column("amount")}::integer[], ${column("range")}::smallint[],
      ${column("officeRange")}::smallint[], ${column("chatRange")}::smallint[])
      as facts (conversation_id, kind, part, at, inbox_id, type, customer_id, user_id, tag_ids, seconds, office_seconds,
        amount, range, office_range, chat_range)`
}

/** An array as PostgreSQL reads it, of numbers and words that need no quotes: made much sooner than one that looks for them. */
function listed(values: (string | number | null)[]): string {
  return `{${values.map((value) => value ?? "null").join(",")}}`
}
