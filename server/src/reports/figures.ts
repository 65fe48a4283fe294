import { type Db, join, raw, type Sql, sql } from "../db/db.ts"
import {
  basicMeasures,
  rangeMeasures,
  readSpreads,
  readSums,
  type Spreads,
  type Sums,
  sumsOf,
  totalsOf,
} from "./measures.ts"
import { type Piece, piecesOf, wholeAndRest } from "./period.ts"
import { byPeople, inScope, inSubset, type Scope } from "./scope.ts"

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** What is added up apart, beside the steps of the period. */
type Key = "type" | "user_id" | "inbox_id" | "nothing"

interface Row {
  bucket: number
  key: string
  sums: number[]
}

/** For each step between the boundaries. */
export async function sumSteps(db: Db, scope: Scope, boundaries: Date[]): Promise<Sums[]> {
  const rows = await list(db, scope, { boundaries, key: "nothing" })
  const byBucket = new Map(rows.map(({ bucket, sums }) => [bucket, sums]))
  return boundaries.slice(1).map((_, bucket) => readSums(byBucket.get(bucket)))
}

/** For each step, of each type of conversation. */
export async function sumTypes(db: Db, scope: Scope, boundaries: Date[]): Promise<Record<string, Sums>[]> {
  const rows = await list(db, scope, { boundaries, key: "type" })
  return boundaries
    .slice(1)
    .map((_, bucket) =>
      Object.fromEntries(
        rows.filter((row) => row.bucket === bucket).map(({ key, sums }) => [key, readSums(sums)] as const),
      ),
    )
}

/** Of the whole period, of each of the people. */
export async function sumPeople(db: Db, scope: Scope, boundaries: [Date, Date]): Promise<Map<number, Sums>> {
  const rows = await list(db, scope, { boundaries, key: "user_id" })
  return new Map(rows.map(({ key, sums }) => [Number(key), readSums(sums)]))
}

/** Of the whole period, of each inbox. */
export async function sumInboxes(db: Db, scope: Scope, boundaries: [Date, Date]): Promise<Map<number, Sums>> {
  const rows = await list(db, scope, { boundaries, key: "inbox_id" })
  return new Map(rows.map(({ key, sums }) => [Number(key), readSums(sums)]))
}

export async function sumPeriod(db: Db, scope: Scope, boundaries: [Date, Date]): Promise<Sums> {
  const [sums] = await sumSteps(db, scope, boundaries)
  return sums ?? readSums([])
}

export async function spreadPeriod(db: Db, scope: Scope, boundaries: [Date, Date]): Promise<Spreads> {
  const pieces = piecesOf(boundaries)
  const kept = scope.subset || scope.userIds ? { whole: [], rest: pieces } : wholeAndRest(pieces, dayMs)
  const { sums } = await db.one<{ sums: number[] }>(sql`
    select ${totalsOf(rangeMeasures)} as sums from (
      select sums from report_ranges kept join ${unnested(kept.whole)} on period >= since and period < until
      where user_id = 0 and ${inScope(scope)}
      union all
      select ${sumsOf(rangeMeasures)} from (select 1 as sign, * from report_facts where ${factsIn(scope)}) facts
      join ${unnested(kept.rest)} on at >= since and at < until) parts`)
  return readSpreads(sums)
}

/** Whole days and hours from what is kept of them, the rest from the facts. */
function list(db: Db, scope: Scope, { boundaries, key }: { boundaries: Date[]; key: Key }): Promise<Row[]> {
  const pieces = piecesOf(boundaries)
  const people = scope.userIds !== undefined || key === "user_id"
  const none = { whole: [], rest: pieces }
  const days = scope.subset ? none : wholeAndRest(pieces, dayMs)
  // Of single people no hours are kept: they have few facts in one.
  const hours = scope.subset || people ? { whole: [], rest: days.rest } : wholeAndRest(days.rest, hourMs)
  const who = scope.userIds
    ? sql`user_id = any(${scope.userIds}::bigint[])`
    : people
      ? sql`user_id > 0`
      : sql`user_id = 0`
  const keyed = key === "nothing" ? sql`''` : sql`${raw(key)}::text`
  const kept = (table: Sql, whole: Piece[]) => sql`
    select bucket, ${keyed} as key, sums from ${table} kept
    join ${unnested(whole)} on period >= since and period < until where ${who} and ${inScope(scope)}`
  const parts = [
    ...(days.whole.length > 0 ? [kept(sql`report_days`, days.whole)] : []),
    ...(hours.whole.length > 0 ? [kept(sql`report_hours`, hours.whole)] : []),
    ...(hours.rest.length > 0
      ? [
          sql`
    select bucket, ${keyed} as key, ${sumsOf(basicMeasures)} as sums
    from (select 1 as sign, * from report_facts where ${factsIn(scope)} ${key === "user_id" ? sql`and user_id > 0` : sql``}) facts
    join ${unnested(hours.rest)} on at >= since and at < until group by 1, 2`,
        ]
      : []),
  ]
  return db.many(sql`
    select bucket, key, ${totalsOf(basicMeasures)} as sums from (${join(parts, " union all ")}) parts group by 1, 2`)
}

export function factsIn(scope: Scope): Sql {
  return sql`${inScope(scope)} ${byPeople(scope)} ${inSubset(scope)}`
}

/** As a table `piece`. */
export function unnested(pieces: Piece[]): Sql {
  return sql`unnest(${pieces.map(({ bucket }) => bucket)}::integer[], ${pieces.map(({ from }) => from)}::timestamptz[],
    ${pieces.map(({ to }) => to)}::timestamptz[]) as piece (bucket, since, until)`
}
