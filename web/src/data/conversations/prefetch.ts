import type { QueryClient } from "@tanstack/react-query"
import { conversationQuery } from "./cache.ts"
import { threadsQuery } from "./threads.ts"

/** What is likely to be opened next is there when it is. */
export function prefetchConversation(queryClient: QueryClient, id: number): void {
  void queryClient.prefetchQuery(conversationQuery(id))
  void queryClient.prefetchInfiniteQuery(threadsQuery(id))
}
