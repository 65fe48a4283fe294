import { type Db, sql } from "../../db/db.ts"
import { loadOfficeClock } from "../office-hours/queries.ts"
import { basicMeasures, kindsOf, sumsOf, tallied } from "./measures.ts"
import { compareFacts } from "./update-facts.ts"

export interface Verification {
  /** How many conversations were looked at. */
  conversations: number
  /** Of which reports tell otherwise than their rows. */
  wrong: number[]
  /** How many of the days looked at have other sums than their facts. */
  wrongDays: number
  /** How many conversations the job has still to read. */
  waiting: number
}

const sampleSize = 200

/** Compares some conversations, and some days, with what reports keep of them. What happens meanwhile may look wrong. */
export function verifyReports(db: Db): Promise<Verification> {
  return db.transaction(async (db) => {
    await db.run(sql`select pg_advisory_xact_lock(hashtext('reports'))`)
    const { waiting } = await db.one<{ waiting: number }>(sql`
      select count(*) as waiting from conversations c, report_progress
      where (c.id > done_id and c.id <= last_id) or c.created_at >= summed_until`)
    const { last } = await db.one<{ last: number }>(sql`select coalesce(max(id), 0) as last from conversations`)
    const places = Array.from({ length: sampleSize }, () => Math.floor(Math.random() * last))
    const sampled = await db.many<{ id: number }>(sql`
      select distinct found.id from unnest(${places}::bigint[]) as place
      cross join lateral (select id from conversations where id > place order by id limit 1) as found
      where exists (select from report_progress where found.id <= done_id or found.id > last_id)`)
    const ids = sampled.map(({ id }) => id)
    const clock = await loadOfficeClock(db)
    const { gone, came } = await compareFacts(db, ids, clock)
    const wrong = [...new Set([...gone, ...came].map(({ conversationId }) => conversationId))]
    const { days } = await db.one<{ days: number }>(sql`
      select count(*) as days from (
        select tag_id, period, inbox_id, type, sums from report_days where user_id = 0
          and period + interval '24 hours' <= (select summed_until from report_progress) order by random() limit 20) kept
      where sums <> (select ${sumsOf(basicMeasures)} from ${tallied(
        sql`(select * from report_facts
        where kind = any(${kindsOf(basicMeasures)}::text[]) and at >= kept.period and at < kept.period + interval '24 hours' and inbox_id = kept.inbox_id
          and type = kept.type and (tag_id = 0 or tag_ids @> array[tag_id])) facts`,
        sql`inbox_id`,
      )})`)
    return { conversations: ids.length, wrong: wrong.sort((one, other) => one - other), wrongDays: days, waiting }
  })
}
