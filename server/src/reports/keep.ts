import { type Db, raw, type Sql, sql } from "../db/db.ts"
import { type Difference, differenceOf, type FactRow, listFacts, rowsOf } from "./fact-rows.ts"
import { basicMeasures, rangeMeasures, sumsOf } from "./measures.ts"
import { keepMembers } from "./members.ts"
import { loadOfficeClock } from "./office-hours/queries.ts"
import { mapRawConversations } from "./raw.ts"

/**
 * Tells anew what reports know of these conversations, from their rows as they are now: it does not matter how often, or
 * in which order, somebody says that they have changed.
 */
export async function keepConversations(db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await db.transaction(async (db) => {
    // One at a time: two would count the difference to the same past.
    await db.run(sql`select pg_advisory_xact_lock(hashtext('reports'))`)
    const clock = await loadOfficeClock(db)
    const raws = await mapRawConversations(db, ids)
    const before = await listFacts(db, ids)
    const after = [...raws.values()].flatMap((conversation) => rowsOf(conversation, clock))
    const difference = differenceOf(before, after)
    if (difference.gone.length + difference.came.length === 0) return
    await writeDifference(db, difference)
    await keepMembers(db, difference)
  })
}

/** The facts, and what they add to every sum. */
async function writeDifference(db: Db, { gone, came }: Difference): Promise<void> {
  await db.run(sql`
    delete from report_facts using unnest(${gone.map(({ conversationId }) => conversationId)}::bigint[],
      ${gone.map(({ kind }) => kind)}::text[], ${gone.map(({ part }) => part)}::bigint[]) as gone (conversation_id, kind, part)
    where report_facts.conversation_id = gone.conversation_id and report_facts.kind = gone.kind
      and report_facts.part = gone.part`)
  await db.run(sql`
    insert into report_facts (conversation_id, kind, part, at, inbox_id, type, customer_id, user_id, seconds,
      office_seconds, amount, range, office_range, chat_range)
    select conversation_id, kind, part, at, inbox_id, type, customer_id, user_id, seconds, office_seconds, amount, range,
      office_range, chat_range
    from ${signed(came, 1)}`)
  const changed = sql`(select * from ${signed(gone, -1)} union all select * from ${signed(came, 1)}) as changed`
  const counted = sql`kind not in ('tagged', 'answered', 'field', 'ran')`
  const grouped = (grain: string) => sql`date_trunc(${raw(`'${grain}'`)}, at, 'UTC') as period, inbox_id, type`
  for (const { table, measures, users } of [
    { table: "report_hours", measures: sumsOf(basicMeasures), users: [sql`0::bigint`] },
    { table: "report_days", measures: sumsOf(basicMeasures), users: [sql`0::bigint`, sql`user_id`] },
    { table: "report_ranges", measures: sumsOf(rangeMeasures), users: [sql`0::bigint`] },
  ])
    for (const user of users)
      await db.run(sql`
        insert into ${raw(table)} as kept (period, inbox_id, type, user_id, sums)
        select ${grouped(table === "report_hours" ? "hour" : "day")}, ${user}, ${measures} from ${changed}
        where ${counted} ${user.text === "user_id" ? sql`and user_id > 0` : sql``} group by 1, 2, 3, 4
        on conflict (user_id, period, inbox_id, type) do update set sums = added(kept.sums, excluded.sums)`)
  await db.run(sql`
    insert into report_tops as kept (period, inbox_id, type, kind, part, amount)
    select ${grouped("day")}, kind, part, sum(sign) from ${changed} where not ${counted}
    group by 1, 2, 3, 4, 5 having sum(sign) <> 0
    on conflict (kind, period, inbox_id, type, part) do update set amount = kept.amount + excluded.amount`)
}

/** Facts as rows of a statement. */
function signed(facts: FactRow[], sign: 1 | -1): Sql {
  const column = (name: keyof FactRow) => facts.map((fact) => fact[name])
  return sql`(select ${raw(String(sign))} as sign, * from unnest(${column("conversationId")}::bigint[],
    ${column("kind")}::text[], ${column("part")}::bigint[], ${column("at")}::timestamptz[], ${column("inboxId")}::bigint[],
    ${column("type")}::text[], ${column("customerId")}::bigint[], ${column("userId")}::bigint[],
    ${column("seconds")}::bigint[], ${column("officeSeconds")}::bigint[], ${column("amount")}::integer[],
    ${column("range")}::smallint[], ${column("officeRange")}::smallint[], ${column("chatRange")}::smallint[])
    as facts (conversation_id, kind, part, at, inbox_id, type, customer_id, user_id, seconds, office_seconds, amount, range,
      office_range, chat_range)) as facts`
}
