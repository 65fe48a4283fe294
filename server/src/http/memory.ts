import type { Desk } from "./route.ts"

/** What was made of rows, and the version of all of them: while that is the same, so is what was made. */
export interface Remembered {
  version: string
}

/**
 * What this node has made of one kind of thing lately, the longest unasked for going first. Nothing in it is true by
 * itself: whoever asks tells the version that the database has now.
 */
export class Memory<Kept extends Remembered> {
  private readonly kept = new Map<string, Kept>()
  private readonly most: number
  private readonly sizeOf: (kept: Kept) => number
  private size = 0

  /** As many bytes as `sizeOf` finds in all. */
  constructor(most: number, sizeOf: (kept: Kept) => number) {
    this.most = most
    this.sizeOf = sizeOf
  }

  /** Under whatever version. */
  peek(key: string): Kept | undefined {
    return this.kept.get(key)
  }

  find(key: string, version: string): Kept | undefined {
    const found = this.kept.get(key)
    if (found?.version !== version) return undefined
    this.kept.delete(key)
    this.kept.set(key, found)
    return found
  }

  /**
   * All that are wanted and are there, by their ids: those remembered under the versions that they have now, and the others
   * made anew. Versions were read before: what is kept under too old a one is never asked for again.
   */
  async findOrMake<Wanted extends { id: number; version: string }>(
    wanted: Wanted[],
    keyOf: (id: number) => string,
    make: (missing: Wanted[]) => Promise<[id: number, made: Omit<Kept, "version">][]>,
  ): Promise<Map<number, Kept>> {
    const found = new Map<number, Kept>()
    const missing = new Map<number, Wanted>()
    for (const each of wanted) {
      const kept = this.find(keyOf(each.id), each.version)
      if (kept) found.set(each.id, kept)
      else missing.set(each.id, each)
    }
    if (missing.size === 0) return found
    for (const [id, made] of await make([...missing.values()])) {
      const kept = { ...made, version: missing.get(id)?.version ?? "" } as Kept
      found.set(id, kept)
      this.keep(keyOf(id), kept)
    }
    return found
  }

  keep(key: string, kept: Kept): void {
    this.forget(key)
    this.kept.set(key, kept)
    this.size += this.sizeOf(kept)
    for (const oldest of this.kept.keys()) {
      if (this.size <= this.most) break
      this.forget(oldest)
    }
  }

  forget(key: string): void {
    const found = this.kept.get(key)
    if (!found) return
    this.size -= this.sizeOf(found)
    this.kept.delete(key)
  }
}

/** One for each desk. All kinds together stay within 47 MB. */
export function memoryOfDesk<Kept extends Remembered>(
  most: number,
  sizeOf: (kept: Kept) => number,
): (desk: Desk) => Memory<Kept> {
  const memories = new WeakMap<Desk, Memory<Kept>>()
  return (desk) => {
    const memory = memories.get(desk) ?? new Memory(most, sizeOf)
    memories.set(desk, memory)
    return memory
  }
}
