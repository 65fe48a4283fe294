import { type Db, type Sql, sql } from "../db/db.ts"
import { pack, unpack } from "./packing.ts"

/** What a day or a week has in it: customers who were answered, conversations in which something happened, and theirs. */
export type MemberKind = "helped" | "conversations" | "customers"

/** How long somebody waited, in seconds, by the clock and by office hours. */
export type TimeMeasure = "first" | "response" | "resolution"
export type TimeKind = TimeMeasure | `${TimeMeasure}.office`

/** Where some of them are kept. */
export interface Place {
  kind: MemberKind | TimeKind
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

const dayMs = 86_400_000
/** The first Monday after 1970 began. */
const firstMonday = 4 * dayMs

export function startOfDay(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs
}

export function startOfWeek(ms: number): number {
  return Math.floor((ms - firstMonday) / (7 * dayMs)) * 7 * dayMs + firstMonday
}

export function keyOf({ kind, tagId, userId, grain, period, inboxId, type }: Place): string {
  return `${kind} ${tagId} ${userId} ${grain} ${period} ${inboxId} ${type}`
}

export async function mapPacked(db: Db, places: Place[]): Promise<Map<string, number[]>> {
  const rows = await db.many<{ index: number; members: Buffer }>(sql`
    select asked.index, members from ${unnested(places)}
    join report_members using (kind, tag_id, user_id, grain, period, inbox_id, type)`)
  const kept = new Map<string, number[]>()
  for (const { index, members } of rows) {
    const place = places[index - 1]
    if (!place) continue
    const numbers: number[] = []
    unpack(members, (number) => numbers.push(number))
    kept.set(keyOf(place), numbers)
  }
  return kept
}

export async function savePacked(db: Db, written: { place: Place; numbers: Iterable<number> }[]): Promise<void> {
  if (written.length === 0) return
  await db.run(sql`
    insert into report_members (kind, tag_id, user_id, grain, period, inbox_id, type, members)
    select kind, tag_id, user_id, grain, period, inbox_id, type, members
    from ${unnested(written.map(({ place }) => place))}
    join unnest(${written.map(({ numbers }) => pack(numbers))}::bytea[]) with ordinality as packed (members, index)
      using (index)
    on conflict (kind, tag_id, user_id, grain, period, inbox_id, type) do update set members = excluded.members`)
}

/** As a table `asked`. */
export function unnested(places: Place[]): Sql {
  const column = (name: keyof Place) => places.map((place) => place[name])
  return sql`unnest(${column("kind")}::text[], ${column("tagId")}::bigint[], ${column("userId")}::bigint[],
    ${column("grain")}::text[], ${places.map(({ period }) => new Date(period))}::timestamptz[],
    ${column("inboxId")}::bigint[], ${column("type")}::text[])
    with ordinality as asked (kind, tag_id, user_id, grain, period, inbox_id, type, index)`
}
