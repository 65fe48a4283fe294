import type { CustomFieldType } from "@deskhand/contract/inboxes/custom-field"
import { type Db, sql } from "../../db/db.ts"
import { type FieldError, invalid } from "../../errors.ts"

export interface GivenValue {
  id: number
  value: string | number
}

export interface FieldValue {
  fieldId: number
  value: string
}

/** What a conversation of this inbox may be given; empty values set nothing. Names every mistake at once. */
export async function readFieldValues(db: Db, inboxId: number, given: GivenValue[]): Promise<FieldValue[]> {
  if (given.length === 0) return []
  const fields = await mapFields(
    db,
    inboxId,
    given.map(({ id }) => id),
  )
  const values = new Map<number, string>()
  const mistakes: FieldError[] = []
  for (const [index, { id, value }] of given.entries()) {
    const field = fields.get(id)
    const text = String(value).trim()
    const at = `fields[${index}]`
    if (!field) {
      mistakes.push({ path: `${at}.id`, message: "is no field of this inbox", rejectedValue: id, source: "JSON" })
      continue
    }
    const expected = text === "" ? undefined : expectationOf(field, text)
    if (expected)
      mistakes.push({ path: `${at}.value`, message: `must be ${expected}`, rejectedValue: value, source: "JSON" })
    values.set(id, text)
  }
  if (mistakes.length > 0) throw invalid(...mistakes)
  return [...values].flatMap(([fieldId, value]) => (value === "" ? [] : [{ fieldId, value }]))
}

interface Field {
  id: number
  type: CustomFieldType
  option_ids: number[]
}

/** Held until the values are stored, so that no field gets another type or loses an option under them. */
async function mapFields(db: Db, inboxId: number, ids: number[]): Promise<Map<number, Field>> {
  await db.run(sql`select from custom_fields where id = any(${ids}::bigint[]) order by id for key share`)
  const rows = await db.many<Field>(sql`
    select id, type, array(select id from custom_field_options where field_id = custom_fields.id) as option_ids
    from custom_fields where inbox_id = ${inboxId} and deleted_at is null and id = any(${ids}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What a value should have been; undefined when it is right. */
function expectationOf({ type, option_ids: optionIds }: Field, value: string): string | undefined {
  switch (type) {
    case "singleline":
      return value.length <= 255 && !/[\r\n]/.test(value) ? undefined : "one line of at most 255 characters"
    case "multiline":
      return value.length <= 15_000 ? undefined : "a text of at most 15,000 characters"
    case "number":
      return value.length <= 255 && /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(value) ? undefined : "a number"
    case "date":
      return isDate(value) ? undefined : "a date such as 2026-02-28"
    case "dropdown":
      return optionIds.map(String).includes(value) ? undefined : `the id of an option: ${optionIds.join(", ")}`
  }
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
