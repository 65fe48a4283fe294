import type { FastifyBaseLogger } from "fastify"
import { type Database, sql } from "../db/db.ts"
import { feedGrew } from "../events/number.ts"
import { startTurns } from "../events/turns.ts"

/** So much is written in one beat that to sort it in is worth a statement. */
const gatherMs = 1_000

/** For what was written while nobody told of it. */
const lookMs = 60_000

/**
 * PostgreSQL puts new words of conversations on a list, which every search reads, and sorts them into the index when that is 4 MB: whoever
 * writes then waits for it. Sorted in every second by somebody for whom nobody waits, it never gets so long.
 */
export function startTidying(db: Database, log: Pick<FastifyBaseLogger, "error">): { stop(): Promise<void> } {
  const turns = startTurns({
    name: "search.tidy",
    gatherMs,
    log,
    async work() {
      await db.run(sql`select gin_clean_pending_list('words_of_conversations')`)
      return lookMs
    },
  })
  const deafen = db.hear(feedGrew, turns.wake)
  return {
    async stop() {
      deafen()
      await turns.stop()
    },
  }
}
