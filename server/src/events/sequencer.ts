import { type Database, sql } from "../db/db.ts"
import { batchSize, numberEvents } from "./number.ts"
import { eventsWritten } from "./record.ts"
import { startTurns, type Turns } from "./turns.ts"

/** What other processes have written, such as the command line, is found within this time. */
const lookMs = 500

/** How soon to look again for the end of a transaction that holds up what is waiting. */
const heldMs = 50

/** Runs on every node: whichever has the lock gives the numbers. Stopping waits for the batch under way. */
export function startSequencer(db: Database, log: Turns["log"]): { stop(): Promise<void> } {
  const turns = startTurns({ name: "events.number", work: (signal) => numberAll(db, signal), log })
  const deafen = db.hear(eventsWritten, turns.wake)
  return {
    stop() {
      deafen()
      return turns.stop()
    },
  }
}

async function numberAll(db: Database, signal: AbortSignal): Promise<number> {
  // Most looks find nothing, and take no lock for it.
  if ((await db.maybe(sql`select from events limit 1`)) === undefined) return lookMs
  for (;;) {
    const { given, held } = await numberEvents(db)
    if (given < batchSize || signal.aborted) return held > 0 ? heldMs : lookMs
  }
}
