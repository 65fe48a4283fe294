import type { Thread } from "@deskhand/sdk/client"
import { useEffect, useState } from "react"
import { whenIdle } from "../../data/idle.ts"
import { afterPress } from "../../data/press.ts"

/** As many messages as a screen shows. */
const drawnAtOnce = 4

/** What is seen at once comes at once, and the rest when that is on the screen; or all, where somebody looks for one. */
export function useProgressiveThreads(
  conversationId: number,
  newestFirst: Thread[],
  { whole }: { whole: boolean },
): Thread[] {
  const [drawn, setDrawn] = useState({ conversationId, messages: drawnAtOnce })
  const messages = drawn.conversationId === conversationId ? drawn.messages : drawnAtOnce
  const shown = whole ? newestFirst : newestFirst.slice(0, endOf(newestFirst, messages))
  const isWhole = shown.length === newestFirst.length
  useEffect(() => {
    if (isWhole) return undefined
    return whenIdle(() => afterPress(() => setDrawn({ conversationId, messages: messages * 2 })))
  }, [conversationId, messages, isWhole])
  return shown
}

/** Behind so many messages and the changes among them. */
function endOf(threads: Thread[], messages: number): number {
  let seen = 0
  const end = threads.findIndex(({ type }) => type !== "lineitem" && ++seen > messages)
  return end === -1 ? threads.length : end
}
