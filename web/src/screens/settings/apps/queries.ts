import { queryOptions } from "@tanstack/react-query"
import { desk } from "../../../data/client.ts"

/** No event tells of apps: they are read whenever the page is opened. */
export const appsQuery = queryOptions({
  queryKey: ["apps"],
  queryFn: () => Array.fromAsync(desk.apps.all({ size: 100 })),
  staleTime: 0,
})

export function appUsersQuery(id: number) {
  return queryOptions({
    queryKey: ["apps", id, "users"],
    queryFn: () => Array.fromAsync(desk.apps.users(id).all({ size: 100 })),
    staleTime: 0,
  })
}
