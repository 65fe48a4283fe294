import type { Conversation } from "@deskhand/sdk/client"
import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { createStore, useStore } from "../store.ts"
import { movedAmong } from "./marks.ts"
import { cachedPage, type ListView, pageQuery, pageSize, rowsOf } from "./pages.ts"

/**
 * The order in which a list was read stays while somebody works in it, whatever happens to its conversations, until it is
 * refreshed. Its pages are cached beside those of `pages.ts`, which follow the desk.
 */
export interface OrderPage {
  /** As they were when the page was read. */
  rows: readonly Conversation[]
  /** Of the whole list when its first page was read. */
  total: number
}

/** Counts up with each refresh of a list. */
const versions = createStore<Readonly<Record<string, number>>>({})

const nameOf = ({ list, sort }: ListView) => `${sort} ${list}`

function versionOf(view: ListView): number {
  return versions.get()[nameOf(view)] ?? 0
}

export function useVersion(view: ListView): number {
  return useStore(versions)[nameOf(view)] ?? 0
}

function setVersion(view: ListView, version: number): void {
  versions.set((before) => ({ ...before, [nameOf(view)]: version }))
}

export function orderQuery(view: ListView, page: number, version = versionOf(view)) {
  return queryOptions({
    queryKey: ["order", view.list, view.sort, version, page],
    queryFn: ({ client }) => readOrder(client, view, { page, version }),
    // The pages of the desk have been tried again already.
    retry: false,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

interface Place {
  page: number
  version: number
}

/** The pages of the kept order that have been read, by their numbers. */
export function loadedOrder(
  queryClient: QueryClient,
  view: ListView,
  version = versionOf(view),
): Map<number, OrderPage> {
  const queryKey = ["order", view.list, view.sort, version]
  return new Map(
    queryClient
      .getQueriesData<OrderPage>({ queryKey })
      .flatMap(([key, page]) => (page ? [[Number(key[4]), page] as const] : [])),
  )
}

/** How many rows the kept order has, and whether all of them have been read. */
export function extentOf(loaded: ReadonlyMap<number, OrderPage>): { count: number; isWhole: boolean } | undefined {
  const [any] = loaded.values()
  if (!any) return undefined
  const last = Math.max(1, Math.ceil(any.total / pageSize))
  const end = loaded.get(last)
  const count = end ? (last - 1) * pageSize + end.rows.length : any.total
  const isWhole = Array.from({ length: last }, (_, index) => index + 1).every((number) => loaded.has(number))
  return { count, isWhole }
}

/**
 * Rows that left have moved those behind them forward, and new ones have moved them back. A page is therefore read on from
 * the last row of the page before it, so that no row is shown twice and none is skipped.
 */
async function readOrder(queryClient: QueryClient, view: ListView, { page, version }: Place): Promise<OrderPage> {
  const read = async (number: number) => queryClient.fetchQuery(pageQuery(view, number))
  const own = await read(page)
  const loaded = loadedOrder(queryClient, view, version)
  const [any] = loaded.values()
  const total = any?.total ?? own.page.totalElements
  const kept = new Set([...loaded.values()].flatMap(({ rows }) => rows.map(({ id }) => id)))
  const isNew = ({ id }: Conversation) => !kept.has(id)
  const previous = loaded.get(page - 1)?.rows
  if (!previous) return { rows: rowsOf(own).filter(isNew), total }
  let first = page - 1
  let around = [...rowsOf(await read(first)), ...rowsOf(own)]
  while (first > 1 && endOf(previous, around) === undefined) around = [...rowsOf(await read(--first)), ...around]
  let rows = around.slice(endOf(previous, around) ?? 0).filter(isNew)
  for (let last = own; rows.length < pageSize && last.page.number < last.page.totalPages; ) {
    last = await read(last.page.number + 1)
    rows = [...rows, ...rowsOf(last).filter(isNew)]
  }
  return { rows: rows.slice(0, pageSize), total }
}

/** Where the rows of a page end among others. Rows that have moved far away say nothing about that. */
function endOf(page: readonly Conversation[], among: readonly Conversation[]): number | undefined {
  const indexes = new Map(among.map(({ id }, index) => [id, index]))
  const places = page.flatMap(({ id }) => {
    const place = indexes.get(id)
    return place === undefined ? [] : [{ id, place }]
  })
  const moved = movedAmong(places)
  const last = places.findLast(({ id }) => !moved.has(id))
  return last && last.place + 1
}

/** The row at an index, as it was when its page was read; fetched where nobody has been yet; nothing past the end. */
export async function fetchRow(
  queryClient: QueryClient,
  view: ListView,
  index: number,
): Promise<Conversation | undefined> {
  const { count = Number.POSITIVE_INFINITY } = extentOf(loadedOrder(queryClient, view)) ?? {}
  if (index < 0 || index >= count) return undefined
  const page = await queryClient.ensureQueryData(orderQuery(view, Math.floor(index / pageSize) + 1))
  return page.rows[index % pageSize]
}

/** Where a conversation stands among the pages that have been read. */
export function indexOf(queryClient: QueryClient, view: ListView, id: number): number | undefined {
  for (const [number, { rows }] of loadedOrder(queryClient, view)) {
    const index = rows.findIndex((row) => row.id === id)
    if (index !== -1) return (number - 1) * pageSize + index
  }
  return undefined
}

/** Of all rows that have been read. */
export function knownIds(queryClient: QueryClient, view: ListView): number[] {
  return [...loadedOrder(queryClient, view).values()].flatMap(({ rows }) => rows.map(({ id }) => id))
}

/** Takes the order that the desk has now. What is shown stays until these pages of it are there. */
export async function refreshOrder(queryClient: QueryClient, view: ListView, pages: readonly number[]): Promise<void> {
  const version = versionOf(view) + 1
  for (const page of pages) await queryClient.fetchQuery(orderQuery(view, page, version))
  setVersion(view, version)
  queryClient.removeQueries({ queryKey: ["order", view.list, view.sort, version - 1] })
}

/** For a list that nobody works in any more. */
export function forgetOrder(queryClient: QueryClient, view: ListView): void {
  setVersion(view, versionOf(view) + 1)
  queryClient.removeQueries({ queryKey: ["order", view.list, view.sort] })
}

/** Until the order of a page has been read: the page as the desk has it, or had it. */
export function rowBeforeOrder(queryClient: QueryClient, view: ListView, index: number): Conversation | undefined {
  const page = cachedPage(queryClient, view, Math.floor(index / pageSize) + 1)
  return page && rowsOf(page)[index % pageSize]
}
