import { queryOptions, useQueries, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"

export const pageSize = 50

interface Page<Item> {
  items: readonly Item[]
  total: number
  estimated?: boolean | undefined
}

/** A long list of the desk, as it is asked for. */
export interface Listing<Item> {
  /** Names it with everything that it is asked by. */
  queryKey: readonly unknown[]
  read: (page: { page: number; size: number }) => Promise<Page<Item>>
}

export interface ListedRows<Item> {
  /** Undefined until somebody has answered. */
  total: number | undefined
  /** The total is an estimate. */
  estimated: boolean
  at(index: number): Item | undefined
  /** What is shown is of what was asked before. */
  isOld: boolean
  error: unknown
  retry(): void
}

function pageQuery<Item>({ queryKey, read }: Listing<Item>, page: number) {
  return queryOptions({ queryKey: [...queryKey, page], queryFn: () => read({ page, size: pageSize }) })
}

/** The rows from one index to another: only the pages they stand on are read, and the one behind them. */
export function useListing<Item>(listing: Listing<Item>, from: number, to: number): ListedRows<Item> {
  const queryClient = useQueryClient()
  const first = Math.floor(from / pageSize) + 1
  const last = Math.floor(Math.max(from, to) / pageSize) + 1
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const results = useQueries({
    queries: numbers.map((page) => ({
      ...pageQuery(listing, page),
      // While somebody types, what was found before stays, each page in its place.
      placeholderData: (before: Page<Item> | undefined, query?: { queryKey: readonly unknown[] }) =>
        query?.queryKey.at(-1) === page ? before : undefined,
    })),
  })
  const known = results.find(({ data }) => data !== undefined)?.data
  const total = known?.total
  const failed = results.find(({ error, data }) => error && !data)
  const name = JSON.stringify(listing.queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a listing is another object each time, and the same by its name
  useEffect(() => {
    if (total !== undefined && last * pageSize < total) void queryClient.prefetchQuery(pageQuery(listing, last + 1))
  }, [queryClient, name, last, total])
  return {
    total,
    estimated: known?.estimated === true,
    at: (index) => results[Math.floor(index / pageSize) + 1 - first]?.data?.items[index % pageSize],
    isOld: results.some(({ isPlaceholderData }) => isPlaceholderData),
    error: failed?.error ?? undefined,
    retry: () => void failed?.refetch(),
  }
}
