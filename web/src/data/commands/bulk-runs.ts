import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { text } from "../../messages/text.ts"
import { desk, reasonOf } from "../client.ts"
import { createStore } from "../store.ts"
import { tell } from "../toasts.ts"

/** A bulk action that this window follows. */
export interface BulkRun {
  id: number
  count: number
  /** What is said when it is done. */
  doneText: (count: number) => string
}

export const bulkRuns = createStore<readonly BulkRun[]>([])

export function bulkActionQuery(id: number) {
  return queryOptions({ queryKey: ["bulk-action", id], queryFn: () => desk.bulkActions.get(id) })
}

export function addBulkRun(run: BulkRun): void {
  bulkRuns.set((before) => [...before.filter(({ id }) => id !== run.id), run])
}

export function removeBulkRun(id: number): void {
  bulkRuns.set((before) => before.filter((run) => run.id !== id))
}

/** One that still runs ends. What others have changed since stays as it is. */
export async function undoBulkRun(queryClient: QueryClient, run: BulkRun): Promise<void> {
  try {
    await desk.bulkActions.undo(run.id)
    // What it was is over, and would be taken for the end of this.
    void queryClient.resetQueries({ queryKey: ["bulk-action", run.id] })
    addBulkRun(run)
  } catch (error) {
    const reason = reasonOf(error, text("failure.offline"))
    tell(text("action.failed", { reason }), { tone: "failed", undo: () => void undoBulkRun(queryClient, run) })
  }
}
