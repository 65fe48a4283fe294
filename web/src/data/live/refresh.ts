import type { QueryClient, QueryFilters } from "@tanstack/react-query"
import { connection } from "./connection.ts"

/**
 * Lets what has been read be read again. What is being read for the first time may have been answered before the change:
 * it is read once more when it has come. Resolves when what is on screen has been read.
 */
export function refresh(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  const begun = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined)
  const read = queryClient.invalidateQueries(filters)
  for (const { promise, queryKey } of begun)
    void promise?.catch(() => {}).then(() => queryClient.invalidateQueries({ queryKey, exact: true }))
  return read
}

/** The stream tells of our own changes too; only without it do we have to ask. */
export function refreshUnlessLive(queryClient: QueryClient, id: number): void {
  if (connection.get() === "connected") return
  for (const queryKey of [["list"], ["folders"], ["unread"], ["conversation", id], ["threads", id]])
    void queryClient.invalidateQueries({ queryKey })
}
