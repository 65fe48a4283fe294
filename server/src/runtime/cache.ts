import { LRUCache } from "lru-cache"

/** A value derived from rows, and the version of all of them: it is right as long as they have that version. */
export interface Versioned {
  version: string
}

/**
 * Values with the version of the rows that they were derived from; the least recently used are evicted. An entry is never
 * right by itself: the caller reads the version that the database has now, and gets only what has that version.
 */
export class VersionedCache<Value extends Versioned> {
  readonly #values: LRUCache<string, Value>

  constructor(maxBytes: number, bytesOf: (value: Value) => number) {
    this.#values = new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf })
  }

  find(key: string, version: string): Value | undefined {
    const value = this.#values.get(key)
    return value?.version === version ? value : undefined
  }

  set(key: string, value: Value): void {
    this.#values.set(key, value)
  }

  /**
   * Values by id: cached ones that have the given versions, the others from `load`. The versions were read before the rows are
   * loaded, so that a value may be newer than its version, and is then loaded again, but never older.
   */
  async findOrLoad<Row extends { id: number; version: string }>(
    rows: Row[],
    keyOf: (id: number) => string,
    load: (missing: Row[]) => Promise<[id: number, loaded: Omit<Value, "version">][]>,
  ): Promise<Map<number, Value>> {
    const values = new Map<number, Value>()
    const missing = new Map<number, Row>()
    for (const row of rows) {
      const value = this.find(keyOf(row.id), row.version)
      if (value) values.set(row.id, value)
      else missing.set(row.id, row)
    }
    if (missing.size === 0) return values
    for (const [id, loaded] of await load([...missing.values()])) {
      const value = { ...loaded, version: missing.get(id)?.version ?? "" } as Value
      values.set(id, value)
      this.set(keyOf(id), value)
    }
    return values
  }
}

/** One cache for each owner, such as a desk, of which tests have several in one process. */
export function cachePerOwner<Value extends Versioned>(
  maxBytes: number,
  bytesOf: (value: Value) => number,
): (owner: object) => VersionedCache<Value> {
  const caches = new WeakMap<object, VersionedCache<Value>>()
  return (owner) => {
    const cache = caches.get(owner) ?? new VersionedCache(maxBytes, bytesOf)
    caches.set(owner, cache)
    return cache
  }
}
