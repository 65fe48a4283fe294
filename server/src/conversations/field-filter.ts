import type { ConversationQuery } from "@deskhand/contract/conversation"
import { type Db, type Sql, sql } from "../db/db.ts"
import { type DeskError, invalid } from "../errors.ts"
import { wordsOf } from "../search/words.ts"

/** The field has one of these values, to the letter. */
export interface FieldCondition {
  fieldId: number
  values: string[]
}

/** What `customFieldsByIds` asks for of fields of these inboxes. */
export async function fieldConditionsOf(
  db: Db,
  { customFieldsByIds, mailbox }: ConversationQuery,
  inboxIds: number[],
): Promise<FieldCondition[]> {
  if (customFieldsByIds === undefined) return []
  if (mailbox === undefined)
    throw invalid({ path: "mailbox", message: "is required with customFieldsByIds", source: "QUERY" })
  const pairs = pairsOf(customFieldsByIds)
  const types = await mapFieldTypes(db, pairs, inboxIds)
  for (const { fieldId } of pairs) {
    const type = types.get(fieldId)
    if (type === undefined) throw refused(fieldId, `names field ${fieldId}, which the inbox does not have`)
    if (type === "multiline")
      throw refused(fieldId, `names field ${fieldId}, which has many lines; search its text instead`)
  }
  const conditions: FieldCondition[] = []
  for (const { fieldId, value } of pairs) {
    const values = types.get(fieldId) === "singleline" ? await listValuesWith(db, fieldId, wordsOf(value)) : [value]
    conditions.push({ fieldId, values })
  }
  return conditions
}

interface Pair {
  fieldId: number
  value: string
}

/** A value may hold commas too: what follows one and does not start like a pair belongs to the value before it. */
function pairsOf(parts: string[]): Pair[] {
  const pairs: Pair[] = []
  for (const part of parts) {
    const [, id, value] = /^(\d{1,15})\s*:\s*(.*)$/s.exec(part) ?? []
    const last = pairs.at(-1)
    if (id !== undefined && value !== undefined) pairs.push({ fieldId: Number(id), value })
    else if (last) last.value += `,${part}`
    else throw refused(part, "must be pairs of a field id and a value, such as 12:Blue")
  }
  for (const { fieldId, value } of pairs) if (value === "") throw refused(fieldId, `has no value for field ${fieldId}`)
  return pairs
}

function refused(rejectedValue: unknown, message: string): DeskError {
  return invalid({ path: "customFieldsByIds", message, rejectedValue, source: "QUERY" })
}

async function mapFieldTypes(db: Db, pairs: Pair[], inboxIds: number[]): Promise<Map<number, string>> {
  const fieldIds = pairs.map(({ fieldId }) => fieldId)
  const rows = await db.many<{ id: number; type: string }>(sql`
    select id, type from custom_fields
    where id = any(${fieldIds}::bigint[]) and inbox_id = any(${inboxIds}::bigint[])`)
  return new Map(rows.map(({ id, type }) => [id, type]))
}

/**
 * The values of a single-line field that have all the words. PostgreSQL cannot fold accents as the search does; it
 * leaves out what is plain ASCII and lacks a word, and the rest is decided here.
 */
async function listValuesWith(db: Db, fieldId: number, words: string[]): Promise<string[]> {
  if (words.length === 0) return []
  const patterns = words.map((word) => `%${word}%`)
  const rows = await db.many<{ value: string }>(sql`
    select distinct value from conversation_fields where field_id = ${fieldId}
      and (octet_length(value) <> char_length(value) or lower(value) like all (${patterns}::text[]))`)
  return rows
    .map(({ value }) => value)
    .filter((value) => {
      const held = new Set(wordsOf(value))
      return words.every((word) => held.has(word))
    })
}

/** Asks each conversation that a walk passes by. PostgreSQL cannot turn this form into a join, which would end the walk. */
export function holdsValue({ fieldId, values }: FieldCondition): Sql {
  return sql`(select value from conversation_fields
    where conversation_id = conversations.id and field_id = ${fieldId}) = any(${values}::text[])`
}

/**
 * The same, but starting from the values: for a count, or a sort of few. The first comparison is for the index, which
 * has values in lower case and cut; the second is what is asked.
 */
export function isAmongHolders({ fieldId, values }: FieldCondition): Sql {
  return sql`conversations.id in (
    select conversation_id from conversation_fields where field_id = ${fieldId}
      and left(lower(value), 255) = any(array(select left(lower(given), 255) from unnest(${values}::text[]) as given))
      and value = any(${values}::text[]))`
}
