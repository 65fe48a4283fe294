import { type Db, sql } from "../../db/db.ts"
import type { Difference, FactRow } from "./fact-rows.ts"
import {
  isMember,
  listPacked,
  type MemberKind,
  numbersIn,
  type PackedKind,
  type Place,
  packedOf,
  savePacked,
  startOfDay,
  startOfWeek,
  type TimeMeasure,
  unnested,
} from "./packed.ts"

/** The kinds of facts by which something happens in a conversation. */
export const livelyKinds = ["created", "received", "reply", "closed"]

interface Change {
  came: number[]
  gone: number[]
}

interface Changed {
  place: Place
  changes: Map<PackedKind, Change>
}

/** What cannot be added up. Called once the facts are written: those who are there by other facts stay. */
export async function keepMembers(db: Db, difference: Difference): Promise<void> {
  const changed = changesOf(difference)
  if (changed.length === 0) return
  const left = await listLeft(db, changed)
  const kept = await listPacked(
    db,
    changed.map(({ place }) => place),
  )
  const written = changed.flatMap(({ place, changes }, index) => {
    const packed = { ...kept[index] }
    let differs = false
    for (const [kind, change] of changes) {
      const before = numbersIn(packed[kind])
      const numbers = isMember(kind)
        ? changedIds(before, change, left.get(place)?.get(kind))
        : changedTimes(before, change)
      if (!numbers) continue
      packed[kind] = packedOf(numbers)
      differs = true
    }
    return differs ? [{ place, packed }] : []
  })
  await savePacked(db, written)
}

function changesOf({ gone, came }: Difference): Changed[] {
  const changed = new Map<string, Changed>()
  const note = (fact: FactRow, side: keyof Change) => {
    const found = packedIn(fact)
    if (found.length === 0) return
    for (const place of placesOf(fact)) {
      const { tagId, userId, grain, period, inboxId, type } = place
      const key = `${tagId} ${userId} ${grain} ${period} ${inboxId} ${type}`
      const { changes } = changed.get(key) ?? { place, changes: new Map<PackedKind, Change>() }
      if (changes.size === 0) changed.set(key, { place, changes })
      for (const { kind, number } of found) {
        // Single people are kept only by whom they have helped; what may be there twice, by week.
        if ((userId > 0 && kind !== "helped") || (grain === "day" && !isMember(kind))) continue
        const change = changes.get(kind) ?? { came: [], gone: [] }
        changes.set(kind, change)
        change[side].push(number)
      }
    }
  }
  for (const fact of came) note(fact, "came")
  for (const fact of gone) note(fact, "gone")
  return [...changed.values()]
}

function placesOf({ kind, tagIds, userId, at, inboxId, type }: FactRow): Place[] {
  const ms = at.getTime()
  const people = kind === "reply" && userId > 0 ? [0, userId] : [0]
  return [0, ...tagIds].flatMap((tagId) =>
    people.flatMap((userId): Place[] => [
      ...(kind === "resolved" || userId > 0
        ? []
        : [{ tagId, userId, grain: "day" as const, period: startOfDay(ms), inboxId, type }]),
      { tagId, userId, grain: "week", period: startOfWeek(ms), inboxId, type },
    ]),
  )
}

function packedIn(fact: FactRow): { kind: PackedKind; number: number }[] {
  const { kind, customerId, conversationId, amount, seconds, officeSeconds } = fact
  const found: { kind: PackedKind; number: number }[] = []
  if (livelyKinds.includes(kind)) {
    found.push({ kind: "conversations", number: conversationId })
    found.push({ kind: "customers", number: customerId })
  }
  if (kind === "created") found.push({ kind: "began", number: customerId })
  if (kind === "reply") found.push({ kind: "helped", number: customerId })
  if (seconds === null || officeSeconds === null) return found
  const measures: TimeMeasure[] =
    kind === "resolved" ? ["resolution"] : kind !== "reply" ? [] : amount === 1 ? ["response", "first"] : ["response"]
  for (const measure of measures) {
    found.push({ kind: measure, number: seconds })
    found.push({ kind: `${measure}_office`, number: officeSeconds })
  }
  return found
}

/** Each id once; undefined where they are as before. */
function changedIds(before: number[], { came, gone }: Change, left: Set<number> | undefined) {
  const coming = new Set(came)
  const going = new Set(gone.filter((id) => !left?.has(id) && !coming.has(id)))
  const rest = going.size === 0 ? before : before.filter((id) => !going.has(id))
  for (const id of before) coming.delete(id)
  return coming.size === 0 && rest.length === before.length ? undefined : [...rest, ...coming]
}

/** Each number as often as it occurs; undefined where they are as before. */
function changedTimes(before: number[], { came, gone }: Change) {
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
async function listLeft(db: Db, changed: Changed[]): Promise<Map<Place, Map<PackedKind, Set<number>>>> {
  const asked = changed.flatMap(({ place, changes }) =>
    [...changes].flatMap(([kind, { came, gone }]) => {
      const known = new Set(came)
      const lost = isMember(kind) ? [...new Set(gone)].filter((id) => !known.has(id)) : []
      return lost.map((id) => ({ place, kind: kind as MemberKind, id }))
    }),
  )
  const left = new Map<Place, Map<PackedKind, Set<number>>>()
  if (asked.length === 0) return left
  const within = sql`fact.inbox_id = asked.inbox_id and fact.type = asked.type and fact.at >= asked.period
    and fact.at < asked.period + case asked.grain when 'day' then interval '24 hours' else interval '168 hours' end
    and (asked.tag_id = 0 or fact.tag_ids @> array[asked.tag_id])`
  const lively = sql`fact.kind = any(${livelyKinds}::text[])`
  const rows = await db.many<{ index: number }>(sql`
    select asked.index from ${unnested(asked.map(({ place }) => place))}
    join unnest(${asked.map(({ kind }) => kind)}::text[], ${asked.map(({ id }) => id)}::bigint[])
      with ordinality as ids (kind, id, index) on ids.index = asked.index
    where case ids.kind
      when 'conversations' then exists (select from report_facts fact
        where fact.conversation_id = ids.id and ${lively} and ${within})
      when 'customers' then exists (select from report_facts fact
        where fact.customer_id = ids.id and ${lively} and ${within})
      else exists (select from report_facts fact
        where fact.customer_id = ids.id and fact.kind = 'reply' and asked.user_id in (0, fact.user_id) and ${within}) end`)
  for (const { index } of rows) {
    const found = asked[index - 1]
    if (!found) continue
    const { place, kind, id } = found
    const kinds = left.get(place) ?? new Map<PackedKind, Set<number>>()
    left.set(place, kinds.set(kind, (kinds.get(kind) ?? new Set()).add(id)))
  }
  return left
}
