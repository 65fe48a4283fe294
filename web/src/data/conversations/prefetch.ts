import type { QueryClient } from "@tanstack/react-query"
import { openOthersQuery } from "../customers.ts"
import { conversationQuery } from "./cache.ts"
import { threadsQuery } from "./threads.ts"

/** What is likely to be opened next is there when it is. */
export function prefetchConversation(queryClient: QueryClient, id: number): void {
  void queryClient.prefetchQuery(conversationQuery(id)).then(() => {
    const conversation = queryClient.getQueryData(conversationQuery(id).queryKey)
    // Its banner stands above the messages, and must not push them down when they are being read.
    if (conversation) void queryClient.prefetchQuery(openOthersQuery(conversation.primaryCustomer.id))
  })
  void queryClient.prefetchInfiniteQuery(threadsQuery(id))
}
