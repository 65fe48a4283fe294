import { type Db, empty, sql } from "../db/db.ts"
import { factsOf, keptIn } from "./figures.ts"
import { livelyKinds, type MemberKind, startOfWeek } from "./members.ts"
import { unpack } from "./packing.ts"
import { type Piece, piecesOf, wholeAndRest } from "./period.ts"
import { inScope, isSummed, type Scope } from "./scope.ts"

const dayMs = 86_400_000
const weekMs = 7 * dayMs

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

interface Asked {
  kind: MemberKind
  boundaries: Date[]
}

/** How many there are in each step: somebody who is in two of them counts in both. */
export async function countSteps(db: Db, scope: Scope, asked: Asked): Promise<number[]> {
  const sets = asked.boundaries.slice(1).map(() => new IdSet())
  await gather(db, scope, asked, (bucket) => [sets[bucket]])
  return sets.map(({ size }) => size)
}

/** The ids of a period, the newest first. */
export async function listMembers(db: Db, scope: Scope, asked: Asked): Promise<number[]> {
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

type Into = (bucket: number, userId: number) => (IdSet | undefined)[]

/** Whole weeks and days from what is kept of them, the rest from the facts. */
async function gather(db: Db, scope: Scope, asked: Asked & { people?: boolean }, into: Into): Promise<void> {
  const { kind, boundaries } = asked
  const people = asked.people || scope.userIds !== undefined
  const pieces = piecesOf(boundaries)
  // Single people are kept only by whom they have helped.
  const isKept = isSummed(scope) && (kind === "helped" || !people)
  const weeks = isKept ? wholeAndRest(pieces, weekMs, startOfWeek(0)) : { whole: [], rest: pieces }
  const days = isKept ? wholeAndRest(weeks.rest, dayMs) : { whole: [], rest: pieces }
  await Promise.all([
    gatherKept(db, scope, { kind, people, grain: "week", pieces: weeks.whole }, into),
    gatherKept(db, scope, { kind, people, grain: "day", pieces: days.whole }, into),
    gatherFacts(db, scope, { kind, people, pieces: days.rest }, into),
  ])
}

interface Part {
  kind: MemberKind
  people: boolean
  pieces: Piece[]
}

async function gatherKept(db: Db, scope: Scope, part: Part & { grain: "day" | "week" }, into: Into): Promise<void> {
  if (part.pieces.length === 0) return
  const { userIds } = scope
  const who = userIds ? sql`user_id = any(${userIds}::bigint[])` : part.people ? sql`user_id > 0` : sql`user_id = 0`
  const rows = await db.many<{ bucket: number; userId: number; members: Buffer }>(sql`
    select bucket, user_id as "userId", members from ${keptIn(
      sql`report_members`,
      part.pieces,
      sql`kind = ${part.kind} and grain = ${part.grain} and ${who} and ${inScope(scope)}`,
    )}`)
  for (const { bucket, userId, members } of rows)
    for (const set of into(bucket, userId)) if (set) unpack(members, (id) => set.add(id))
}

async function gatherFacts(db: Db, scope: Scope, { kind, people, pieces }: Part, into: Into): Promise<void> {
  if (pieces.length === 0) return
  const kinds = kind === "helped" ? ["reply"] : livelyKinds
  const id = kind === "conversations" ? sql`conversation_id` : sql`customer_id`
  const rows = await db.many<{ bucket: number; userId: number; id: number }>(sql`
    select distinct bucket, ${people ? sql`user_id` : sql`0::bigint`} as "userId", ${id} as id
    from ${factsOf(scope, pieces, sql`and kind = any(${kinds}::text[]) ${people ? sql`and user_id > 0` : empty}`)}`)
  for (const { bucket, userId, id } of rows) for (const set of into(bucket, userId)) set?.add(id)
}
