import { type Db, sql } from "../db/db.ts"
import { differenceOf, listFacts, rowsOf } from "./fact-rows.ts"
import { keepMembers } from "./members.ts"
import { loadOfficeClock } from "./office-hours/queries.ts"
import { mapRawConversations } from "./raw.ts"
import { writeFacts } from "./write-facts.ts"

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
    await keepMembers(db, difference)
  })
}
