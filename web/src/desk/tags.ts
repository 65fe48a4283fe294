import { queryOptions } from "@tanstack/react-query"
import { desk } from "./client.ts"

export const tagsQuery = queryOptions({
  queryKey: ["tags"],
  queryFn: () => Array.fromAsync(desk.tags.all({ size: 100 })),
})
