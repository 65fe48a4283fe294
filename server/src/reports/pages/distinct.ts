import type { Db } from "../../db/db.ts"
import type { MemberKind } from "../facts/packed.ts"
import { gather } from "./gather.ts"
import type { Scope } from "./scope.ts"

/** A set of ids, most of which are near one another. */
class IdSet {
  private readonly chunks = new Map<number, Uint32Array>()
  private chunk: Uint32Array | undefined
  private chunkNumber = -1
  size = 0

  add(id: number): void {
    const number = Math.floor(id / 65_536)
    if (number !== this.chunkNumber || !this.chunk) {
      this.chunk = this.chunks.get(number) ?? new Uint32Array(2_048)
      this.chunks.set(number, this.chunk)
      this.chunkNumber = number
    }
    const place = id % 65_536
    const word = this.chunk[place >> 5] ?? 0
    const bit = 1 << (place & 31)
    if ((word & bit) !== 0) return
    this.chunk[place >> 5] = word | bit
    this.size++
  }

  has(id: number): boolean {
    const chunk = this.chunks.get(Math.floor(id / 65_536))
    const place = id % 65_536
    return chunk !== undefined && ((chunk[place >> 5] ?? 0) & (1 << (place & 31))) !== 0
  }

  /** The largest first. */
  descending(): number[] {
    const ids: number[] = []
    for (const [number, chunk] of this.chunks)
      for (let place = 0; place < 65_536; place++)
        if (((chunk[place >> 5] ?? 0) & (1 << (place & 31))) !== 0) ids.push(number * 65_536 + place)
    return ids.sort((one, other) => other - one)
  }
}

interface ReportRequest {
  kind: MemberKind
  boundaries: Date[]
}

/** How many there are in each step: somebody who is in two of them counts in both. */
export async function countSteps(db: Db, scope: Scope, asked: ReportRequest): Promise<number[]> {
  const sets = asked.boundaries.slice(1).map(() => new IdSet())
  await gather(db, scope, asked, (bucket) => [sets[bucket]])
  return sets.map(({ size }) => size)
}

/** The ids of a period, the newest first. */
export async function listMembers(db: Db, scope: Scope, asked: ReportRequest): Promise<number[]> {
  const set = new IdSet()
  await gather(db, scope, asked, () => [set])
  return set.descending()
}

/** Customers who were answered, by all together, by each, and by each group that they belong to. */
export async function countHelped(
  db: Db,
  scope: Scope,
  boundaries: [Date, Date],
  groupsOf: ReadonlyMap<number, number[]> = new Map(),
): Promise<{ total: number; byUser: Map<number, number> }> {
  const total = new IdSet()
  const byUser = new Map<number, IdSet>()
  await gather(db, scope, { kind: "helped", boundaries, people: true }, (_bucket, userId) => {
    const own = [userId, ...(groupsOf.get(userId) ?? [])].map((id) => {
      const set = byUser.get(id) ?? new IdSet()
      byUser.set(id, set)
      return set
    })
    return [total, ...own]
  })
  return { total: total.size, byUser: new Map([...byUser].map(([id, { size }]) => [id, size])) }
}
