import { createPersistentStore, type Store } from "../../data/store.ts"

/** A conversation that was open, and what its last change was then. */
export interface RecentConversation {
  id: number
  seen: string
}

/** As many as fit beside each other, and the one that is open. */
const mostKept = 7

const stores = new Map<number, Store<string>>()

/** Of each person who uses this browser apart; all their tabs know. */
export function recentStoreOf(userId: number): Store<string> {
  const known = stores.get(userId)
  if (known) return known
  const made = createPersistentStore<string>(`recent.${userId}`, {
    first: "",
    isValid: (found) => typeof found === "string",
  })
  stores.set(userId, made)
  return made
}

/** Written as `12@2026-01-02T03:04:05Z 11@…`, the last opened first. */
export function readRecent(kept: string): RecentConversation[] {
  return kept.split(" ").flatMap((entry) => {
    const [, id, seen] = /^(\d{1,15})@(\d{4}-[\dT:.-]+Z)$/.exec(entry) ?? []
    return id === undefined || seen === undefined ? [] : [{ id: Number(id), seen }]
  })
}

/** Puts it first, or only notes that it was seen where it is there already. */
export function afterSeeing(kept: string, { id, seen }: RecentConversation, isOpened: boolean): string {
  const before = readRecent(kept)
  const isKnown = before.some((entry) => entry.id === id)
  const others = before.filter((entry) => entry.id !== id)
  const after =
    isKnown && !isOpened
      ? before.map((entry) => (entry.id === id ? { id, seen } : entry))
      : [{ id, seen }, ...others].slice(0, mostKept)
  return after.map((entry) => `${entry.id}@${entry.seen}`).join(" ")
}
