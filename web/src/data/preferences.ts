import type { Preferences } from "@deskhand/sdk/client"
import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { desk } from "./client.ts"

export type { Preferences }

export const preferencesQuery = queryOptions({ queryKey: ["preferences"], queryFn: () => desk.users.preferences() })

/** How whoever is signed in likes to work; read before the first page is drawn. */
export function usePreferences(): Preferences {
  return useSuspenseQuery(preferencesQuery).data
}

/** Counts here at once, and in other windows as soon as they hear of it; taken back where the desk refuses. */
export function useChangePreferences(): (changed: Partial<Preferences>) => Promise<void> {
  const queryClient = useQueryClient()
  const { queryKey } = preferencesQuery
  return async (changed) => {
    await queryClient.cancelQueries({ queryKey })
    const before = queryClient.getQueryData(queryKey)
    queryClient.setQueryData(queryKey, (shown) => shown && { ...shown, ...changed })
    try {
      await desk.users.setPreferences(changed)
    } catch (error) {
      queryClient.setQueryData(queryKey, before)
      throw error
    }
  }
}
