import { type Database, sql } from "../db/db.ts"
import { batchSize, numberEvents } from "./number.ts"
import { eventsWritten } from "./record.ts"
import { startTurns, type Turns } from "./turns.ts"

/** What other processes have written, such as the command line, and a database that is back, are found within this time. */
const lookMs = 500

/** Writers by the hundred share a commit; what comes alone does not wait. */
const gatherMs = 20

/** How soon to look again for the end of a transaction that holds up what is waiting. */
const heldMs = 50

/**
 * Runs on every node: whichever has the lock gives the numbers. It remembers nothing from one look to the next.
 * Stopping waits for the batch under way.
 */
export function startSequencer(db: Database, log: Turns["log"]): { stop(): Promise<void> } {
  const work = (signal: AbortSignal) => numberWaiting(db, signal)
  const turns = startTurns({ name: "events.number", work, gatherMs, longestRetryMs: lookMs, log })
  const deafen = db.hear(eventsWritten, turns.wake)
  return {
    stop() {
      deafen()
      return turns.stop()
    },
  }
}

/** One look. Gives after how many milliseconds to look again, even if no writer wakes the sequencer. */
export async function numberWaiting(db: Database, signal: AbortSignal): Promise<number> {
  // Most looks find nothing, and take no lock for it.
  const { waiting } = await db.one<{ waiting: boolean }>(sql`select exists (select from events) as waiting`)
  if (!waiting) return lookMs
  for (;;) {
    const { given, held } = await numberEvents(db)
    if (given < batchSize || signal.aborted) return held > 0 ? heldMs : lookMs
  }
}
