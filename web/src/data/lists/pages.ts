import type { Conversation, ConversationFilters, ConversationPage } from "@deskhand/sdk/client"
import { type QueryClient, queryOptions, useQueries, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { desk } from "../client.ts"
import { usePending } from "../commands/current.ts"
import { fetchHandle } from "../people.ts"
import { createPersistentStore, createStore, useStore } from "../store.ts"
import { viewsQuery } from "../views.ts"
import { filtersOf, idIn, type ListKey, type Sort, searchIn, sortOf, sortsOf } from "./list-key.ts"

export const pageSize = 50

const sortStore = createPersistentStore<Sort>("sort", {
  first: "newest",
  isValid: (found) => sortsOf("all").some((sort) => sort === found),
})

const searchSortStore = createPersistentStore<Sort>("search-sort", {
  first: "relevance",
  isValid: (found) => sortsOf("search-").some((sort) => sort === found),
})

/** Views have an order of their own; another one is for whoever looks, until the page is loaded anew. */
const viewSorts = createStore<Readonly<Partial<Record<ListKey, Sort>>>>({})

/** The order in which a list is shown, and how to choose another one. */
export function useSort(list: ListKey): [Sort, (sort: Sort) => void] {
  const store = searchIn(list) === undefined ? sortStore : searchSortStore
  const sort = useStore(store)
  const chosen = useStore(viewSorts)[list]
  const viewId = idIn("view", list)
  const view = useQuery({ ...viewsQuery, enabled: viewId !== undefined }).data?.find(({ id }) => id === viewId)
  if (viewId === undefined) return [sort, store.set]
  const choose = (next: Sort) => viewSorts.set((before) => ({ ...before, [list]: next }))
  return [chosen ?? (view && sortOf(view.filters)) ?? "newest", choose]
}

/** A list as it is shown: which, in which order, to whom. */
export interface ListView {
  list: ListKey
  sort: Sort
  myId: number
}

function pageQuery(view: ListView, page: number) {
  return queryOptions({
    queryKey: ["list", view.list, view.sort, page],
    queryFn: async ({ client }) =>
      desk.conversations.list({ ...(await fetchFilters(client, view)), page, size: pageSize }),
  })
}

/** What the desk is asked for to show the list; some of it only the desk knows. */
export async function fetchFilters(queryClient: QueryClient, view: ListView): Promise<ConversationFilters> {
  const { list } = view
  if (list === "mentions") return filtersOf(list, { ...view, handle: await fetchHandle(queryClient) })
  const viewId = idIn("view", list)
  if (viewId === undefined) return filtersOf(list, view)
  const found = (await queryClient.fetchQuery(viewsQuery)).find(({ id }) => id === viewId)
  // One that is gone, or whose owner no longer shares it, is refused by the desk as such.
  return filtersOf(list, { ...view, saved: (found ?? (await desk.views.get(viewId))).filters })
}

/** Asks for the beginning of a list, so that it is there when it is shown; throws what the desk refuses. */
export async function fetchBeginning(queryClient: QueryClient, view: ListView): Promise<void> {
  await queryClient.fetchQuery({ ...pageQuery(view, 1), retry: false })
}

export interface Rows {
  /** Undefined until the first page is there. */
  total: number | undefined
  /** The total is an estimate. */
  estimated: boolean
  at(index: number): Conversation | undefined
  error: unknown
  retry(): void
}

/** The rows from one index to another. Only the pages they stand on are kept up to date; total and order are the desk's. */
export function useRows(view: ListView, from: number, to: number): Rows {
  const first = Math.floor(from / pageSize) + 1
  const last = Math.floor(Math.max(from, to) / pageSize) + 1
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const queryClient = useQueryClient()
  const pending = usePending()
  const results = useQueries({ queries: numbers.map((page) => pageQuery(view, page)) })
  const known = results.find(({ data }) => data !== undefined)?.data ?? cachedPage(queryClient, view, 1)
  const failed = results.find(({ error, data }) => error && !data)
  useNextPages(view, { first, last, total: known?.page.totalElements ?? 0 })
  return {
    total: known?.page.totalElements,
    estimated: known?.page.estimated === true,
    at(index) {
      const row = rowAt(queryClient, view, index)
      return row && pending(row)
    },
    error: failed?.error ?? undefined,
    retry: () => void failed?.refetch(),
  }
}

/** Whoever scrolls is met by rows: the pages around those that are shown are read before they are reached. */
function useNextPages(view: ListView, { first, last, total }: { first: number; last: number; total: number }): void {
  const queryClient = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a view is another object each time, and the same by what it says
  useEffect(() => {
    for (const page of [last + 1, first - 1]) {
      const isThere = page >= 1 && (page - 1) * pageSize < total
      if (isThere && !cachedPage(queryClient, view, page)) void queryClient.prefetchQuery(pageQuery(view, page))
    }
  }, [queryClient, view.list, view.sort, view.myId, first, last, total])
}

function cachedPage(queryClient: QueryClient, view: ListView, page: number): ConversationPage | undefined {
  return queryClient.getQueryData(pageQuery(view, page).queryKey)
}

function rowAt(queryClient: QueryClient, view: ListView, index: number): Conversation | undefined {
  const page = cachedPage(queryClient, view, Math.floor(index / pageSize) + 1)
  return page?._embedded.conversations[index % pageSize]
}

/** The row at an index, fetched where nobody has looked yet; nothing past the end. */
export async function fetchRow(
  queryClient: QueryClient,
  view: ListView,
  index: number,
): Promise<Conversation | undefined> {
  if (index < 0) return undefined
  const known = rowAt(queryClient, view, index)
  if (known) return known
  const page = await queryClient.ensureQueryData(pageQuery(view, Math.floor(index / pageSize) + 1))
  return page._embedded.conversations[index % pageSize]
}

/** Where a conversation stands among the pages that have been read. */
export function indexOf(queryClient: QueryClient, view: ListView, id: number): number | undefined {
  const pages = queryClient.getQueriesData<ConversationPage>({ queryKey: ["list", view.list, view.sort] })
  for (const [queryKey, page] of pages) {
    const index = page?._embedded.conversations.findIndex((row) => row.id === id) ?? -1
    if (index !== -1) return (Number(queryKey[3]) - 1) * pageSize + index
  }
  return undefined
}
