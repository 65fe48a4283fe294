import { setImmediate as nextTurn } from "node:timers/promises"
import type { Db } from "./db.ts"

/**
 * Requests that ask for the same thing at the same time share one lookup. Nobody is told what was looked up before they asked:
 * while a lookup runs, those who come wait for the next one, which begins when it has ended.
 */
export class Lookups {
  readonly #waiting = new Map<string, Promise<unknown>>()
  readonly #running = new Map<string, Promise<void>>()

  find<Found>(key: string, lookUp: () => Promise<Found>): Promise<Found> {
    const next = (this.#waiting.get(key) as Promise<Found> | undefined) ?? this.#begin(key, lookUp)
    this.#waiting.set(key, next)
    return next
  }

  async #begin<Found>(key: string, lookUp: () => Promise<Found>): Promise<Found> {
    // Requests that arrived together have all been looked at by the next turn.
    await (this.#running.get(key) ?? nextTurn())
    this.#waiting.delete(key)
    const found = lookUp()
    const ended = found.then(
      () => {},
      () => {},
    )
    this.#running.set(key, ended)
    try {
      return await found
    } finally {
      if (this.#running.get(key) === ended) this.#running.delete(key)
    }
  }
}

const lookups = new WeakMap<Db, Lookups>()

/** One for each database: that of the desk itself, and its replica. */
export function lookupsIn(db: Db): Lookups {
  const known = lookups.get(db) ?? new Lookups()
  lookups.set(db, known)
  return known
}
