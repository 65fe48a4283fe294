import type { Conversation, ConversationPage } from "@deskhand/sdk/client"
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { desk } from "../desk/client.ts"

export function conversationQuery(id: number) {
  return queryOptions({
    queryKey: ["conversation", id],
    queryFn: () => desk.conversations.get(id, { followMerged: true }),
  })
}

/** What a list knows of it is shown until the desk has answered. */
export function useConversation(id: number) {
  const queryClient = useQueryClient()
  return useQuery({ ...conversationQuery(id), placeholderData: () => findListed(queryClient, id) })
}

export function findListed(queryClient: QueryClient, id: number): Conversation | undefined {
  for (const [, page] of queryClient.getQueriesData<ConversationPage>({ queryKey: ["list"] })) {
    const found = page?._embedded.conversations.find((row) => row.id === id)
    if (found) return found
  }
  return undefined
}

/** Shows a change everywhere at once, before the desk has answered; gives back a way to take it back. */
export function changeShown(
  queryClient: QueryClient,
  ids: number | ReadonlySet<number>,
  change: (conversation: Conversation) => Conversation,
): () => void {
  const isMeant = typeof ids === "number" ? (id: number) => id === ids : (id: number) => ids.has(id)
  const before = [
    ...queryClient.getQueriesData<unknown>({ queryKey: ["list"] }),
    ...queryClient
      .getQueriesData<Conversation>({ queryKey: ["conversation"] })
      .filter(([, one]) => one && isMeant(one.id)),
  ]
  queryClient.setQueriesData<ConversationPage>({ queryKey: ["list"] }, (page) => {
    if (!page?._embedded.conversations.some((row) => isMeant(row.id))) return page
    const conversations = page._embedded.conversations.map((row) => (isMeant(row.id) ? change(row) : row))
    return { ...page, _embedded: { conversations } }
  })
  queryClient.setQueriesData<Conversation>({ queryKey: ["conversation"] }, (shown) =>
    shown && isMeant(shown.id) ? change(shown) : shown,
  )
  return () => {
    for (const [queryKey, data] of before) queryClient.setQueryData(queryKey, data)
  }
}
