import { join, raw, type Sql, sql } from "../../db/db.ts"
import type { FactRow } from "./fact-rows.ts"
import type { FactKind } from "./facts.ts"

/** A sum over facts: of what, of which kind, and of which of them. */
export interface Measure {
  what: What
  kind: FactKind
  where: readonly Condition[]
}

/** What tallied facts have a total of. */
type What = "one" | "seconds" | "office_seconds" | "amount"
type Condition = readonly [column: Column, is: "=" | ">", value: number]
/** `by_user` is 1 where somebody of the desk did it. */
type Column = "amount" | "range" | "office_range" | "chat_range" | "by_user"

function measure(what: What, kind: FactKind, ...where: Condition[]): Measure {
  return { what, kind, where }
}

/** Kept by week, day and hour. Their order is that of the stored sums: new ones come last, with a rebuild. */
const basic = {
  created: measure("one", "created"),
  createdByUsers: measure("one", "created", ["by_user", "=", 1]),
  tagged: measure("one", "created", ["amount", ">", 0]),
  answeredBySaved: measure("one", "created", ["range", ">", 0]),
  received: measure("one", "received"),
  replies: measure("one", "reply"),
  responses: measure("one", "reply", ["range", ">", 0]),
  responseSeconds: measure("seconds", "reply"),
  responseOfficeSeconds: measure("office_seconds", "reply"),
  firstResponses: measure("one", "reply", ["amount", "=", 1]),
  firstSeconds: measure("seconds", "reply", ["amount", "=", 1]),
  firstOfficeSeconds: measure("office_seconds", "reply", ["amount", "=", 1]),
  closed: measure("one", "closed"),
  resolved: measure("one", "resolved"),
  resolutionSeconds: measure("seconds", "resolved"),
  resolutionOfficeSeconds: measure("office_seconds", "resolved"),
  repliesToResolve: measure("amount", "resolved"),
  resolvedOnFirstReply: measure("one", "resolved", ["amount", "=", 1]),
  great: measure("one", "rating", ["amount", "=", 1]),
  okay: measure("one", "rating", ["amount", "=", 2]),
  notGood: measure("one", "rating", ["amount", "=", 3]),
  chats: measure("one", "chat"),
  chatsAnswered: measure("one", "chat", ["office_range", "=", 1]),
  chatSeconds: measure("seconds", "chat", ["office_range", "=", 1]),
  chatOfficeSeconds: measure("office_seconds", "chat", ["office_range", "=", 1]),
  chatMessages: measure("amount", "chat"),
} as const satisfies Record<string, Measure>

/** How a measure spreads over ranges, as answers number them; kept by day. */
const spreads = {
  responseTime: [10, "range", measure("one", "reply")],
  responseOfficeTime: [10, "office_range", measure("one", "reply")],
  firstResponseTime: [10, "range", measure("one", "reply", ["amount", "=", 1])],
  firstResponseOfficeTime: [10, "office_range", measure("one", "reply", ["amount", "=", 1])],
  repliesToResolve: [5, "range", measure("one", "resolved")],
  resolutionSeconds: [5, "range", measure("seconds", "resolved")],
  resolutionOfficeSeconds: [5, "range", measure("office_seconds", "resolved")],
  chatWaitTime: [5, "chat_range", measure("one", "reply", ["amount", "=", 1])],
  chatResponseTime: [5, "chat_range", measure("one", "reply")],
  messagesPerChat: [5, "range", measure("one", "chat")],
  chatDuration: [5, "chat_range", measure("one", "chat")],
  resolutionTime: [10, "chat_range", measure("one", "resolved")],
  resolutionOfficeTime: [10, "office_range", measure("one", "resolved")],
} as const satisfies Record<string, readonly [ranges: number, column: Column, of: Measure]>

export type Sums = Record<keyof typeof basic, number>
export type Spreads = Record<keyof typeof spreads, number[]>

