import { useQueryClient } from "@tanstack/react-query"
import { useLayoutEffect } from "react"
import { scopeOf } from "../../data/commands/give.ts"
import { cursor } from "../../data/lists/cursor.ts"
import { isUnavailable } from "../../data/lists/marks.ts"
import { indexOf } from "../../data/lists/order.ts"
import type { ListView } from "../../data/lists/pages.ts"
import type { Rows } from "../../data/lists/rows.ts"
import { selection } from "../../data/lists/selection.ts"
import { mayAnswer, useMe } from "../../data/session.ts"
import { useStore } from "../../data/store.ts"
import { focusGuard } from "../../ui/keyboard/moved-focus.ts"
import { useCommandKeys, useMenuKeys } from "../commands/command-keys.ts"
import { useUnreadKey } from "../commands/unread-key.ts"

/**
 * Follows the row that keys act on when the list is refreshed: one that is no longer there gives its place to the next. Where nothing is open, the keys for conversations mean that row.
 */
export function useCursorKeys(view: ListView, { rows, openId }: { rows: Rows; openId: number | undefined }): void {
  const queryClient = useQueryClient()
  const me = useMe()
  const at = useStore(cursor)
  const pointed = at?.list === view.list ? at : undefined
  const id = pointed?.id ?? openId
  const index = id === undefined ? undefined : indexOf(queryClient, view, id)
  const inPlace =
    pointed && index === undefined && openId === undefined ? rows.at(pointed.index)?.conversation.id : undefined
  useLayoutEffect(() => {
    if (id !== undefined && index !== undefined && index !== pointed?.index) cursor.set({ list: view.list, index, id })
    if (inPlace === undefined) return
    // Another row takes the focus, because the one that had it has left the list.
    cursor.set((before) => before && { ...before, id: inPlace })
    focusGuard.moved()
  }, [view.list, pointed?.index, id, index, inPlace])
  const row = pointed && index !== undefined ? rows.at(index) : undefined
  const scope = row && !isUnavailable(row.mark) ? scopeOf(row.conversation) : undefined
  const isFree = useStore(selection) === undefined && openId === undefined
  useUnreadKey(scope?.conversation?.id, isFree)
  const isActive = isFree && mayAnswer(me)
  useCommandKeys(scope, isActive)
  useMenuKeys(scope, isActive)
}
