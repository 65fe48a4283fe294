import { type Database, sql } from "../db/db.ts"
import { batchSize, numberEvents } from "./number.ts"
import { eventsWritten } from "./record.ts"
import { startTurns, type Turns } from "./turns.ts"

/** What other processes have written, such as the command line, is found within this time. */
const lookMs = 500

/** Writers by the hundred share a commit; what comes alone does not wait. */
const gatherMs = 20

/** How soon to look again for the end of a transaction that holds up what is waiting. */
const heldMs = 50

/** Runs on every node: whichever has the lock gives the numbers. Stopping waits for the batch under way. */
export function startSequencer(db: Database, log: Turns["log"]): { stop(): Promise<void> } {
  const past: Past = { id: 0, mark: undefined }
  const turns = startTurns({ name: "events.number", work: (signal) => numberAll(db, past, signal), gatherMs, log })
  const deafen = db.hear(eventsWritten, turns.wake)
  return {
    stop() {
      deafen()
      return turns.stop()
    },
  }
}

/**
 * Up to which id nothing waits nor ever will, so that a look does not pass over all that has been moved since vacuum
 * was last able to take it away, which a long reader holds up for hours.
 */
interface Past {
  id: number
  /** Will be past when all transactions before `next` have ended and nothing is left. */
  mark: { id: number; next: number } | undefined
}

async function numberAll(db: Database, past: Past, signal: AbortSignal): Promise<number> {
  // Most looks find nothing, and take no lock for it.
  const { last, waiting } = await db.one<{ last: number; waiting: boolean }>(sql`
    select (select last_value from events_id_seq) as last, exists (select from events where id > ${past.id}) as waiting`)
  if (!waiting) return lookMs
  for (;;) {
    const batch = await numberEvents(db, past.id)
    const more = batch.given === batchSize
    if (past.mark && past.mark.next <= batch.fence && !more && batch.held === 0) {
      past.id = past.mark.id
      past.mark = undefined
    }
    // Read before the batch began: who has an id up to this one began before `next`.
    past.mark ??= { id: last, next: batch.next }
    if (!more || signal.aborted) return batch.held > 0 ? heldMs : lookMs
  }
}
