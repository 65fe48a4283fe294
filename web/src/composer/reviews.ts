/** What the writer of a reply in review had seen last, for as long as this page is open. */
const seenBefore = new Map<number, number>()

export function rememberSeen(threadId: number, lastSeenThreadId: number | undefined): void {
  if (lastSeenThreadId !== undefined) seenBefore.set(threadId, lastSeenThreadId)
}

export function seenBy(threadId: number): number | undefined {
  return seenBefore.get(threadId)
}
