import { queryOptions } from "@tanstack/react-query"
import { desk } from "../desk/client.ts"

/** One's own and shared ones, in their order. How many are in each is asked for apart: it changes all the time. */
export const viewsQuery = queryOptions({
  queryKey: ["views"],
  queryFn: () => Array.fromAsync(desk.views.all({ counts: false, size: 100 })),
})
