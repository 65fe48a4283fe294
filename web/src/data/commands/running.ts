import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { text } from "../../messages/text.ts"
import { desk, reasonOf } from "../client.ts"
import { createStore } from "../store.ts"
import { tell } from "../toasts.ts"

export interface Running {
  id: number
  /** What is said when it is done. */
  done: (count: number) => string
  count: number
}

/** What the desk is doing to many for this window, as long as it is told of. */
export const running = createStore<readonly Running[]>([])

export function bulkQuery(id: number) {
  return queryOptions({ queryKey: ["bulk-action", id], queryFn: () => desk.bulkActions.get(id) })
}

/** One that still runs ends. What others have changed since stays as it is. */
export async function undoBulk(queryClient: QueryClient, one: Running): Promise<void> {
  try {
    await desk.bulkActions.undo(one.id)
    // What it was is over, and would be taken for the end of this.
    void queryClient.resetQueries({ queryKey: ["bulk-action", one.id] })
    running.set((before) => [...before.filter(({ id }) => id !== one.id), one])
  } catch (error) {
    const reason = reasonOf(error, text("failure.offline"))
    tell(text("action.failed", { reason }), { tone: "failed", undo: () => void undoBulk(queryClient, one) })
  }
}

export function forget(id: number): void {
  running.set((before) => before.filter((one) => one.id !== id))
}
