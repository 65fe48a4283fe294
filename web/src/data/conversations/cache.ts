import type { Conversation, ConversationPage } from "@deskhand/sdk/client"
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { desk } from "../client.ts"
import { usePending } from "../commands/current.ts"

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
