import type { Conversation, ConversationPage } from "@deskhand/sdk/client"
import type { QueryClient } from "@tanstack/react-query"
import { applyChange } from "./change.ts"
import type { Change } from "./command.ts"

/**
 * Makes a change that the desk has made in everything that has been read. What is being read may have been answered
 * before the change, and is read again.
 */
export function changeCached(queryClient: QueryClient, ids: ReadonlySet<number>, change: Change): void {
  const changed = (one: Conversation) => (ids.has(one.id) ? applyChange(one, change) : one)
  const keys = [["list"], ...[...ids].map((id) => ["conversation", id])]
  const reading = keys.flatMap((queryKey) => queryClient.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" }))
  for (const { queryKey } of reading) void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueriesData<ConversationPage>({ queryKey: ["list"] }, (page) => {
    if (!page?._embedded.conversations.some((row) => ids.has(row.id))) return page
    return { ...page, _embedded: { conversations: page._embedded.conversations.map(changed) } }
  })
  queryClient.setQueriesData<Conversation>({ queryKey: ["conversation"] }, (one) => one && changed(one))
  for (const { queryKey } of reading) void queryClient.invalidateQueries({ queryKey, exact: true })
}
