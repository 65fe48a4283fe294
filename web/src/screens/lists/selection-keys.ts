import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { useCallback } from "react"
import { cursor } from "../../data/lists/cursor.ts"
import { fetchRow, indexOf, knownIds } from "../../data/lists/order.ts"
import { fetchFilters, type ListView } from "../../data/lists/pages.ts"
import { addToSelection, selection, toggle } from "../../data/lists/selection.ts"
import { tellFailure } from "../../data/toasts.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"

/** As many as the desk takes by their ids. */
const mostIds = 5_000

export interface RangeSelection {
  /** From the row that was selected last to this one. The same function as long as the list is the same: rows are drawn anew for another. */
  rangeTo: (index: number) => void
}

/** Selecting by keys: the row that keys act on, a range up to it, or all. */
export function useSelectionKeys(
  view: ListView,
  { openId, total }: { openId?: number; total?: number },
): RangeSelection {
  const queryClient = useQueryClient()
  const place = () => {
    const at = cursor.get()
    const id = at?.list === view.list ? at.id : openId
    const index = id === undefined ? undefined : indexOf(queryClient, view, id)
    return id === undefined || index === undefined ? undefined : { id, index }
  }
  const { list, sort, myId } = view
  const rangeTo = useCallback(
    (index: number) => void selectRange(queryClient, { list, sort, myId }, index).catch(tellFailure),
    [queryClient, list, sort, myId],
  )
  useShortcut("select", () => {
    const here = place()
    if (here) toggle({ list: view.list, index: here.index }, here.id)
  })
  useShortcut("selectRange", () => {
    const here = place()
    if (here) rangeTo(here.index)
  })
  useShortcut(
    "selectAll",
    () => {
      const known = knownIds(queryClient, view)
      const before = selection.get()
      if (before?.list === view.list && known.every((id) => before.ids.has(id)))
        void selectMatching(queryClient, view, total ?? 0).catch(tellFailure)
      else addToSelection({ list: view.list, index: 0 }, known)
    },
    total !== undefined && total > 0,
  )
  return { rangeTo }
}

async function selectRange(queryClient: QueryClient, view: ListView, index: number): Promise<void> {
  const before = selection.get()
  const anchor = before?.list === view.list ? before.anchor : (cursor.get()?.index ?? index)
  const from = Math.min(anchor, index)
  const length = Math.min(mostIds, Math.abs(anchor - index) + 1)
  const rows = await Promise.all(Array.from({ length }, (_, step) => fetchRow(queryClient, view, from + step)))
  addToSelection(
    { list: view.list, index },
    rows.flatMap((row) => row?.id ?? []),
  )
}

/** All that the list has, also what was never read: the desk looks for them itself. */
export async function selectMatching(queryClient: QueryClient, view: ListView, total: number): Promise<void> {
  const filters = await fetchFilters(queryClient, view)
  selection.set((before) => {
    if (before?.list !== view.list || before.ids.size >= total) return before
    // Those that are known, for who takes one of them out again.
    return { ...before, ids: new Set([...before.ids, ...knownIds(queryClient, view)]), all: { filters, total } }
  })
}
