import { type Db, type Sql, sql } from "../db/db.ts"
import type { Difference, FactRow } from "./fact-rows.ts"
import { pack, unpack } from "./packing.ts"

/** What a day or a week has in it: customers who were answered, conversations in which something happened, and theirs. */
export type MemberKind = "helped" | "conversations" | "customers"

interface Place {
  kind: MemberKind
  grain: "day" | "week"
  /** Its beginning, in milliseconds. */
  period: number
  inboxId: number
  type: string
  userId: number
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

/** The kinds of facts by which something happens in a conversation. */
export const livelyKinds = ["created", "received", "reply", "closed"]

function placesOf(fact: FactRow): { place: Place; id: number }[] {
  const { inboxId, type, userId, customerId, conversationId } = fact
  const ms = fact.at.getTime()
  const found: { kind: MemberKind; userId: number; id: number }[] = []
  if (livelyKinds.includes(fact.kind)) {
    found.push({ kind: "conversations", userId: 0, id: conversationId })
    found.push({ kind: "customers", userId: 0, id: customerId })
  }
  if (fact.kind === "reply") {
    found.push({ kind: "helped", userId: 0, id: customerId })
    if (userId > 0) found.push({ kind: "helped", userId, id: customerId })
  }
  return found.flatMap(({ id, ...member }) => [
    { id, place: { ...member, grain: "day", period: startOfDay(ms), inboxId, type } },
    { id, place: { ...member, grain: "week", period: startOfWeek(ms), inboxId, type } },
  ])
}

/** Called once the facts are written: those who are there by other facts stay. */
export async function keepMembers(db: Db, { gone, came }: Difference): Promise<void> {
  const changes = new Map<string, { place: Place; came: Set<number>; gone: Set<number> }>()
  const note = (facts: FactRow[], side: "came" | "gone") => {
    for (const { place, id } of facts.flatMap(placesOf)) {
      const change = changes.get(keyOf(place)) ?? { place, came: new Set(), gone: new Set() }
      changes.set(keyOf(place), change)
      change[side].add(id)
    }
  }
  note(came, "came")
  note(gone, "gone")
  const left = await listLeft(
    db,
    [...changes.values()].flatMap(({ place, came, gone }) =>
      [...gone].filter((id) => !came.has(id)).map((id) => ({ place, id })),
    ),
  )
  const kept = await mapMembers(
    db,
    [...changes.values()].map(({ place }) => place),
  )
  const written: { place: Place; members: Buffer }[] = []
  for (const [key, { place, came, gone }] of changes) {
    const members = kept.get(key) ?? new Set<number>()
    const size = members.size
    for (const id of came) members.add(id)
    let removed = 0
    for (const id of gone) if (!came.has(id) && !left.has(`${key} ${id}`) && members.delete(id)) removed++
    if (members.size !== size || removed > 0) written.push({ place, members: pack(members) })
  }
  await saveMembers(db, written)
}

function keyOf({ kind, grain, period, inboxId, type, userId }: Place): string {
  return `${kind} ${userId} ${grain} ${period} ${inboxId} ${type}`
}

/** Who is still there, of those who have lost a fact. */
async function listLeft(db: Db, asked: { place: Place; id: number }[]): Promise<Set<string>> {
  if (asked.length === 0) return new Set()
  const within = sql`fact.inbox_id = asked.inbox_id and fact.type = asked.type and fact.at >= asked.period
    and fact.at < asked.period + case asked.grain when 'day' then interval '24 hours' else interval '168 hours' end`
  const lively = sql`fact.kind = any(${livelyKinds}::text[])`
  const rows = await db.many<{ index: number }>(sql`
    select asked.index from ${unnested(asked.map(({ place }) => place))}
    join unnest(${asked.map(({ id }) => id)}::bigint[]) with ordinality as ids (id, index) on ids.index = asked.index
    where case asked.kind
      when 'conversations' then exists (select from report_facts fact
        where fact.conversation_id = ids.id and ${lively} and ${within})
      when 'customers' then exists (select from report_facts fact
        where fact.customer_id = ids.id and ${lively} and ${within})
      else exists (select from report_facts fact
        where fact.customer_id = ids.id and fact.kind = 'reply' and asked.user_id in (0, fact.user_id) and ${within}) end`)
  return new Set(
    rows.map(({ index }) => {
      const found = asked[index - 1]
      return found ? `${keyOf(found.place)} ${found.id}` : ""
    }),
  )
}

async function mapMembers(db: Db, places: Place[]): Promise<Map<string, Set<number>>> {
  const rows = await db.many<{ index: number; members: Buffer }>(sql`
    select asked.index, members from ${unnested(places)}
    join report_members using (kind, user_id, grain, period, inbox_id, type)`)
  const kept = new Map<string, Set<number>>()
  for (const { index, members } of rows) {
    const place = places[index - 1]
    if (!place) continue
    const ids = new Set<number>()
    unpack(members, (id) => ids.add(id))
    kept.set(keyOf(place), ids)
  }
  return kept
}

async function saveMembers(db: Db, written: { place: Place; members: Buffer }[]): Promise<void> {
  if (written.length === 0) return
  await db.run(sql`
    insert into report_members (kind, grain, period, inbox_id, type, user_id, members)
    select kind, grain, period, inbox_id, type, user_id, members from ${unnested(written.map(({ place }) => place))}
    join unnest(${written.map(({ members }) => members)}::bytea[]) with ordinality as packed (members, index) using (index)
    on conflict (kind, user_id, grain, period, inbox_id, type) do update set members = excluded.members`)
}

function unnested(places: Place[]): Sql {
  const column = (name: keyof Place) => places.map((place) => place[name])
  return sql`unnest(${column("kind")}::text[], ${column("grain")}::text[],
    ${places.map(({ period }) => new Date(period))}::timestamptz[], ${column("inboxId")}::bigint[],
    ${column("type")}::text[], ${column("userId")}::bigint[])
    with ordinality as asked (kind, grain, period, inbox_id, type, user_id, index)`
}
