import { type QueryClient, queryOptions, useQueries, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useSyncExternalStore } from "react"
import { text } from "../../messages/text.ts"
import { desk } from "../client.ts"
import { createStore, useStore } from "../store.ts"
import { tell, tellFailure } from "../toasts.ts"

/** Which of these conversations the user has not read. */
function unreadQuery(ids: readonly number[]) {
  return queryOptions({
    queryKey: ["unread", ids],
    queryFn: () => (ids.length === 0 ? [] : desk.conversations.listUnread([...ids])),
  })
}

/** Of the rows of some pages. */
export function useUnread(pages: readonly (readonly number[])[]): ReadonlySet<number> {
  const results = useQueries({ queries: pages.map(unreadQuery) })
  return new Set(results.flatMap(({ data }) => data ?? []))
}

/** The open conversation, where its user has marked it as unread: it stays so until it is opened again. */
const keptUnread = createStore<number | undefined>(undefined)

/** Marks the open conversation as read while the page is looked at, also when a customer writes again. */
export function useReading(id: number): void {
  const queryClient = useQueryClient()
  const isUnread = useQuery(unreadQuery([id])).data?.includes(id) === true
  const isKept = useStore(keptUnread) === id
  const isVisible = useSyncExternalStore(followVisibility, () => !document.hidden)
  useEffect(() => {
    keptUnread.set(undefined)
    // Not only once the desk has answered whether it is unread: somebody who triages may have gone on by then.
    if (!document.hidden && mayBeUnread(queryClient, id)) markRead(queryClient, id)
    return () => keptUnread.set(undefined)
  }, [queryClient, id])
  useEffect(() => {
    if (isUnread && !isKept && isVisible) markRead(queryClient, id)
  }, [queryClient, id, isUnread, isKept, isVisible])
}

/** A mark that could not be set hinders nobody's work. */
function markRead(queryClient: QueryClient, id: number): void {
  setUnread(queryClient, id, false)
  desk.conversations.markRead(id).catch(() => {})
}

/** Unless the desk has said that it is read. */
function mayBeUnread(queryClient: QueryClient, id: number): boolean {
  const answers = queryClient
    .getQueriesData<number[]>({ queryKey: ["unread"] })
    .filter(([key, data]) => data && (key[1] as readonly number[]).includes(id))
  return answers.length === 0 || answers.some(([, data]) => data?.includes(id))
}

function followVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener)
  return () => document.removeEventListener("visibilitychange", listener)
}

export async function markUnread(queryClient: QueryClient, id: number): Promise<void> {
  keptUnread.set(id)
  setUnread(queryClient, id, true)
  try {
    await desk.conversations.markUnread(id)
    tell(text("conversation.markedUnread"))
  } catch (error) {
    tellFailure(error)
    void queryClient.invalidateQueries({ queryKey: ["unread"] })
  }
}

function setUnread(queryClient: QueryClient, id: number, unread: boolean): void {
  for (const [queryKey, before] of queryClient.getQueriesData<number[]>({ queryKey: ["unread"] })) {
    const asks = (queryKey[1] as readonly number[]).includes(id)
    if (before && asks)
      queryClient.setQueryData(queryKey, [...before.filter((one) => one !== id), ...(unread ? [id] : [])])
  }
}
