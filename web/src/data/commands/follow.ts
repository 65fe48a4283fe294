import type { QueryClient } from "@tanstack/react-query"
import { text } from "../../messages/text.ts"
import { refreshUnlessLive } from "../live/refresh.ts"
import { tell } from "../toasts.ts"
import { addBulkRun } from "./bulk-runs.ts"
import { changeCached } from "./cached.ts"
import { oppositeOf } from "./change.ts"
import { openCommands } from "./current.ts"
import { storeCommand } from "./give.ts"
import { bulkDoneText, doneText } from "./kinds.ts"

/** Sends the commands of whoever is signed in, and says what has become of them. Gives back a way to stop. */
export function followCommands(queryClient: QueryClient, userId: number): () => void {
  return openCommands(userId, {
    onDone(command, { own, sent }) {
      const { target, change, bulk, result } = command
      changeCached(queryClient, new Set(target.ids), change)
      const { bulkActionId: id } = result ?? {}
      if (bulk && id !== undefined && (own || sent))
        addBulkRun({ id, count: target.count, doneText: (count) => bulkDoneText(change, count) })
      const opposite = own ? oppositeOf(command) : undefined
      if (!bulk && (own || sent)) tell(doneText(change), opposite ? { undo: () => storeCommand(opposite) } : {})
      for (const id of target.ids.slice(0, 1)) refreshUnlessLive(queryClient, id)
    },
    onRefused: ({ reason = "" }) => tell(text("action.failed", { reason }), { tone: "failed" }),
  })
}
