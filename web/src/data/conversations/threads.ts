import type { Thread, ThreadPage } from "@deskhand/sdk/client"
import { infiniteQueryOptions } from "@tanstack/react-query"
import { desk } from "../client.ts"

/** Newest first, a page at a time back into the past. */
export function threadsQuery(conversationId: number) {
  return infiniteQueryOptions({
    queryKey: ["threads", conversationId],
    queryFn: ({ pageParam }) => desk.conversations.threads(conversationId).list({ page: pageParam }),
    initialPageParam: 1,
    getNextPageParam: ({ page }: ThreadPage) => (page.number < page.totalPages ? page.number + 1 : undefined),
  })
}

/** Each once: a thread that came between two reads moves the others from page to page. */
export function threadsOf(pages: readonly ThreadPage[]): Thread[] {
  const all = pages.flatMap(({ _embedded }) => _embedded.threads)
  return [...new Map(all.map((thread) => [thread.id, thread])).values()]
}
