import type { QueryClient } from "@tanstack/react-query"
import { text } from "../../messages/text.ts"
import { tell } from "../toasts.ts"
import { refreshUnlessLive } from "./actions.ts"
import { changeCached } from "./cached.ts"
import type { Command } from "./command.ts"
import { openCommands } from "./current.ts"
import { giveCommand } from "./give.ts"
import { running } from "./running.ts"
import { bulkDoneText, doneText } from "./words.ts"

/** Sends the commands of whoever is signed in, and says what has become of them. Gives back a way to stop. */
export function followCommands(queryClient: QueryClient, userId: number): () => void {
  return openCommands(userId, {
    onDone(command, { own, sent }) {
      const { target, change, bulk, result } = command
      changeCached(queryClient, new Set(target.ids), change)
      const { bulkActionId } = result ?? {}
      if (bulk && bulkActionId !== undefined && (own || sent))
        running.set((before) => [
          ...before,
          { id: bulkActionId, count: target.count, done: (count) => bulkDoneText(change, count) },
        ])
      if (!bulk && own) tell(doneText(change), undoOf(command))
      if (!bulk && !own && sent) tell(doneText(change))
      for (const id of target.ids.slice(0, 1)) refreshUnlessLive(queryClient, id)
    },
    onRefused: ({ reason = "" }) => tell(text("action.failed", { reason }), { tone: "failed" }),
  })
}

/** The opposite command, where there is one. */
function undoOf({ target, change, before }: Command): { undo?: () => void } {
  if (!before || change.state !== undefined) return {}
  const { messages, ...values } = before
  const back = { target, change: values, bulk: false, before: { ...values, ...change, messages } }
  return { undo: () => giveCommand(back) }
}
