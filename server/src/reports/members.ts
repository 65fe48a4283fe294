import { type Db, sql } from "../db/db.ts"
import type { Difference, FactRow } from "./fact-rows.ts"
import {
  keyOf,
  type MemberKind,
  mapPacked,
  type Place,
  savePacked,
  startOfDay,
  startOfWeek,
  type TimeKind,
  unnested,
} from "./packed.ts"

/** The kinds of facts by which something happens in a conversation. */
export const livelyKinds = ["created", "received", "reply", "closed"]

interface Change {
  place: Place
  came: number[]
  gone: number[]
}

/** What cannot be added up. Called once the facts are written: those who are there by other facts stay. */
export async function keepMembers(db: Db, { gone, came }: Difference): Promise<void> {
  const changes = new Map<string, Change>()
  const note = (facts: FactRow[], side: "came" | "gone") => {
    for (const fact of facts)
      for (const { number, place } of placesOf(fact)) {
        const key = keyOf(place)
        const change = changes.get(key) ?? { place, came: [], gone: [] }
        changes.set(key, change)
        change[side].push(number)
      }
  }
  note(came, "came")
  note(gone, "gone")
  const left = await listLeft(db, [...changes.values()].filter(hasIds))
  const kept = await mapPacked(
    db,
    [...changes.values()].map(({ place }) => place),
  )
  const written = [...changes].flatMap(([key, change]) => {
    const before = kept.get(key) ?? []
    const numbers = hasIds(change)
      ? changedIds(before, change, (id) => left.has(`${key} ${id}`))
      : changedTimes(before, change)
    return numbers ? [{ place: change.place, numbers }] : []
  })
  await savePacked(db, written)
}

function placesOf(fact: FactRow): { place: Place; number: number }[] {
  const { inboxId, type } = fact
  const ms = fact.at.getTime()
  const found = [...membersOf(fact), ...timesOf(fact)]
  return [0, ...fact.tagIds].flatMap((tagId) =>
    found.flatMap(({ number, grains, kind, userId = 0 }) =>
      grains.map((grain) => {
        const period = grain === "day" ? startOfDay(ms) : startOfWeek(ms)
        return { number, place: { kind, tagId, userId, grain, period, inboxId, type } }
      }),
    ),
  )
}

type Grains = readonly Place["grain"][]
const both: Grains = ["day", "week"]
const weeks: Grains = ["week"]

function membersOf({ kind, userId, customerId, conversationId }: FactRow) {
  const found: { kind: MemberKind; userId?: number; number: number; grains: Grains }[] = []
  if (livelyKinds.includes(kind)) {
    found.push({ kind: "conversations", number: conversationId, grains: both })
    found.push({ kind: "customers", number: customerId, grains: both })
  }
  if (kind === "reply") {
    found.push({ kind: "helped", number: customerId, grains: both })
    if (userId > 0) found.push({ kind: "helped", userId, number: customerId, grains: both })
  }
  return found
}

function timesOf({ kind, amount, seconds, officeSeconds }: FactRow) {
  const found: { kind: TimeKind; userId?: number; number: number; grains: Grains }[] = []
  if (seconds === null || officeSeconds === null) return found
  const measures = kind === "resolved" ? (["resolution"] as const) : kind !== "reply" ? [] : replied()
  for (const measure of measures) {
    found.push({ kind: measure, number: seconds, grains: weeks })
    found.push({ kind: `${measure}.office`, number: officeSeconds, grains: weeks })
  }
  return found

  function replied() {
    return amount === 1 ? (["response", "first"] as const) : (["response"] as const)
  }
}

function hasIds({ place: { kind } }: Change): boolean {
  return kind === "helped" || kind === "conversations" || kind === "customers"
}

/** Each id once; undefined where they are as before. */
function changedIds(
  before: number[],
  { came, gone }: Change,
  isLeft: (id: number) => boolean,
): Iterable<number> | undefined {
  const ids = new Set(before)
  for (const id of gone) if (!isLeft(id)) ids.delete(id)
  for (const id of came) ids.add(id)
  const isSame = ids.size === before.length && before.every((id) => ids.has(id))
  return isSame ? undefined : ids
}

/** Each time as often as it occurs; undefined where they are as before. */
function changedTimes(before: number[], { came, gone }: Change): Iterable<number> | undefined {
  const less = new Map<number, number>()
  for (const time of gone) less.set(time, (less.get(time) ?? 0) + 1)
  const stays = (time: number) => {
    const many = less.get(time) ?? 0
    if (many > 0) less.set(time, many - 1)
    return many === 0
  }
  const more = came.filter(stays)
  const rest = before.filter(stays)
  return more.length === 0 && rest.length === before.length ? undefined : [...rest, ...more]
}

/** Who is still there, of those who have lost a fact. */
async function listLeft(db: Db, changes: Change[]): Promise<Set<string>> {
  const asked = changes.flatMap(({ place, came, gone }) => {
    const known = new Set(came)
    return [...new Set(gone)].filter((id) => !known.has(id)).map((id) => ({ place, id }))
  })
  if (asked.length === 0) return new Set()
  const within = sql`fact.inbox_id = asked.inbox_id and fact.type = asked.type and fact.at >= asked.period
    and fact.at < asked.period + case asked.grain when 'day' then interval '24 hours' else interval '168 hours' end
    and (asked.tag_id = 0 or fact.tag_ids @> array[asked.tag_id])`
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
