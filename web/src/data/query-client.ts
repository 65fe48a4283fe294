import { QueryCache, QueryClient } from "@tanstack/react-query"
import { statusOf } from "./client.ts"

/**
 * What has been read stays as it is until the event stream says that it has changed: nothing is fetched again because
 * time has passed or a window was looked at. `onSignedOut` is called when a session ends while somebody works.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // Whoever has not signed in yet is led to the door by the routes.
        const isAtDoor = query.queryKey[0] === "session" && query.state.data === undefined
        if (statusOf(error) === 401 && !isAtDoor) onSignedOut()
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 15 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: "always",
        // A refusal stays one; a desk that restarts is back in a moment.
        retry: (failures, error) => failures < 8 && isPassing(error),
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 8_000),
      },
      mutations: { networkMode: "always", retry: false },
    },
  })
}

export function isPassing(error: unknown): boolean {
  const status = statusOf(error)
  return status === undefined || status === 429 || status >= 502
}
