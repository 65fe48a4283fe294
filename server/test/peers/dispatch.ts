import type { Db } from "../../src/db/db.ts"
import { type DispatchOptions, type Reaction, startBatches } from "../../src/events/dispatch.ts"

/** Runs one batch of a reaction, as the reaction loop does. Returns whether there is more for it. */
export async function dispatch(db: Db, reaction: Reaction, options: DispatchOptions): Promise<boolean> {
  const batches = await startBatches(db, [reaction], options)
  return (await Promise.all(batches.map(({ hasMore }) => hasMore))).some(Boolean)
}
