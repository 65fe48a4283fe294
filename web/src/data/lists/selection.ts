import type { ConversationFilters } from "@deskhand/sdk/client"
import type { CommandTarget } from "../commands/command.ts"
import { createStore } from "../store.ts"
import type { ListKey } from "./list-key.ts"

export interface Selection {
  list: ListKey
  ids: ReadonlySet<number>
  /** Where a range begins: the row that was selected last. */
  anchor: number
  /** All that the list has, also what nobody has seen of it. */
  all?: { filters: ConversationFilters; total: number }
}

/** Nothing, or at least one. */
export const selection = createStore<Selection | undefined>(undefined)

export function clearSelection(): void {
  selection.set(undefined)
}

interface Place {
  list: ListKey
  index: number
}

/** What was selected in another list is not any more. */
export function toggle({ list, index }: Place, id: number): void {
  selection.set((before) => {
    const ids = new Set(before?.list === list ? before.ids : [])
    if (!ids.delete(id)) ids.add(id)
    return ids.size === 0 ? undefined : { list, ids, anchor: index }
  })
}

export function addToSelection({ list, index }: Place, more: readonly number[]): void {
  selection.set((before) => {
    const ids = new Set([...(before?.list === list ? before.ids : []), ...more])
    return ids.size === 0 ? undefined : { list, ids, anchor: index }
  })
}

export function targetOf({ ids, all }: Selection): CommandTarget {
  const known = [...ids]
  return all ? { ids: known, filters: all.filters as Filters, count: all.total } : { ids: known, count: known.length }
}

/** Lists are asked for by the same ones. */
type Filters = NonNullable<CommandTarget["filters"]>
