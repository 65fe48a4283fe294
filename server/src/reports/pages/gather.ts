import { type Db, empty, raw, type Sql, sql } from "../../db/db.ts"
import { livelyKinds } from "../facts/members.ts"
import { isMember, type PackedKind, type Place, startOfWeek, type TimeMeasure } from "../facts/packed.ts"
import { unpack } from "../facts/packing.ts"
import { type Piece, piecesOf, wholeAndRest } from "./period.ts"
import { factsWithin, summaryRowsIn } from "./period-sums.ts"
import { isSummed, type Scope } from "./scope.ts"

export interface Gathering {
  kind: PackedKind
  boundaries: Date[]
  /** Whether it matters who of the desk did it. */
  people?: boolean
}

/** Where each goes. */
export type Into = (bucket: number, userId: number) => ({ add(number: number): void } | undefined)[]

const dayMs = 86_400_000
const weekMs = 7 * dayMs

/** Whole weeks and days from what is kept of them, the rest from the facts. */
export async function gather(db: Db, scope: Scope, asked: Gathering, into: Into): Promise<void> {
  const { kind, boundaries } = asked
  const people = asked.people || scope.userIds !== undefined
  const pieces = piecesOf(boundaries)
  // Single people are kept only by whom they have helped in weeks.
  const isKept = isSummed(scope) && (kind === "helped" || !people)
  const weeks = isKept ? wholeAndRest(pieces, weekMs, startOfWeek(0)) : { whole: [], rest: pieces }
  const days = isKept && isMember(kind) && !people ? wholeAndRest(weeks.rest, dayMs) : { whole: [], rest: weeks.rest }
  await Promise.all([
    gatherKept(db, scope, { kind, people, grain: "week", pieces: weeks.whole }, into),
    gatherKept(db, scope, { kind, people, grain: "day", pieces: days.whole }, into),
    gatherFacts(db, scope, { kind, people, pieces: days.rest }, into),
  ])
}

interface Part {
  kind: PackedKind
  people: boolean
  pieces: Piece[]
}

async function gatherKept(db: Db, scope: Scope, part: Part & { grain: Place["grain"] }, into: Into): Promise<void> {
  if (part.pieces.length === 0) return
  const { userIds } = scope
  const who = userIds ? sql`user_id = any(${userIds}::bigint[])` : part.people ? sql`user_id > 0` : sql`user_id = 0`
  const column = raw(part.kind)
  const which = sql`grain = ${part.grain} and ${column} is not null and ${who}`
  const rows = await db.many<{ bucket: number; userId: number; members: Buffer }>(sql`
    select bucket, user_id as "userId", ${column} as members from ${summaryRowsIn(sql`report_members`, scope, part.pieces, which)}`)
  for (const { bucket, userId, members } of rows)
    for (const set of into(bucket, userId)) if (set) unpack(members, (number) => set.add(number))
}

async function gatherFacts(db: Db, scope: Scope, { kind, people, pieces }: Part, into: Into): Promise<void> {
  if (pieces.length === 0) return
  const { number, which } = told(kind)
  // Read from their text as it stands: hundreds of thousands would take as long to become an array.
  const rows = await db.many<{ bucket: number; userId: number; numbers: string }>(sql`
    select bucket, ${people ? sql`user_id` : sql`0::bigint`} as "userId", array_agg(${number})::text as numbers
    from ${factsWithin(scope, pieces, sql`and ${which} ${people ? sql`and user_id > 0` : empty}`)} group by 1, 2`)
  for (const { bucket, userId, numbers } of rows)
    for (const set of into(bucket, userId)) if (set) readNumbers(numbers, set)
}

/** Of an array as PostgreSQL writes it, `{12,345}`. */
function readNumbers(text: string, set: { add(number: number): void }): void {
  let number = 0
  for (let index = 1; index < text.length; index++) {
    const digit = text.charCodeAt(index) - 48
    if (digit >= 0 && digit <= 9) {
      number = number * 10 + digit
      continue
    }
    set.add(number)
    number = 0
  }
}

/** Which facts tell of it, and what of them. */
function told(kind: PackedKind): { number: Sql; which: Sql } {
  const lively = sql`kind = any(${livelyKinds}::text[])`
  if (kind === "began") return { number: sql`customer_id`, which: sql`kind = 'created'` }
  if (kind === "helped") return { number: sql`customer_id`, which: sql`kind = 'reply'` }
  if (kind === "conversations") return { number: sql`conversation_id`, which: lively }
  if (kind === "customers") return { number: sql`customer_id`, which: lively }
  const [measure, office] = kind.split("_") as [TimeMeasure, "office"?]
  return { number: office ? sql`office_seconds` : sql`seconds`, which: timed[measure] }
}

const timed: Record<TimeMeasure, Sql> = {
  first: sql`kind = 'reply' and amount = 1 and seconds is not null`,
  response: sql`kind = 'reply' and seconds is not null`,
  resolution: sql`kind = 'resolved'`,
}
