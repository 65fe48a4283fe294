import { type Db, empty, join, raw, type Sql, sql } from "../../db/db.ts"
import { dayMs, hourMs, startOfWeek, weekMs } from "../facts/calendar.ts"
import {
  basicMeasures,
  kindsOf,
  measuresOf,
  rangeMeasures,
  readSpreads,
  readSums,
  type Spreads,
  type Sums,
  sumsOf,
  tallied,
  totalsOf,
} from "../facts/measures.ts"
import { nearestWhole, type Piece, piecesOf, wholeAndRest } from "./period.ts"
import { factsIn, isSummed, type Scope, summariesIn } from "./scope.ts"

/** What is added up apart, beside the steps of the period. */
type Key = "type" | "user_id" | "inbox_id" | "nothing"

interface SumRequest {
  boundaries: Date[]
  key: Key
  /** All measures, where it is left out. */
  only?: readonly (keyof Sums)[] | undefined
}

interface Row {
  bucket: number
  key: string
  sums: number[]
}

/** For each step between the boundaries. */
export async function sumSteps(
  db: Db,
  scope: Scope,
  boundaries: Date[],
  only?: readonly (keyof Sums)[],
): Promise<Sums[]> {
  const rows = await listSums(db, scope, { boundaries, key: "nothing", only })
  const byBucket = new Map(rows.map(({ bucket, sums }) => [bucket, sums]))
  return boundaries.slice(1).map((_, bucket) => readSums(byBucket.get(bucket)))
}

/** For each step, how many of each type of conversation began. */
export async function sumTypes(db: Db, scope: Scope, boundaries: Date[]): Promise<Record<string, Sums>[]> {
  const rows = await listSums(db, scope, { boundaries, key: "type", only: ["created"] })
  return boundaries
    .slice(1)
    .map((_, bucket) =>
      Object.fromEntries(
        rows.filter((row) => row.bucket === bucket).map(({ key, sums }) => [key, readSums(sums)] as const),
      ),
    )
}

/** Of the whole period, of each of the people: their replies and ratings, where nothing else is named. */
export async function sumPeople(
  db: Db,
  scope: Scope,
  boundaries: [Date, Date],
  only: readonly (keyof Sums)[] = ["replies", "great", "okay", "notGood"],
): Promise<Map<number, Sums>> {
  const rows = await listSums(db, scope, { boundaries, key: "user_id", only })
  return new Map(rows.map(({ key, sums }) => [Number(key), readSums(sums)]))
}

/** Of the whole period, of each inbox: what began in it. */
export async function sumInboxes(db: Db, scope: Scope, boundaries: [Date, Date]): Promise<Map<number, Sums>> {
  const only = ["created", "createdByUsers", "tagged", "answeredBySaved"] as const
  const rows = await listSums(db, scope, { boundaries, key: "inbox_id", only })
  return new Map(rows.map(({ key, sums }) => [Number(key), readSums(sums)]))
}

export async function sumPeriod(db: Db, scope: Scope, boundaries: [Date, Date]): Promise<Sums> {
  const [sums] = await sumSteps(db, scope, boundaries)
  return sums ?? readSums([])
}

export async function spreadPeriod(db: Db, scope: Scope, boundaries: [Date, Date]): Promise<Spreads> {
  const pieces = piecesOf(boundaries)
  const kept = !isSummed(scope) || scope.userIds ? { whole: [], rest: pieces } : wholeAndRest(pieces, dayMs)
  const { sums } = await db.one<{ sums: number[] }>(sql`
    select ${totalsOf(rangeMeasures)} as sums from (
      select sums from ${summaryRowsIn(sql`report_ranges`, scope, kept.whole, sql`user_id = 0`)}
      union all
      select ${sumsOf(rangeMeasures)}
      from ${tallied(factsWithin(scope, kept.rest, sql`and kind = any(${kindsOf(rangeMeasures)}::text[])`), sql`bucket`)}) parts`)
  return readSpreads(sums)
}

/** Of single people and tags none are kept: they have few facts in an hour. */
export function hasHours({ tagId, subset, userIds }: Scope): boolean {
  return tagId === undefined && subset === undefined && userIds === undefined
}

