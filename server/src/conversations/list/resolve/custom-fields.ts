import { join, type Sql, sql } from "../../../db/db.ts"
import { between, numberRange } from "../../../search/compile.ts"
import { readDay } from "../../../search/day-words.ts"
import { QueryProblem } from "../../../search/problem.ts"
import { joined, type Query, type Range, type Resolved, type Term, type Text } from "../../../search/tree.ts"
import { wordsOf } from "../../../search/words.ts"
import { fieldPart } from "../documents.ts"
import { type FieldCondition, wordCondition } from "../fields.ts"
import { holds } from "../holds.ts"
import { nothingFound, type Resolving } from "./searcher.ts"

interface CustomField {
  id: number
  name: string
  type: "singleline" | "multiline" | "date" | "number" | "dropdown"
  options: { id: number; label: string }[]
}

/** Undefined where no field of the searcher's inboxes has the name. */
export async function resolveCustomField(resolving: Resolving, term: Term): Promise<Query | undefined> {
  const { db, searcher } = resolving
  const fields = await db.many<CustomField>(sql`
    select id, name, type, coalesce((select json_agg(json_build_object('id', o.id, 'label', o.label) order by o.position, o.id)
      from custom_field_options o where o.field_id = custom_fields.id), '[]') as options
    from custom_fields where lower(name) = lower(${term.field}) and deleted_at is null
      and inbox_id = any(${searcher.inboxIds}::bigint[]) order by id`)
  if (fields.length === 0) return undefined
  const found = await Promise.all(fields.map((field) => resolveValue(resolving, field, term)))
  const known = found.filter((each) => each !== undefined)
  if (known.length > 0) return joined("or", known)
  const labels = [...new Set(fields.flatMap(({ options }) => options.map(({ label }) => label)))]
  resolving.note(term.at, `${fields[0]!.name} has no option ${written(term)}. Options: ${labels.join(", ")}.`)
  return nothingFound(term.at)
}

function written({ value }: Term): string {
  return "text" in value ? value.text : "*"
}

/** Undefined where the field has no such option. */
async function resolveValue(
  { db, searcher }: Resolving,
  { id, type, options }: CustomField,
  { value, at }: Term,
): Promise<Query | undefined> {
  if (value.kind === "any") return holdsValue(id, sql`true`, at)
  switch (type) {
    case "number":
      return value.kind === "range"
        ? holdsValue(id, numberCondition(value), at)
        : equals({ fieldId: id, values: [value.text.trim()] }, at)
    case "date": {
      const condition = dateCondition(value, searcher.now)
      return typeof condition === "string"
        ? equals({ fieldId: id, values: [condition] }, at)
        : holdsValue(id, condition, at)
    }
    case "dropdown": {
      const text = textOf(value).text.trim().toLowerCase()
      const option = options.find((each) => each.label.toLowerCase() === text || String(each.id) === text)
      return option && equals({ fieldId: id, values: [String(option.id)] }, at)
    }
    case "singleline":
      return equals(await wordCondition(db, id, wordsOf(textOf(value).text)), at)
    case "multiline": {
      const part = textOf(value).text.replace(/[\\%_]/g, "\\$&")
      return holdsValue(id, sql`value ilike ${`%${part}%`}`, at)
    }
  }
}

function textOf(value: Text | Range): Text {
  if (value.kind !== "range") return value
  throw new QueryProblem(value.at, "expected a value, because this field has no order")
}

/** Only of what is a number; PostgreSQL may test the other half of a conjunction first. */
function numberCondition(range: Range): Sql {
  return sql`case when value ~ '^-?[0-9]{1,15}([.][0-9]+)?$' then ${between(sql`value::numeric`, numberRange(range))} end`
}

/** One day, or the condition of several: dates are stored as 2026-03-09, which has the order of its text. */
function dateCondition(value: Text | Range, now: Date): string | Sql {
  const days = ({ text, at }: Text): [string, string] => {
    // A date in a field is the same day in every time zone.
    const period = readDay(text, now, "UTC")
    if (typeof period === "string") throw new QueryProblem(at, period)
    return [period.from.toISOString().slice(0, 10), new Date(period.to.getTime() - 1).toISOString().slice(0, 10)]
  }
  if (value.kind !== "range") {
    const [first, last] = days(value)
    return first === last ? first : sql`value between ${first} and ${last}`
  }
  const { from, to } = value
  const conditions = [sql`true`]
  if (from.value)
    conditions.push(from.included ? sql`value >= ${days(from.value)[0]}` : sql`value > ${days(from.value)[1]}`)
  if (to.value) conditions.push(to.included ? sql`value <= ${days(to.value)[1]}` : sql`value < ${days(to.value)[0]}`)
  return join(conditions, " and ")
}

function holdsValue(fieldId: number, condition: Sql, at: number): Resolved {
  return {
    kind: "resolved",
    condition: sql`conversations.id in (select conversation_id from conversation_fields
      where field_id = ${fieldId} and ${condition})`,
    at,
  }
}

function equals(field: FieldCondition, at: number): Resolved {
  const { words } = fieldPart(field)
  return { kind: "resolved", condition: holds(words), words: { words, exact: true }, isDeep: true, at }
}
