import { useQueryClient } from "@tanstack/react-query"
import { useLayoutEffect } from "react"
import { scopeOf } from "../../data/commands/give.ts"
import { cursor } from "../../data/lists/cursor.ts"
import { indexOf, type ListView, type Rows } from "../../data/lists/pages.ts"
import { selection } from "../../data/lists/selection.ts"
import { mayAnswer, useMe } from "../../data/session.ts"
import { useStore } from "../../data/store.ts"
import { focusGuard } from "../../ui/keyboard/moved-focus.ts"
import { useCommandKeys, useMenuKeys } from "../commands/command-keys.ts"

/**
 * Keeps in mind where the row stands that keys act on, however the list changes: whoever leaves it gives its place to
 * the next. Where nothing is open, the keys for conversations mean that row.
 */
export function useCursorKeys(view: ListView, { rows, openId }: { rows: Rows; openId: number | undefined }): void {
  const queryClient = useQueryClient()
  const me = useMe()
  const at = useStore(cursor)
  const pointed = at?.list === view.list ? at : undefined
  const id = pointed?.id ?? openId
  const index = id === undefined ? undefined : indexOf(queryClient, view, id)
  const inPlace = pointed && index === undefined && openId === undefined ? rows.at(pointed.index)?.id : undefined
  useLayoutEffect(() => {
    if (id !== undefined && index !== undefined && index !== pointed?.index) cursor.set({ list: view.list, index, id })
    if (inPlace === undefined) return
    // Another row takes the focus, because the one that had it has left the list.
    cursor.set((before) => before && { ...before, id: inPlace })
    focusGuard.moved()
  }, [view.list, pointed?.index, id, index, inPlace])
  const row = pointed && index !== undefined ? rows.at(index) : undefined
  const scope = row && scopeOf(row)
  const isActive = useStore(selection) === undefined && openId === undefined && mayAnswer(me)
  useCommandKeys(scope, isActive)
  useMenuKeys(scope, isActive)
}
