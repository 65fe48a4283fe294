/** Short texts that this browser remembers for a person, the newest first. */
export interface RecentEntries {
  read(userId: number): string[]
  /** Puts it in front, wherever it was before. */
  add(userId: number, entry: string): void
  clear(userId: number): void
}

export function createRecentEntries(name: string, most: number): RecentEntries {
  const keyOf = (userId: number) => `deskhand.${name}.${userId}`
  const read = (userId: number) => {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]")
      return Array.isArray(found) ? found.filter((entry) => typeof entry === "string").slice(0, most) : []
    } catch {
      return []
    }
  }
  return {
    read,
    add(userId, entry) {
      const entries = [entry, ...read(userId).filter((other) => other !== entry)].slice(0, most)
      localStorage.setItem(keyOf(userId), JSON.stringify(entries))
    },
    clear: (userId) => localStorage.removeItem(keyOf(userId)),
  }
}
