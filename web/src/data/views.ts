import { queryOptions } from "@tanstack/react-query"
import { desk } from "./client.ts"

/** One's own and shared ones, in their order. How many are in each is asked for apart: it changes all the time. */
export const viewsQuery = queryOptions({
  queryKey: ["views"],
  queryFn: () => Array.fromAsync(desk.views.all({ counts: false, size: 100 })),
})

/** Active ones in each view, by its id. */
export const viewCountsQuery = queryOptions({
  queryKey: ["counts", "views"],
  queryFn: async () => {
    const views = await Array.fromAsync(desk.views.all({ size: 100 }))
    return new Map(views.map(({ id, activeCount }) => [id, activeCount]))
  },
})
