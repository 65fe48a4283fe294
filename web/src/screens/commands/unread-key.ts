import { useQueryClient } from "@tanstack/react-query"
import { markUnread } from "../../data/conversations/unread.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"

/** Everybody may, also those who only read. */
export function useUnreadKey(id: number | undefined, active: boolean): void {
  const queryClient = useQueryClient()
  useShortcut(
    "markUnread",
    () => {
      if (id !== undefined) void markUnread(queryClient, id)
    },
    active && id !== undefined,
  )
}
