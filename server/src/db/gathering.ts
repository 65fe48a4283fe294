import type { Db } from "./db.ts"

interface Asked<Value> {
  resolve: (value: Value | undefined) => void
  reject: (error: unknown) => void
}

/** So that PostgreSQL works on one while this node reads the other, and one that hangs does not hold up all. */
const mostUnderWay = 2

/**
 * Asks for many things in one statement where many ask for one each. Who comes while statements are under way waits for
 * the next, which all of them share: what it sees is never older than the request.
 */
export class Gathering<Value, Key = number> {
  private readonly load: (keys: Key[]) => Promise<Map<Key, Value>>
  private waiting = new Map<Key, Asked<Value>[]>()
  private underWay = 0

  constructor(load: (keys: Key[]) => Promise<Map<Key, Value>>) {
    this.load = load
  }

  find(key: Key): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      const asked = this.waiting.get(key)
      if (asked) asked.push({ resolve, reject })
      else this.waiting.set(key, [{ resolve, reject }])
      if (this.underWay === mostUnderWay) return
      this.underWay++
      // Requests that arrived together have all been looked at by then.
      setImmediate(() => this.loadAll())
    })
  }

  private async loadAll(): Promise<void> {
    while (this.waiting.size > 0) {
      const gathered = this.waiting
      this.waiting = new Map()
      try {
        const found = await this.load([...gathered.keys()])
        for (const [key, asked] of gathered) for (const { resolve } of asked) resolve(found.get(key))
      } catch (error) {
        for (const asked of gathered.values()) for (const { reject } of asked) reject(error)
      }
    }
    this.underWay--
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
