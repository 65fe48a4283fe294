/** A call is noted down, and goes to nobody. */
export type Mode = "reply" | "note" | "forward" | "call"

const modes: readonly unknown[] = ["reply", "note", "forward", "call"] satisfies Mode[]

/** What somebody has begun to write. */
export interface Draft {
  mode: Mode
  html: string
  /** Whom it goes to; left out as long as nobody has changed it. */
  to?: string[] | undefined
  cc?: string[] | undefined
  bcc?: string[] | undefined
  /** Where the desk keeps it. */
  threadId?: number
  /** The desk does not have the newest of it yet. */
  unsaved?: boolean
}

/** Kept in this browser from the first letter on, whatever becomes of the desk. */
export function readDraft(userId: number, conversationId: number): Draft | undefined {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(userId, conversationId)) ?? "null")
    return isDraft(found) ? found : undefined
  } catch {
    return undefined
  }
}

function isDraft(found: unknown): found is Draft {
  if (typeof found !== "object" || found === null) return false
  const { mode, html, threadId } = found as Partial<Draft>
  const isKept = threadId === undefined || typeof threadId === "number"
  return modes.includes(mode) && typeof html === "string" && isKept
}

export function keepDraft(userId: number, conversationId: number, draft: Draft): void {
  if (draft.html === "" && draft.threadId === undefined) localStorage.removeItem(keyOf(userId, conversationId))
  else localStorage.setItem(keyOf(userId, conversationId), JSON.stringify(draft))
}

function keyOf(userId: number, conversationId: number): string {
  return `deskhand.draft.${userId}.${conversationId}`
}
