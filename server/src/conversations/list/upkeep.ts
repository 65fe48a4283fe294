import type { FastifyBaseLogger } from "fastify"
import { type Database, sql } from "../../db/db.ts"
import { feedGrew } from "../../events/number.ts"
import { startTurns } from "../../events/turns.ts"

/** For what was written while nobody told of it. */
const lookMs = 60_000

/** What is written in one second is sorted in together. */
const gatherMs = 1_000

/**
 * PostgreSQL puts new words of conversations on a list, which every search reads, and sorts them into the index when the list
 * is 4 MB: whoever writes then waits for it. Sorted in every second, it never gets so long.
 */
export function startSearchUpkeep(db: Database, log: Pick<FastifyBaseLogger, "error">): { stop(): Promise<void> } {
  const turns = startTurns({
    name: "search.sort-in",
    gatherMs,
    log,
    async work() {
      await db.run(sql`select gin_clean_pending_list('search_documents_by_word')`)
      return lookMs
    },
  })
  const deafen = db.hear(feedGrew, () => turns.wake())
  return {
    async stop() {
      deafen()
      await turns.stop()
    },
  }
}
