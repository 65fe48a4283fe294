import { join, raw, type Sql, sql } from "../db/db.ts"

/** A sum over tallied facts: of what, and over which. */
export type Measure = readonly [what: string, when: string]

const one = "times"
const of = (column: string) => `total_${column}`

/** Kept by day and by hour. Their order is that of the stored sums: new ones come last, with a rebuild. */
const basic = {
  created: [one, "kind = 'created'"],
  createdByUsers: [one, "kind = 'created' and by_user"],
  tagged: [one, "kind = 'created' and amount > 0"],
  answeredBySaved: [one, "kind = 'created' and range > 0"],
  received: [one, "kind = 'received'"],
  replies: [one, "kind = 'reply'"],
  responses: [one, "kind = 'reply' and range is not null"],
  responseSeconds: [of("seconds"), "kind = 'reply'"],
  responseOfficeSeconds: [of("office_seconds"), "kind = 'reply'"],
  firstResponses: [one, "kind = 'reply' and amount = 1"],
  firstSeconds: [of("seconds"), "kind = 'reply' and amount = 1"],
  firstOfficeSeconds: [of("office_seconds"), "kind = 'reply' and amount = 1"],
  closed: [one, "kind = 'closed'"],
  resolved: [one, "kind = 'resolved'"],
  resolutionSeconds: [of("seconds"), "kind = 'resolved'"],
  resolutionOfficeSeconds: [of("office_seconds"), "kind = 'resolved'"],
  repliesToResolve: [of("amount"), "kind = 'resolved'"],
  resolvedOnFirstReply: [one, "kind = 'resolved' and amount = 1"],
  great: [one, "kind = 'rating' and amount = 1"],
  okay: [one, "kind = 'rating' and amount = 2"],
  notGood: [one, "kind = 'rating' and amount = 3"],
  chats: [one, "kind = 'chat'"],
  chatsAnswered: [one, "kind = 'chat' and office_range = 1"],
  chatSeconds: [of("seconds"), "kind = 'chat' and office_range = 1"],
  chatOfficeSeconds: [of("office_seconds"), "kind = 'chat' and office_range = 1"],
  chatMessages: [of("amount"), "kind = 'chat'"],
} as const satisfies Record<string, Measure>

/** How a measure spreads over ranges, as answers number them; kept by day. */
const spreads = {
  responseTime: [10, one, "kind = 'reply' and range"],
  responseOfficeTime: [10, one, "kind = 'reply' and office_range"],
  firstResponseTime: [10, one, "kind = 'reply' and amount = 1 and range"],
  firstResponseOfficeTime: [10, one, "kind = 'reply' and amount = 1 and office_range"],
  repliesToResolve: [5, one, "kind = 'resolved' and range"],
  resolutionSeconds: [5, of("seconds"), "kind = 'resolved' and range"],
  resolutionOfficeSeconds: [5, of("office_seconds"), "kind = 'resolved' and range"],
  chatWaitTime: [5, one, "kind = 'reply' and amount = 1 and chat_range"],
  chatResponseTime: [5, one, "kind = 'reply' and chat_range"],
  messagesPerChat: [5, one, "kind = 'chat' and range"],
  chatDuration: [5, one, "kind = 'chat' and chat_range"],
  resolutionTime: [10, one, "kind = 'resolved' and chat_range"],
  resolutionOfficeTime: [10, one, "kind = 'resolved' and office_range"],
} as const satisfies Record<string, readonly [ranges: number, what: string, when: string]>

export type Sums = Record<keyof typeof basic, number>
export type Spreads = Record<keyof typeof spreads, number[]>

export const basicMeasures: readonly Measure[] = Object.values(basic)
export const rangeMeasures: readonly Measure[] = Object.values(spreads).flatMap(([ranges, what, when]) =>
  Array.from({ length: ranges }, (_, index) => [what, `${when} = ${index + 1}`] as const),
)

/**
 * Facts that no measure tells apart, taken together: there are a few hundred kinds of them however many there are. `sign` is 1,
 * or -1 for facts that are taken back.
 */
export function tallied(facts: Sql, keys: Sql): Sql {
  return sql`(select ${keys}, kind, least(amount, 4) as amount, range, office_range, chat_range, user_id > 0 as by_user,
      sum(sign) as times, sum(sign * seconds) as total_seconds, sum(sign * office_seconds) as total_office_seconds,
      sum(sign * amount) as total_amount
    from ${facts} group by ${keys}, kind, least(amount, 4), range, office_range, chat_range, user_id > 0) tallied`
}

export function measuresOf(names: readonly (keyof Sums)[]): readonly Measure[] {
  return names.map((name) => basic[name])
}

/** The kinds of facts that these measures count. */
export function kindsOf(measures: readonly Measure[]): string[] {
  return [...new Set(measures.flatMap(([, when]) => /kind = '(\w+)'/.exec(when)?.[1] ?? []))]
}

/** Over facts that are tallied. What is 0 is null, which takes no room where it is kept. */
export function sumsOf(measures: readonly Measure[]): Sql {
  const sums = measures.map(([what, when]) => sql`nullif(sum(${raw(what)}) filter (where ${raw(when)}), 0)`)
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
