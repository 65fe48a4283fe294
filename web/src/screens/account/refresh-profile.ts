import { useQueryClient } from "@tanstack/react-query"
import { profileQuery } from "../../data/people.ts"
import { sessionQuery } from "../../data/session.ts"

/** The name and address stand in the session, too. */
export function useRefreshProfile(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(
      [profileQuery, sessionQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey, exact: true })),
    )
  }
}
