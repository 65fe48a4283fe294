import { type Database, sql } from "../db/db.ts"
import { type LoopOptions, startLoop } from "../runtime/loop.ts"
import { batchSize, numberEvents } from "./number.ts"
import { eventsWritten } from "./record.ts"

/** Finds within this time what other processes wrote, such as the command line, and a database that is back. */
const pollMs = 500

/** Hundreds of writers share a commit; a single event does not wait. */
const minIntervalMs = 20

/** How soon to look again for the end of a transaction that holds up what is waiting. */
const heldMs = 50

/**
 * Runs on every node: whichever has the lock gives the numbers. It keeps no state between two runs.
 * Stopping waits for the batch under way.
 */
export function startSequencer(db: Database, log: LoopOptions["log"]): { stop(): Promise<void> } {
  const run = (signal: AbortSignal) => numberWaiting(db, signal)
  const loop = startLoop({ name: "events.number", run, minIntervalMs, maxRetryMs: pollMs, log })
  const unsubscribe = db.hear(eventsWritten, loop.wake)
  return {
    stop() {
      unsubscribe()
      return loop.stop()
    },
  }
}

/** Numbers all events that can be. Returns the milliseconds until the next run, unless a writer wakes the sequencer. */
export async function numberWaiting(db: Database, signal: AbortSignal): Promise<number> {
  // Most runs find nothing, and take no lock for it.
  const { waiting } = await db.one<{ waiting: boolean }>(sql`select exists (select from events) as waiting`)
  if (!waiting) return pollMs
  for (;;) {
    const { given, held } = await numberEvents(db)
    if (given < batchSize || signal.aborted) return held > 0 ? heldMs : pollMs
  }
}
