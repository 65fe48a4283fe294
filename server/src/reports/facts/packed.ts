import { type Db, join, raw, type Sql, sql } from "../../db/db.ts"
import { pack, unpack } from "./packing.ts"

/** What a day or a week has in it: customers who were answered, conversations in which something happened, and theirs. */
export const memberKinds = ["helped", "conversations", "customers"] as const
export type MemberKind = (typeof memberKinds)[number]

/** How long somebody waited, in seconds, by the clock and by office hours. */
export type TimeMeasure = "first" | "response" | "resolution"
export type TimeKind = TimeMeasure | `${TimeMeasure}_office`

/** `began` has the customers of conversations that began, each as often as one did. */
export type PackedKind = MemberKind | TimeKind | "began"

/** Each has a column. */
const kinds: readonly PackedKind[] = [
  ...memberKinds,
  "began",
  "first",
  "response",
  "resolution",
  "first_office",
  "response_office",
  "resolution_office",
]

export function isMember(kind: PackedKind): kind is MemberKind {
  return (memberKinds as readonly string[]).includes(kind)
}

/** Where they are kept. */
export interface Place {
  /** 0 where it is about all conversations. */
  tagId: number
  /** 0 where it is about everybody. */
  userId: number
  grain: "day" | "week"
  /** Its beginning, in milliseconds. */
  period: number
  inboxId: number
  type: string
}

export const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The first Monday after 1970 began. */
const firstMonday = 4 * dayMs

export function startOfDay(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs
}

export function startOfWeek(ms: number): number {
  return Math.floor((ms - firstMonday) / (7 * dayMs)) * 7 * dayMs + firstMonday
}

type Packed = Partial<Record<PackedKind, Buffer | null>>

/** In the order of the places. */
export async function listPacked(db: Db, places: Place[]): Promise<Packed[]> {
  const rows = await db.many<Packed & { index: number }>(sql`
    select asked.index, ${columns} from ${unnested(places)}
    join report_members using (tag_id, user_id, grain, period, inbox_id, type)`)
  const found: Packed[] = places.map(() => ({}))
  for (const { index, ...packed } of rows) found[index - 1] = packed
  return found
}

export function numbersIn(packed: Buffer | null | undefined): number[] {
  const numbers: number[] = []
  if (packed) unpack(packed, (number) => numbers.push(number))
  return numbers
}

export async function savePacked(db: Db, written: { place: Place; packed: Packed }[]): Promise<void> {
  if (written.length === 0) return
  const values = kinds.map((kind) => sql`${written.map(({ packed }) => packed[kind] ?? null)}::bytea[]`)
  await db.run(sql`
    insert into report_members (tag_id, user_id, grain, period, inbox_id, type, ${columns})
    select tag_id, user_id, grain, period, inbox_id, type, ${columns}
    from ${unnested(written.map(({ place }) => place))}
    join unnest(${join(values)}) with ordinality as packed (${columns}, index) using (index)
    on conflict (tag_id, user_id, grain, period, inbox_id, type) do update set ${replaced}`)
}

const columns = raw(kinds.join(", "))
const replaced = raw(kinds.map((kind) => `${kind} = excluded.${kind}`).join(", "))

/** Nothing where there is nothing: an empty one would take room. */
export function packedOf(numbers: Iterable<number>): Buffer | null {
  const packed = pack(numbers)
  return packed.length === 0 ? null : packed
}

/** As a table `asked`. */
export function unnested(places: Place[]): Sql {
  const column = (name: keyof Place) => places.map((place) => place[name])
  return sql`unnest(${column("tagId")}::bigint[], ${column("userId")}::bigint[], ${column("grain")}::text[],
    ${places.map(({ period }) => new Date(period))}::timestamptz[], ${column("inboxId")}::bigint[],
    ${column("type")}::text[])
    with ordinality as asked (tag_id, user_id, grain, period, inbox_id, type, index)`
}
