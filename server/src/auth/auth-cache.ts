import { LRUCache } from "lru-cache"
import type { Viewer } from "../http/viewer.ts"

/** A user, as found by a token or a session. */
export interface ViewerRow {
  user_id: number
  role: Viewer["role"]
  scope: Viewer["scope"]
  is_app: boolean
  inbox_ids: number[]
  /** Of the token or the session; null where it never expires. */
  expires_at: Date | null
  last_visit_at: Date | null
  seen_at: Date | null
}

type LoadViewer = () => Promise<ViewerRow | undefined>

/** Thrown where nobody has the secret: with no row as its result, a query under way when the cache is cleared would fail. */
const unknownSecret = new Error("Nobody has this secret")

/** Far more than call within the time that an entry lasts. */
const maxViewers = 10_000

/**
 * Who called lately: one query for each request would cost more than most requests. Changes of rights on this node clear the
 * cache at once; those on other nodes count when the entry expires. Unknown secrets and failed queries are never cached.
 * The key is the secret itself, because hashing it would cost as much as all the rest of letting a request in; entries that
 * expire are removed, whether somebody asks for them or not.
 */
export class AuthCache {
  readonly #ttlMs: number
  readonly #viewers: LRUCache<string, ViewerRow, LoadViewer>

  constructor(ttlMs: number) {
    this.#ttlMs = ttlMs
    this.#viewers = new LRUCache({
      max: maxViewers,
      ttl: ttlMs,
      ttlAutopurge: true,
      ttlResolution: 0,
      // Requests that wait when the cache is cleared still get their answer, which is not cached.
      ignoreFetchAbort: true,
      fetchMethod: async (_secret, _expired, { context: load, options }) => {
        const startedAt = performance.now()
        const row = await load()
        if (!row) throw unknownSecret
        // The row may be as old as the query, and must not outlast its time because the query was slow.
        options.ttl = Math.max(1, ttlMs - (performance.now() - startedAt))
        return row
      },
    })
  }

  /** Gives the row itself where it is cached, so that nobody waits for it; concurrent requests share one query. */
  find(secret: string, load: LoadViewer): ViewerRow | undefined | Promise<ViewerRow | undefined> {
    if (this.#ttlMs === 0) return load()
    const cached = this.#viewers.get(secret)
    if (cached) return cached
    return this.#viewers.fetch(secret, { context: load }).catch((error: unknown) => {
      if (error !== unknownSecret) throw error
      return undefined
    })
  }

  clear(): void {
    this.#viewers.clear()
  }
}
