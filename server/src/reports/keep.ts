import { type Db, sql } from "../db/db.ts"
import { type Difference, differenceOf, type FactRow, listFacts, rowsOf } from "./fact-rows.ts"
import { keepMembers } from "./members.ts"
import { loadOfficeClock } from "./office-hours/queries.ts"
import { mapRawConversations } from "./raw.ts"
import { addToSums } from "./sums.ts"
import { writeFacts } from "./write-facts.ts"

/**
 * Tells anew what reports know of these conversations, from their rows as they are now: it does not matter how often, or
 * in which order, somebody says that they have changed.
 */
export async function keepConversations(db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await db.transaction(async (db) => {
    const [summedUntil, clock, raws, before] = await Promise.all([
      holdReports(db),
      loadOfficeClock(db),
      mapRawConversations(db, ids),
      listFacts(db, ids),
    ])
    const after = [...raws.values()].flatMap((conversation) => rowsOf(conversation, clock))
    const difference = differenceOf(before, after)
    if (difference.gone.length + difference.came.length === 0) return
    const summed = earlierThan(summedUntil, difference)
    await Promise.all([writeFacts(db, difference), addToSums(db, summed), keepMembers(db, summed)])
  })
}

/**
 * One at a time: two would count the difference to the same past. Gives up to when facts are in the sums; what is later is added
 * up in one go, once all facts are there (`fill.ts`).
 */
export async function holdReports(db: Db): Promise<number> {
  const [, { until }] = await Promise.all([
    db.run(sql`select pg_advisory_xact_lock(hashtext('reports'))`),
    db.one<{ until: number }>(sql`select extract(epoch from summed_until) * 1000 as until from report_progress`),
  ])
  return until
}

function earlierThan(until: number, { gone, came }: Difference): Difference {
  const isEarlier = ({ at }: FactRow) => at.getTime() < until
  return { gone: gone.filter(isEarlier), came: came.filter(isEarlier) }
}
