import type { NewBulkAction } from "@deskhand/sdk/client"
import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { changeShown } from "../conversations/cache.ts"
import { desk } from "../desk/client.ts"
import { createStore } from "../desk/store.ts"
import { tellFailure } from "../parts/toasts.ts"

type Shown = Parameters<typeof changeShown>[2]

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

export interface Which {
  ids: readonly number[]
  /** All that they find, instead of the ids. */
  filters?: NonNullable<NewBulkAction["filters"]>
  count: number
}

export interface Wish {
  action: Omit<NewBulkAction, "conversationIds" | "filters">
  shown: Shown
  done: Running["done"]
}

/** Shown at once where they are known; the desk does it in its own time, and what it could not do is read again at the end. */
export async function begin(queryClient: QueryClient, which: Which, { action, shown, done }: Wish): Promise<void> {
  const { ids, filters, count } = which
  await queryClient.cancelQueries({ queryKey: ["list"] })
  const takeBack = changeShown(queryClient, new Set(ids), shown)
  try {
    const { id } = await desk.bulkActions.create({
      ...action,
      ...(filters ? { filters } : { conversationIds: [...ids] }),
    })
    running.set((before) => [...before, { id, done, count }])
  } catch (error) {
    takeBack()
    tellFailure(error)
  }
}

/** One that still runs ends. What others have changed since stays as it is. */
export async function undoBulk(queryClient: QueryClient, one: Running): Promise<void> {
  try {
    await desk.bulkActions.undo(one.id)
    // What it was is over, and would be taken for the end of this.
    void queryClient.resetQueries({ queryKey: ["bulk-action", one.id] })
    running.set((before) => [...before.filter(({ id }) => id !== one.id), one])
  } catch (error) {
    tellFailure(error)
  }
}

export function forget(id: number): void {
  running.set((before) => before.filter((one) => one.id !== id))
}
