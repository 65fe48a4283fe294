import type { Notification, ReadNotifications } from "@deskhand/sdk/client"
import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { useCallback, useEffect } from "react"
import { desk } from "../client.ts"

export type { Notification }

const unreadQuery = queryOptions({
  queryKey: ["notifications", "unread"],
  queryFn: async () => (await desk.notifications.list({ size: 1 })).unread,
})

/** How many notifications the user has not read, and how many of those mention them. */
export function useUnread(): { total: number; mentioned: number } {
  return useQuery(unreadQuery).data ?? { total: 0, mentioned: 0 }
}

const pageSize = 30

/** The newest first, page by page. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ["notifications", "list"],
  queryFn: ({ pageParam }) => desk.notifications.list({ page: pageParam, size: pageSize }),
  initialPageParam: 1,
  getNextPageParam: ({ page }) => (page.number < page.totalPages ? page.number + 1 : undefined),
})

export function useMarkRead(): (which: ReadNotifications) => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(
    async (which) => {
      await desk.notifications.markRead(which)
      await queryClient.invalidateQueries({ queryKey: ["notifications"] })
    },
    [queryClient],
  )
}

/** Reading a conversation reads what it notified of, also while it is open; but not while the page is hidden. */
export function useReadOnOpen(conversationId: number): void {
  const { total } = useUnread()
  const markRead = useMarkRead()
  useEffect(() => {
    if (total === 0) return
    // What cannot be sent now stays unread.
    const read = () => void (document.hidden || markRead({ conversationId }).catch(() => {}))
    read()
    document.addEventListener("visibilitychange", read)
    return () => document.removeEventListener("visibilitychange", read)
  }, [conversationId, total, markRead])
}
