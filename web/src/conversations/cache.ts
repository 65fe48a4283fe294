import type { Conversation, ConversationPage } from "@deskhand/sdk/client"
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { applyChange, type Change } from "../commands/change.ts"
import { usePending } from "../commands/current.ts"
import { desk } from "../desk/client.ts"

export function conversationQuery(id: number) {
  return queryOptions({
    queryKey: ["conversation", id],
    queryFn: () => desk.conversations.get(id, { followMerged: true }),
  })
}

/** With the commands that wait. What a list knows of it is shown until the desk has answered. */
export function useConversation(id: number) {
  const queryClient = useQueryClient()
  const select = usePending()
  return useQuery({ ...conversationQuery(id), placeholderData: () => findListed(queryClient, id), select })
}

export function findListed(queryClient: QueryClient, id: number): Conversation | undefined {
  for (const [, page] of queryClient.getQueriesData<ConversationPage>({ queryKey: ["list"] })) {
    const found = page?._embedded.conversations.find((row) => row.id === id)
    if (found) return found
  }
  return undefined
}

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