/** Where no hours are kept, as few facts as can be are counted beside the days. */
function daysIn(scope: Scope, pieces: Piece[]): { whole: Piece[]; rest: Piece[]; over?: Piece[] } {
  return scope.tagId === undefined ? wholeAndRest(pieces, dayMs) : nearestWhole(pieces, dayMs)
}

/** Whole weeks, days and hours from what is kept of them, the rest from the facts. */
function listSums(db: Db, scope: Scope, { boundaries, key, only }: SumRequest): Promise<Row[]> {
  const pieces = piecesOf(boundaries)
  const people = scope.userIds !== undefined || key === "user_id"
  const none = (rest: Piece[]) => ({ whole: [], rest })
  const weeks = people && isSummed(scope) ? wholeAndRest(pieces, weekMs, startOfWeek(0)) : none(pieces)
  const hasDays = isSummed(scope) && !(people && scope.tagId !== undefined)
  const days = { over: [], ...(hasDays ? daysIn(scope, weeks.rest) : none(weeks.rest)) }
  const hours = people || !hasHours(scope) ? none(days.rest) : wholeAndRest(days.rest, hourMs)
  const who = scope.userIds
    ? sql`user_id = any(${scope.userIds}::bigint[])`
    : people
      ? sql`user_id > 0`
      : sql`user_id = 0`
  const keyed = key === "nothing" ? sql`''` : sql`${raw(key)}::text`
  const more = sql`${key === "user_id" ? sql`and user_id > 0` : empty}
    and kind = any(${kindsOf(only ? measuresOf(only) : basicMeasures)}::text[])`
  const kept = (table: Sql, whole: Piece[]) => sql`
    select bucket, ${keyed} as key, sums from ${summaryRowsIn(table, scope, whole, who)}`
  const counted = (pieces: Piece[], sign: "" | "-") => sql`
    select bucket, ${keyed} as key, ${sumsOf(basicMeasures, sign)} as sums
    from ${tallied(factsWithin(scope, pieces, more), key === "nothing" ? sql`bucket` : sql`bucket, ${raw(key)}`)} group by 1, 2`
  const parts = [
    ...(weeks.whole.length > 0 ? [kept(sql`report_weeks`, weeks.whole)] : []),
    ...(days.whole.length > 0 ? [kept(sql`report_days`, days.whole)] : []),
    ...(hours.whole.length > 0 ? [kept(sql`report_hours`, hours.whole)] : []),
    ...(hours.rest.length > 0 ? [counted(hours.rest, "")] : []),
    ...(days.over.length > 0 ? [counted(days.over, "-")] : []),
  ]
  return db.many(sql`
    select bucket, key, ${totalsOf(basicMeasures, only)} as sums from (${join(parts, " union all ")}) parts group by 1, 2`)
}

/**
 * Rows of some periods, each found by the index: the planner cannot know how few they are, and would read the whole table
 * beside the list of pieces.
 */
export function summaryRowsIn(table: Sql, scope: Scope, pieces: Piece[], which: Sql): Sql {
  return sql`${unnested(pieces)} cross join lateral (
    select * from ${table} kept where period >= since and period < until and ${which} and ${summariesIn(scope)} offset 0) found`
}

/** Facts of some pieces. For a subset the pieces are steps, one after the other. */
export function factsWithin(scope: Scope, pieces: Piece[], more: Sql = empty): Sql {
  if (!isSummed(scope)) {
    const end = pieces.at(-1)?.to ?? new Date(0)
    const starts = [...pieces.map(({ from }) => from), end]
    return sql`(select facts.*, width_bucket(at, ${starts}::timestamptz[]) - 1 as bucket from report_facts facts
      where at >= ${starts[0]} and at < ${end} and ${factsIn(scope)} ${more}) facts`
  }
  return sql`${unnested(pieces)} cross join lateral (
    select * from report_facts where at >= since and at < until and ${factsIn(scope)} ${more} offset 0) facts`
}

/** As a table `piece`. */
function unnested(pieces: Piece[]): Sql {
  return sql`unnest(${pieces.map(({ bucket }) => bucket)}::integer[], ${pieces.map(({ from }) => from)}::timestamptz[],
    ${pieces.map(({ to }) => to)}::timestamptz[]) as piece (bucket, since, until)`
}
