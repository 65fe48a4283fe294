import type { FastifyBaseLogger } from "fastify"
import { type Database, sql } from "../../db/db.ts"
import { feedGrew } from "../../events/number.ts"
import { startLoop } from "../../runtime/loop.ts"

/** Finds what was written while the listening connection was away. */
const pollMs = 60_000

/** Sorts in what is written within a second together. */
const minIntervalMs = 1_000

/**
 * PostgreSQL puts new words of conversations on a list, which every search reads, and sorts them into the index when the list
 * is 4 MB: whoever writes then waits for it. Sorted in every second, it never gets so long.
 */
export function startSearchUpkeep(db: Database, log: Pick<FastifyBaseLogger, "error">): { stop(): Promise<void> } {
  const loop = startLoop({
    name: "search.sort-in",
    minIntervalMs,
    log,
    async run() {
      await db.run(sql`select gin_clean_pending_list('search_documents_by_word')`)
      return pollMs
    },
  })
  const unsubscribe = db.hear(feedGrew, loop.wake)
  return {
    async stop() {
      unsubscribe()
      await loop.stop()
    },
  }
}
