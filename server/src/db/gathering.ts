import { Batches } from "./batch.ts"
import type { Db } from "./db.ts"

/**
 * Asks for many things in one statement where many ask for one each. Who comes while statements are under way waits for
 * the next, which all of them share: what it sees is never older than the request.
 */
export class Gathering<Value, Key = number> {
  readonly #batches: Batches<Key, Value | undefined>

  constructor(load: (keys: Key[]) => Promise<Map<Key, Value>>) {
    const loadAll = async (keys: Key[]) => {
      const found = await load([...new Set(keys)])
      return keys.map((key) => found.get(key))
    }
    this.#batches = new Batches<Key, Value | undefined>(loadAll, { most: Number.POSITIVE_INFINITY })
  }

  find(key: Key): Promise<Value | undefined> {
    return this.#batches.add(key)
  }
}

/** One for each database: that of the desk itself, and its replica. */
export function gatheringIn<Value, Key = number>(
  load: (db: Db, keys: Key[]) => Promise<Map<Key, Value>>,
): (db: Db) => Gathering<Value, Key> {
  const gatherings = new WeakMap<Db, Gathering<Value, Key>>()
  return (db) => {
    const gathering = gatherings.get(db) ?? new Gathering((keys) => load(db, keys))
    gatherings.set(db, gathering)
    return gathering
  }
}
