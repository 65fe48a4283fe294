import { type Db, raw, sql } from "../db/db.ts"
import { type Difference, differenceOf, listFacts, rowsOf } from "./fact-rows.ts"
import { keepTimes } from "./keep-times.ts"
import { basicMeasures, rangeMeasures, sumsOf, tallied } from "./measures.ts"
import { keepMembers } from "./members.ts"
import { loadOfficeClock } from "./office-hours/queries.ts"
import { mapRawConversations } from "./raw.ts"
import { signed, writeFacts, writeTagFacts } from "./write-facts.ts"

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
    await writeFacts(db, difference)
    await writeTagFacts(db, { before, after })
    await addToSums(db, difference)
    await keepTimes(db, difference)
    await keepMembers(db, difference)
  })
}

const kinds = sql`('tagged', 'answered', 'field', 'ran')`

/** What the facts add to every sum. */
async function addToSums(db: Db, { gone, came }: Difference): Promise<void> {
  const changed = sql`(select * from ${signed(gone, -1)} union all select * from ${signed(came, 1)}) as changed`
  for (const { table, grain, measures, people } of [
    { table: "report_hours", grain: "hour", measures: sumsOf(basicMeasures), people: false },
    { table: "report_days", grain: "day", measures: sumsOf(basicMeasures), people: false },
    { table: "report_days", grain: "day", measures: sumsOf(basicMeasures), people: true },
    { table: "report_ranges", grain: "day", measures: sumsOf(rangeMeasures), people: false },
  ]) {
    const facts = sql`(select date_trunc(${raw(`'${grain}'`)}, at, 'UTC') as period,
        ${people ? sql`user_id` : sql`0::bigint`} as person, changed.*
      from ${changed} where kind not in ${kinds} ${people ? sql`and user_id > 0` : sql``}) facts`
    await db.run(sql`
      insert into ${raw(table)} as kept (period, inbox_id, type, user_id, sums)
      select period, inbox_id, type, person, ${measures} from ${tallied(facts, sql`period, inbox_id, type, person`)}
      group by 1, 2, 3, 4
      on conflict (user_id, period, inbox_id, type) do update set sums = added(kept.sums, excluded.sums)`)
  }
  await db.run(sql`
    insert into report_tops as kept (period, inbox_id, type, kind, part, amount)
    select date_trunc('day', at, 'UTC'), inbox_id, type, kind, part, sum(sign) from ${changed} where kind in ${kinds}
    group by 1, 2, 3, 4, 5 having sum(sign) <> 0
    on conflict (kind, period, inbox_id, type, part) do update set amount = kept.amount + excluded.amount`)
}
