import { type Db, sql } from "../../db/db.ts"
import type { OfficeClock } from "../office-hours/office-clock.ts"
import { loadOfficeClock } from "../office-hours/queries.ts"
import { type Difference, differenceOf, type FactRow, listFactTexts, rowsOf } from "./fact-rows.ts"
import { mapRawConversations } from "./raw-conversations.ts"
import { addToSums } from "./sums.ts"
import { writeFacts } from "./write-facts.ts"

/**
 * Derives the facts of these conversations from their rows as they are now, and writes what differs: it does not matter how
 * often, or in which order, their changes are reported.
 */
export async function updateFacts(db: Db, changedIds: Iterable<number>): Promise<void> {
  const ids = [...new Set(changedIds)]
  if (ids.length === 0) return
  await db.transaction(async (db) => {
    const [summedUntil, clock] = await Promise.all([lockReports(db), loadOfficeClock(db)])
    const difference: Difference = { gone: [], came: [] }
    for (let done = 0; done < ids.length; done += readAtOnce) {
      const { gone, came } = await compareFacts(db, ids.slice(done, done + readAtOnce), clock)
      difference.gone.push(...gone)
      difference.came.push(...came)
    }
    if (difference.gone.length + difference.came.length === 0) return
    const summed = earlierThan(summedUntil, difference)
    await Promise.all([writeFacts(db, difference), addToSums(db, summed)])
  })
}

/** Conversations may have many threads, and who answers people has no time for all of them in one piece. */
const readAtOnce = 50

/** What is kept of these conversations, and what their rows tell now. */
export async function compareFacts(db: Db, ids: number[], clock: OfficeClock | undefined): Promise<Difference> {
  const [raws, before] = await Promise.all([mapRawConversations(db, ids), listFactTexts(db, ids)])
  return differenceOf(
    before,
    [...raws.values()].flatMap((conversation) => rowsOf(conversation, clock)),
  )
}

/**
 * One at a time: two would count the difference to the same past. Gives up to when facts are in the sums; what is later is added
 * up in one go, once all facts are there (`fill.ts`).
 */
export async function lockReports(db: Db): Promise<number> {
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
