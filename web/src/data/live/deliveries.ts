import type { FeedEvent } from "@deskhand/sdk/client"

/** What waits for news of a mail, by the thread that it tells of. */
const awaited = new Map<number, (state: string) => void>()

/** Calls once, when the desk says what became of the mail of a thread. */
export function awaitDelivery(threadId: number, call: (state: string) => void): void {
  awaited.set(threadId, call)
}

export function stopAwaiting(threadId: number): void {
  awaited.delete(threadId)
}

export function passDelivery({ event, data }: FeedEvent): void {
  const { threadId, state } = data
  if (event !== "convo.thread.delivery" || typeof threadId !== "number" || typeof state !== "string") return
  const call = awaited.get(threadId)
  awaited.delete(threadId)
  call?.(state)
}
