import type { Preferences } from "@deskhand/sdk/client"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { desk } from "../desk/client.ts"

export const preferencesQuery = queryOptions({
  queryKey: ["preferences"],
  queryFn: () => desk.users.preferences(),
})

/** How the person who is signed in likes to work; nothing until the desk has said. */
export function usePreferences(): Preferences | undefined {
  return useQuery(preferencesQuery).data
}
