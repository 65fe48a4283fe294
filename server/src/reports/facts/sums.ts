import { type Db, raw, sql } from "../../db/db.ts"
import { arrayLiteral } from "./array-literal.ts"
import { startOfDay, startOfHour, startOfWeek } from "./calendar.ts"
import type { Difference, FactRow } from "./fact-rows.ts"
import { additionsTo, basicMeasures, type Measure, rangeMeasures } from "./measures.ts"

/** Adds to every sum what these facts make of it, each row once. */
export async function addToSums(db: Db, { gone, came }: Difference): Promise<void> {
  const changes = tables.map(() => new Map<string, Change>())
  const tops = new Map<string, TopChange>()
  for (const fact of gone) note(fact, -1)
  for (const fact of came) note(fact, 1)
  await Promise.all([
    ...tables.map((table, index) => save(db, table, changed(index))),
    saveTops(db, [...tops.values()]),
  ])

  function note(fact: FactRow, sign: 1 | -1): void {
    if (topKinds.includes(fact.kind)) {
      for (const tagId of [0, ...fact.tagIds]) noteTop(tops, { tagId, fact, sign })
      return
    }
    for (const [index, { additions, startOf, places }] of tables.entries()) {
      const found = additions(fact)
      if (found.length === 0) continue
      const period = startOf(fact.at.getTime())
      for (const [tagId, userId] of places(fact)) {
        const key = `${tagId} ${userId} ${period} ${fact.inboxId} ${fact.type}`
        let change = changes[index]?.get(key)
        if (!change) {
          change = { tagId, userId, period, inboxId: fact.inboxId, type: fact.type, sums: [] }
          changes[index]?.set(key, change)
        }
        for (let place = 0; place < found.length; place += 2) {
          const measure = found[place] ?? 0
          change.sums[measure] = (change.sums[measure] ?? 0) + sign * (found[place + 1] ?? 0)
        }
      }
    }
  }

  function changed(index: number): Change[] {
    return [...(changes[index]?.values() ?? [])].filter(({ sums }) => sums.some((sum) => sum !== 0))
  }
}

interface Change {
  tagId: number
  userId: number
  period: number
  inboxId: number
  type: string
  /** In the order of the measures; what is left out has not changed. */
  sums: number[]
}

interface Table {
  name: string
  measures: readonly Measure[]
  additions: (fact: FactRow) => number[]
  startOf: (ms: number) => number
  /** Of which tags and of whom: all conversations have no tag, and everybody together are nobody. */
  places: (fact: FactRow) => [tagId: number, userId: number][]
}

function table(name: string, measures: readonly Measure[], more: Pick<Table, "startOf" | "places">): Table {
  return { name, measures, additions: additionsTo(measures), ...more }
}

const ofEach = (tagIds: number[], userId: number) => [0, ...tagIds].map((tagId): [number, number] => [tagId, userId])

/** Where there are few facts in an hour or a day, sums would be as many as they are, and are left out. */
const tables: Table[] = [
  table("report_hours", basicMeasures, { startOf: startOfHour, places: () => [[0, 0]] }),
  table("report_days", basicMeasures, {
    startOf: startOfDay,
    places: ({ tagIds, userId }) => [...ofEach(tagIds, 0), ...(userId > 0 ? [[0, userId] as [number, number]] : [])],
  }),
  table("report_weeks", basicMeasures, {
    startOf: startOfWeek,
    places: ({ tagIds, userId }) => (userId > 0 ? ofEach(tagIds, userId) : []),
  }),
  table("report_ranges", rangeMeasures, { startOf: startOfDay, places: ({ tagIds }) => ofEach(tagIds, 0) }),
]

async function save(db: Db, { name, measures }: Table, changes: Change[]): Promise<void> {
  if (changes.length === 0) return
  // What is 0 is null, which takes no room where it is kept.
  const textOf = ({ sums }: Change) => `"{${Array.from(measures, (_, index) => sums[index] || "null").join(",")}}"`
  const added = measures.map((_, index) => {
    const [one, other] = [`kept.sums[${index + 1}]`, `excluded.sums[${index + 1}]`]
    return `case when ${other} is null then ${one} else nullif(coalesce(${one}, 0) + ${other}, 0) end`
  })
  await db.run(sql`
    insert into ${raw(name)} as kept (tag_id, user_id, period, inbox_id, type, sums)
    select tag_id, user_id, period, inbox_id, type, sums::bigint[]
    from unnest(${arrayLiteral(changes.map(({ tagId }) => tagId))}::bigint[], ${arrayLiteral(changes.map(({ userId }) => userId))}::bigint[],
      ${periodsOf(changes)}::timestamptz[], ${arrayLiteral(changes.map(({ inboxId }) => inboxId))}::bigint[],
      ${arrayLiteral(changes.map(({ type }) => type))}::text[], ${arrayLiteral(changes.map(textOf))}::text[])
      as changed (tag_id, user_id, period, inbox_id, type, sums)
    on conflict (tag_id, user_id, period, inbox_id, type) do update set sums = array[${raw(added.join(", "))}]`)
}

function periodsOf(changes: { period: number }[]): string {
  return arrayLiteral(changes.map(({ period }) => new Date(period).toISOString()))
}

const topKinds = ["tagged", "answered", "field", "ran"]

interface TopChange extends Omit<Change, "userId" | "sums"> {
  kind: string
  part: number
  amount: number
}

function noteTop(
  tops: Map<string, TopChange>,
  { tagId, fact, sign }: { tagId: number; fact: FactRow; sign: 1 | -1 },
): void {
  const { kind, part, inboxId, type, at } = fact
  const period = startOfWeek(at.getTime())
  const key = `${kind} ${part} ${tagId} ${period} ${inboxId} ${type}`
  const change = tops.get(key) ?? { kind, part, tagId, period, inboxId, type, amount: 0 }
  change.amount += sign
  tops.set(key, change)
}

async function saveTops(db: Db, all: TopChange[]): Promise<void> {
  const changes = all.filter(({ amount }) => amount !== 0)
  if (changes.length === 0) return
  const column = (name: keyof TopChange) => arrayLiteral(changes.map((change) => change[name]))
  await db.run(sql`
    insert into report_tops as kept (kind, part, tag_id, period, inbox_id, type, amount)
    select * from unnest(${column("kind")}::text[], ${column("part")}::bigint[], ${column("tagId")}::bigint[],
      ${periodsOf(changes)}::timestamptz[], ${column("inboxId")}::bigint[], ${column("type")}::text[],
      ${column("amount")}::bigint[])
    on conflict (kind, tag_id, period, inbox_id, type, part) do update set amount = kept.amount + excluded.amount`)
}
