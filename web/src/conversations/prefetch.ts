import type { QueryClient } from "@tanstack/react-query"
import { threadsQuery } from "../threads/queries.ts"
import { conversationQuery } from "./cache.ts"

/** What is likely to be opened next is there when it is. */
export function prefetchConversation(queryClient: QueryClient, id: number): void {
  void queryClient.prefetchQuery(conversationQuery(id))
  void queryClient.prefetchInfiniteQuery(threadsQuery(id))
}
