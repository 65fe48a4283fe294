/** What somebody has begun to write, kept in this browser from the first letter on. */
export interface LocalDraft {
  mode: "reply" | "note"
  typed: string
}

export function readDraft(userId: number, conversationId: number): LocalDraft | undefined {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(userId, conversationId)) ?? "null")
    if (typeof found !== "object" || found === null) return undefined
    const { mode, typed } = found as Partial<LocalDraft>
    return (mode === "reply" || mode === "note") && typeof typed === "string" ? { mode, typed } : undefined
  } catch {
    return undefined
  }
}

export function keepDraft(userId: number, conversationId: number, draft: LocalDraft): void {
  if (draft.typed === "") localStorage.removeItem(keyOf(userId, conversationId))
  else localStorage.setItem(keyOf(userId, conversationId), JSON.stringify(draft))
}

function keyOf(userId: number, conversationId: number): string {
  return `deskhand.draft.${userId}.${conversationId}`
}
