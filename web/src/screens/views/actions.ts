import type { NewView, SignedIn, View } from "@deskhand/sdk/client"
import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { desk } from "../../data/client.ts"
import { tell, tellFailure } from "../../data/toasts.ts"
import { viewsQuery } from "../../data/views.ts"
import { text } from "../../messages/text.ts"
import { ordersOf } from "./order.ts"

/** Whose it is, and administrators where it is shared. */
export function mayChange(view: View, { id, role }: SignedIn["user"]): boolean {
  return view.userId === id || role === "owner" || role === "admin"
}

/** Light users keep views for themselves. */
export function mayShare({ role }: SignedIn["user"]): boolean {
  return role !== "light user"
}

export interface ViewActions {
  /** Both throw what the desk refuses. */
  create(view: NewView): Promise<number>
  change(view: View, to: NewView): Promise<void>
  move(view: View, step: 1 | -1): Promise<void>
  remove(view: View): Promise<void>
}

/** What can be done with views. Order and removal are shown at once, and taken back where the desk refuses. */
export function useViewActions(me: SignedIn["user"]): ViewActions {
  const queryClient = useQueryClient()
  const settle = () => queryClient.invalidateQueries({ queryKey: ["views"] })
  return {
    async create(view) {
      const { id } = await desk.views.create(view)
      await settle()
      return id
    },
    async change({ id }, to) {
      await desk.views.change(id, to)
      await settle()
    },
    move: (view, step) => {
      const views = queryClient.getQueryData(viewsQuery.queryKey) ?? []
      const from = views.findIndex(({ id }) => id === view.id)
      const next = views.toSpliced(from, 1).toSpliced(from + step, 0, view)
      return attempt(queryClient, next, async () => {
        for (const { id, order } of ordersOf(next, (one) => mayChange(one, me))) await desk.views.change(id, { order })
      })
    },
    async remove(view) {
      const { name, filters, shared, order } = view
      const others = (queryClient.getQueryData(viewsQuery.queryKey) ?? []).filter(({ id }) => id !== view.id)
      const undo = () =>
        void attempt(queryClient, [...others, view], () => desk.views.create({ name, filters, shared, order }))
      await attempt(queryClient, others, async () => {
        await desk.views.delete(view.id)
        tell(text("view.deleted", { name }), { undo })
      })
    },
  }
}

async function attempt(queryClient: QueryClient, shown: View[], send: () => Promise<unknown>): Promise<void> {
  await queryClient.cancelQueries({ queryKey: ["views"] })
  queryClient.setQueryData(viewsQuery.queryKey, shown)
  try {
    await send()
  } catch (error) {
    tellFailure(error)
  }
  await queryClient.invalidateQueries({ queryKey: ["views"] })
}
