import { DeskError } from "../errors.ts"

export interface Due<Item> {
  /** For the message of a failure: "scheduled threads". */
  what: string
  list: (most: number) => Promise<Item[]>
  settle: (item: Item) => Promise<void>
  signal: AbortSignal
}

/** More are taken up by the next turn. */
const mostAtOnce = 1_000

/** Settles what is due, each for itself: one that fails does not keep the others waiting. */
export async function eachDue<Item>({ what, list, settle, signal }: Due<Item>): Promise<void> {
  const failures: unknown[] = []
  for (const item of await list(mostAtOnce)) {
    if (signal.aborted) break
    try {
      await settle(item)
    } catch (error) {
      // Without a database the others would fare no better. Anything else is the fault of this one alone.
      if (error instanceof DeskError && error.status === 503) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} ${what} could not be settled`)
}
