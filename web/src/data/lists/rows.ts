import type { Conversation, ConversationPage } from "@deskhand/sdk/client"
import { type QueryClient, type UseQueryResult, useQueries, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { statusOf } from "../client.ts"
import { usePending } from "../commands/current.ts"
import { conversationQuery } from "../conversations/cache.ts"
import { lastingMark, markOfChange, movedAmong, newAmong, type RowMark } from "./marks.ts"
import { extentOf, loadedOrder, type OrderPage, orderQuery, refreshOrder, rowBeforeOrder, useVersion } from "./order.ts"
import { cachedPage, type ListView, pageQuery, pageSize, rowsOf } from "./pages.ts"

export interface Rows {
  /** How many are shown. Undefined until the first page is there. */
  count: number | undefined
  /** How many the list has now. */
  total: number | undefined
  /** The total is an estimate. */
  estimated: boolean
  /** In the order in which the list was read, each as it is now. */
  at(index: number): ListedRow | undefined
  /** Some of those that are asked for have a mark. */
  isChanged: boolean
  /** Of the pages that are shown, the ids. */
  pages: readonly (readonly number[])[]
  /** What has come since. Of what is far from here only the number is known. */
  added: { count: number; first: number | undefined }
  error: unknown
  retry(): void
  refresh(): Promise<void>
}

export interface ListedRow {
  conversation: Conversation
  /** Where the row would not stand here if the list were read now. */
  mark: RowMark | undefined
}

/** The rows from one index to another. Only these are kept up to date. */
export function useRows(view: ListView, from: number, to: number): Rows {
  const queryClient = useQueryClient()
  const pending = usePending()
  const version = useVersion(view)
  const first = Math.floor(from / pageSize) + 1
  const last = Math.floor(Math.max(from, to) / pageSize) + 1
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const orders = useQueries({ queries: numbers.map((page) => orderQuery(view, page, version)) })
  const pages = useQueries({ queries: numbers.map((page) => pageQuery(view, page)) })
  const loaded = loadedOrder(queryClient, view, version)
  const extent = extentOf(loaded)
  const present = pages.find(({ data }) => data !== undefined)?.data ?? cachedPage(queryClient, view, 1)
  const total = present?.page.totalElements
  const estimated = present?.page.estimated === true
  const count = extent?.count ?? total
  useNextPages(view, { first, last, count: count ?? 0, version })
  useRecovery(orders, pages)

  const keptAt = (index: number) => loaded.get(Math.floor(index / pageSize) + 1)?.rows[index % pageSize]
  const now = presentRows(numbers, pages)
  const shown = Array.from({ length: to - from + 1 }, (_, step) => keptAt(from + step)?.id)
  const absent = now ? shown.filter((id) => id !== undefined && !now.has(id)) : []
  const found = useAbsent(absent as number[])
  const latest = useLatest(now)
  const moved = now ? movedIn(numbers, loaded, now) : new Set<number>()

  const at = (index: number): ListedRow | undefined => {
    const kept = keptAt(index)
    if (!kept) {
      const conversation = extent ? undefined : rowBeforeOrder(queryClient, view, index)
      return conversation && { conversation: pending(conversation), mark: undefined }
    }
    const { id } = kept
    const listed = now?.get(id)?.row
    const { data, isMissing } = found.get(id) ?? {}
    const own = data?.id === id ? data : undefined
    const conversation = pending(listed ?? own ?? latest.get(id) ?? kept)
    const lasting = isMissing ? "unavailable" : lastingMark(id, data && data.id !== id ? data : conversation)
    const hasLeft = now !== undefined && !listed
    const changed = hasLeft ? markOfChange(kept, conversation) : undefined
    const mark = lasting ?? changed ?? (moved.has(id) ? (markOfChange(kept, conversation) ?? "moved") : undefined)
    return { conversation, mark }
  }

  return {
    count,
    total,
    estimated,
    at,
    isChanged: shown.some((_, step) => at(from + step)?.mark !== undefined),
    pages: numbers.map((number) => loaded.get(number)?.rows.map(({ id }) => id) ?? []),
    added: addedSince({ loaded, pages, total: estimated ? undefined : total }),
    error: orders.find(({ error, data }) => error && !data)?.error ?? undefined,
    retry: () => void orders.find(({ error, data }) => error && !data)?.refetch(),
    refresh: () => refreshOrder(queryClient, view, numbers),
  }
}

type Pages = readonly UseQueryResult<ConversationPage>[]

/** How many the list has now, for those who show no rows of it. */
export function useTotal(view: ListView): { total: number; estimated: boolean } {
  const [page] = useQueries({ queries: [pageQuery(view, 1)] })
  return { total: page?.data?.page.totalElements ?? 0, estimated: page?.data?.page.estimated === true }
}

/** Whoever scrolls is met by rows: the pages around those that are shown are read before they are reached. */
function useNextPages(
  view: ListView,
  { first, last, count, version }: { first: number; last: number; count: number; version: number },
): void {
  const queryClient = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a view is another object each time, and the same by what it says
  useEffect(() => {
    for (const page of [last + 1, first - 1])
      if (page >= 1 && (page - 1) * pageSize < count) void queryClient.prefetchQuery(orderQuery(view, page, version))
  }, [queryClient, view.list, view.sort, view.myId, first, last, count, version])
}

/** What could not be read is read when the desk answers again, which the pages that follow it learn first. */
function useRecovery(orders: readonly UseQueryResult<OrderPage>[], pages: Pages): void {
  const failed = orders.find(({ isError }, index) => isError && pages[index]?.isSuccess)
  useEffect(() => {
    if (failed) void failed.refetch()
  }, [failed])
}

/** The conversations of the pages that are shown, as the desk has them now, and where. Undefined until all are there. */
function presentRows(numbers: readonly number[], pages: Pages) {
  if (!pages.every(({ data }) => data)) return undefined
  return new Map(
    pages.flatMap(({ data }, index) =>
      (data ? rowsOf(data) : []).map((row, place) => [
        row.id,
        { row, place: ((numbers[index] ?? 1) - 1) * pageSize + place },
      ]),
    ),
  )
}

type PresentRows = NonNullable<ReturnType<typeof presentRows>>

function movedIn(numbers: readonly number[], loaded: ReadonlyMap<number, OrderPage>, now: PresentRows): Set<number> {
  const kept = numbers.flatMap((number) => loaded.get(number)?.rows ?? [])
  return movedAmong(
    kept.flatMap(({ id }) => {
      const place = now.get(id)?.place
      return place === undefined ? [] : [{ id, place }]
    }),
  )
}

/** Conversations that the pages no longer have are read one by one: they are few, and most have been open. */
function useAbsent(ids: readonly number[]): Map<number, { data: Conversation | undefined; isMissing: boolean }> {
  const results = useQueries({ queries: ids.map((id) => conversationQuery(id)) })
  return new Map(
    ids.map((id, index) => {
      const { data, error } = results[index] ?? {}
      return [id, { data, isMissing: !data && (statusOf(error) === 404 || statusOf(error) === 403) }]
    }),
  )
}

/** Every conversation as it was shown last: it stands there until the one that has left has been read. */
function useLatest(now: PresentRows | undefined): ReadonlyMap<number, Conversation> {
  const latest = useRef(new Map<number, Conversation>())
  useEffect(() => {
    for (const [id, { row }] of now ?? []) latest.current.set(id, row)
  }, [now])
  return latest.current
}

function addedSince({
  loaded,
  pages,
  total,
}: {
  loaded: ReadonlyMap<number, OrderPage>
  pages: Pages
  total: number | undefined
}): Rows["added"] {
  const extent = extentOf(loaded)
  if (!extent || !pages.every(({ data }) => data)) return { count: 0, first: undefined }
  const kept = new Set([...loaded.values()].flatMap(({ rows }) => rows.map(({ id }) => id)))
  const listed = pages.flatMap(({ data }) => (data ? rowsOf(data).map(({ id }) => id) : []))
  const ids = newAmong(kept, { listed, isWhole: extent.isWhole })
  return { count: Math.max(ids.length, (total ?? 0) - extent.count), first: ids[0] }
}

/** Whether there is something behind the row, as far as that is known. */
export function isOpenable(queryClient: QueryClient, id: number): boolean {
  const state = queryClient.getQueryState(conversationQuery(id).queryKey)
  if (!state?.data) return statusOf(state?.error) !== 404
  return lastingMark(id, state.data) === undefined
}
