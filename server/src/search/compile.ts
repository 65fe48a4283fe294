/**
 * Tree → SQL condition. A slice says what can be searched by a `SearchFields`: for each public name how a value becomes
 * a condition on its rows. Values reach the database only as parameters.
 *
 *     const customerFields: SearchFields = {
 *       named: {
 *         firstName: { kind: "text", matches: (text) => sql`lower(customers.first_name) = lower(${text})`,
 *           present: sql`customers.first_name is not null` },
 *         modifiedAt: momentColumn(sql`customers.updated_at`),
 *       },
 *       free: { kind: "text", matches: (text) => …, present: sql`true` },
 *     }
 *     reading({ path: "query", source: "QUERY", text }, () => compileQuery(parseQuery(text), customerFields, now))
 *
 * Names are found in any case. A text of which nothing can be looked for (`matches` gives undefined: a dash, an empty
 * phrase) drops out of its group; a query of which nothing is left finds nothing.
 */
import { join, type Sql, sql } from "../db/db.ts"
import { QueryProblem } from "./problem.ts"
import { type Period, readPeriod } from "./times.ts"
import type { Query, Range, Term, Text } from "./tree.ts"

export interface SearchFields {
  named: Record<string, SearchField>
  /** Names that are resolved before a query is compiled, for the message about an unknown one. */
  resolved?: readonly string[]
  /** For text without a field. */
  free: TextField
}

export type SearchField = TextField | NumberField | MomentField | FlagField | ChoiceField

interface Present {
  /** The condition of `field:*`. */
  present: Sql
}

export interface TextField extends Present {
  kind: "text"
  /** Whether it finds words by their start (`refun*`). */
  takesPrefix?: boolean
  matches(text: string, isPrefix?: boolean): Sql | undefined
}

/** Both ends included; undefined is open. */
export interface NumberRange {
  from: number | undefined
  to: number | undefined
}

export interface NumberField extends Present {
  kind: "number"
  within(range: NumberRange): Sql
}

/** `from` included, `before` not; undefined is open. */
export interface MomentRange {
  from: Date | undefined
  before: Date | undefined
}

export interface MomentField extends Present {
  kind: "moment"
  within(range: MomentRange): Sql
}

export interface FlagField {
  kind: "flag"
  set: Sql
}

export interface ChoiceField extends Present {
  kind: "choice"
  values: readonly string[]
  matches(value: string): Sql
}

export function compileQuery(query: Query, fields: SearchFields, now: Date): Sql {
  return condition(query, fields, now) ?? sql`false`
}

export function momentColumn(column: Sql): MomentField {
  const within = ({ from, before }: MomentRange) =>
    every([from && sql`${column} >= ${from}`, before && sql`${column} < ${before}`])
  return { kind: "moment", within, present: sql`${column} is not null` }
}

export function numberColumn(column: Sql): NumberField {
  return { kind: "number", within: (range) => between(column, range), present: sql`${column} is not null` }
}

export function between(column: Sql, { from, to }: NumberRange): Sql {
  if (from !== undefined && from === to) return sql`${column} = ${from}`
  return every([
    from === undefined ? undefined : sql`${column} >= ${from}`,
    to === undefined ? undefined : sql`${column} <= ${to}`,
  ])
}

function every(conditions: (Sql | undefined)[]): Sql {
  const given = conditions.filter((each) => each !== undefined)
  return given.length === 0 ? sql`true` : sql`(${join(given, " and ")})`
}

/** The field that a term names, or a problem that lists the known ones. */
export function fieldOf({ field, at }: Term, { named, free, resolved = [] }: SearchFields): SearchField {
  if (field === undefined) return free
  const name = Object.keys(named).find((known) => known.toLowerCase() === field.toLowerCase())
  const found = name === undefined ? undefined : named[name]
  if (found) return found
  throw new QueryProblem(
    at,
    `expected one of the fields ${[...resolved, ...Object.keys(named)].join(", ")}, not ${field}`,
  )
}

function condition(query: Query, fields: SearchFields, now: Date): Sql | undefined {
  switch (query.kind) {
    case "term":
      return termCondition(query, fieldOf(query, fields), now)
    case "resolved":
      return query.condition
    case "not": {
      const part = condition(query.part, fields, now)
      // A condition on a missing value is unknown, and its opposite must hold.
      return part && sql`(${part}) is not true`
    }
    default: {
      const parts = query.parts.map((part) => condition(part, fields, now)).filter((part) => part !== undefined)
      if (parts.length < 2) return parts[0]
      return sql`(${join(parts, query.kind === "and" ? " and " : " or ")})`
    }
  }
}

function termCondition(term: Term, field: SearchField, now: Date): Sql | undefined {
  const { value } = term
  if (value.kind === "any") return field.kind === "flag" ? sql`true` : field.present
  if (value.kind === "word" && value.prefix) checkPrefix(value, field)
  switch (field.kind) {
    case "number":
      return field.within(numberRange(value))
    case "moment":
      return field.within(momentRange(value, now))
    case "flag":
      return flagCondition(textOf(term), field)
    case "choice":
      return field.matches(readChoice(textOf(term), field.values))
    case "text":
      return field.matches(textOf(term).text, textOf(term).prefix)
  }
}

/** Fewer letters would find nearly everything. */
const leastForPrefix = 2

function checkPrefix({ text, at }: Text, field: SearchField): void {
  if (field.kind !== "text" || !field.takesPrefix)
    throw new QueryProblem(at, "expected * to stand alone, for any value, because this field has no words")
  if (/^[ -~]*$/.test(text) && text.length < leastForPrefix)
    throw new QueryProblem(at, `expected at least ${leastForPrefix} characters before *`)
}

function textOf({ field, value, at }: Term): Text {
  if (value.kind === "word" || value.kind === "phrase") return value
  throw new QueryProblem(value.at, `expected a value, because ${field ?? `the text at character ${at}`} has no order`)
}

export function readNumber({ text, at }: Text): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  throw new QueryProblem(at, "expected a whole number")
}

export function numberRange(value: Text | Range): NumberRange {
  if (value.kind !== "range") {
    const number = readNumber(value)
    return { from: number, to: number }
  }
  const { from, to } = value
  return {
    from: from.value && readNumber(from.value) + (from.included ? 0 : 1),
    to: to.value && readNumber(to.value) - (to.included ? 0 : 1),
  }
}

function readTime({ text, at }: Text, now: Date): Period {
  const period = readPeriod(text, now)
  if (typeof period === "string") throw new QueryProblem(at, period)
  return period
}

/** An end that belongs to the range does so with the whole period that it names. */
export function momentRange(value: Text | Range, now: Date): MomentRange {
  if (value.kind !== "range") {
    const period = readTime(value, now)
    return { from: period.from, before: period.to }
  }
  const { from, to } = value
  const first = from.value && readTime(from.value, now)
  const last = to.value && readTime(to.value, now)
  return { from: from.included ? first?.from : first?.to, before: to.included ? last?.to : last?.from }
}

function flagCondition({ text, at }: Text, { set }: FlagField): Sql {
  if (/^(true|yes|1)$/i.test(text)) return set
  if (/^(false|no|0)$/i.test(text)) return sql`not (${set})`
  throw new QueryProblem(at, "expected true or false")
}

function readChoice({ text, at }: Text, values: readonly string[]): string {
  const value = text.toLowerCase()
  if (values.includes(value)) return value
  throw new QueryProblem(at, `expected one of ${values.join(", ")}`)
}
