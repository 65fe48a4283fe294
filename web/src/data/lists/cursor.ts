import type { Conversation } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { createStore } from "../store.ts"
import type { ListKey } from "./list-key.ts"
import { fetchRow, indexOf } from "./order.ts"
import type { ListView } from "./pages.ts"
import { isOpenable } from "./rows.ts"

export interface Cursor {
  list: ListKey
  index: number
  id: number
}

/** The row that keys act on: the open conversation, or one that is only pointed at. */
export const cursor = createStore<Cursor | undefined>(undefined)

/** One step after the other, so that none is lost however fast the keys come. */
let steps: Promise<unknown> = Promise.resolve()

export interface Moves {
  /** To a neighbour: it is opened where a conversation is open, else pointed at. Resolves to false at the end. */
  move(step: 1 | -1): Promise<boolean>
  open(row: Conversation, index: number): void
}

export function useMoves(view: ListView, openId: number | undefined): Moves {
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  const open = (row: Conversation, index: number, replace = false) => {
    cursor.set({ list: view.list, index, id: row.id })
    void navigate({
      to: "/conversation/$conversationId/$number",
      params: { conversationId: String(row.id), number: String(row.number) },
      search: { list: view.list },
      replace,
    })
  }

  const step = async (by: 1 | -1): Promise<boolean> => {
    const at = cursor.get()
    const here = at?.list === view.list ? at : openId === undefined ? undefined : { id: openId, index: -1 }
    // Until the list has been read, nobody knows where in it the open conversation stands.
    if (here?.index === -1) await fetchRow(queryClient, view, 0)
    const found = here && indexOf(queryClient, view, here.id)
    // One that is not there after a refresh has given its place to the one after it.
    let index = found !== undefined ? found + by : here ? Math.max(0, here.index + (by === 1 ? 0 : -1)) : 0
    let row = await fetchRow(queryClient, view, index)
    while (row && !isOpenable(queryClient, row.id)) {
      index += by
      row = await fetchRow(queryClient, view, index)
    }
    if (!row) return false
    if (openId === undefined) cursor.set({ list: view.list, index, id: row.id })
    else open(row, index, true)
    return true
  }

  return {
    open,
    move(by) {
      const moved = steps.then(() => step(by))
      steps = moved.catch(() => {})
      return moved
    },
  }
}