export const basicMeasures: readonly Measure[] = Object.values(basic)
export const rangeMeasures: readonly Measure[] = Object.values(spreads).flatMap(
  ([ranges, column, { what, kind, where }]) =>
    Array.from({ length: ranges }, (_, index) => measure(what, kind, ...where, [column, "=", index + 1])),
)

/** Facts that no measure tells apart, taken together: there are a few hundred kinds of them however many there are. */
export function tallied(facts: Sql, keys: Sql): Sql {
  return sql`(select ${keys}, kind, least(amount, 4) as amount, range, office_range, chat_range,
      (user_id > 0)::integer as by_user, count(*) as total_one, sum(seconds) as total_seconds,
      sum(office_seconds) as total_office_seconds, sum(amount) as total_amount
    from ${facts} group by ${keys}, kind, least(amount, 4), range, office_range, chat_range, user_id > 0) tallied`
}

export function measuresOf(names: readonly (keyof Sums)[]): readonly Measure[] {
  return names.map((name) => basic[name])
}

/** The kinds of facts that these measures count. */
export function kindsOf(measures: readonly Measure[]): string[] {
  return [...new Set(measures.map(({ kind }) => kind))]
}

/** Over facts that are tallied. What is 0 is null, which takes no room where it is kept. With the sign they are taken off. */
export function sumsOf(measures: readonly Measure[], sign: "" | "-" = ""): Sql {
  const sums = measures.map(({ what, kind, where }) => {
    const conditions = [`kind = '${kind}'`, ...where.map((condition) => condition.join(" "))]
    return raw(`${sign}nullif(sum(total_${what}) filter (where ${conditions.join(" and ")}), 0)`)
  })
  return sql`array[${join(sums)}]::bigint[]`
}

/** Of sums that are stored. Where only some are wanted the others are 0: each costs its share of a large report. */
export function totalsOf(measures: readonly Measure[], only?: readonly (keyof Sums)[]): Sql {
  const wanted = only?.map((name) => Object.keys(basic).indexOf(name))
  const totals = measures.map((_, index) =>
    wanted && !wanted.includes(index) ? raw("0") : raw(`coalesce(sum(sums[${index + 1}]), 0)`),
  )
  return sql`array[${join(totals)}]::bigint[]`
}

/** What a fact adds to each measure that counts it: their places, each followed by how much. */
export function additionsTo(measures: readonly Measure[]): (fact: FactRow) => number[] {
  const byKind = Map.groupBy(
    measures.map((measure, place) => ({ ...measure, place })),
    ({ kind }) => kind,
  )
  return (fact) =>
    (byKind.get(fact.kind) ?? []).flatMap(({ what, where, place }) => {
      const amount = amounts[what](fact)
      return amount && where.every((condition) => holds(fact, condition)) ? [place, amount] : []
    })
}

const amounts: Record<What, (fact: FactRow) => number | null> = {
  one: () => 1,
  seconds: ({ seconds }) => seconds,
  office_seconds: ({ officeSeconds }) => officeSeconds,
  amount: ({ amount }) => amount,
}

const columns: Record<Column, (fact: FactRow) => number | null> = {
  amount: ({ amount }) => amount,
  range: ({ range }) => range,
  office_range: ({ officeRange }) => officeRange,
  chat_range: ({ chatRange }) => chatRange,
  by_user: ({ userId }) => Math.sign(userId),
}

function holds(fact: FactRow, [column, is, value]: Condition): boolean {
  const found = columns[column](fact) ?? 0
  return is === "=" ? found === value : found > value
}

export function readSums(values: number[] | undefined): Sums {
  return Object.fromEntries(Object.keys(basic).map((name, index) => [name, values?.[index] ?? 0])) as Sums
}

export function readSpreads(values: number[] | undefined): Spreads {
  let from = 0
  const read = Object.entries(spreads).map(([name, [ranges]]) => {
    const counts = Array.from({ length: ranges }, (_, index) => values?.[from + index] ?? 0)
    from += ranges
    return [name, counts]
  })
  return Object.fromEntries(read) as Spreads
}
