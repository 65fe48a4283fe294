import type { ConversationQuery } from "@deskhand/contract/conversations/conversation"
import { type Db, sql } from "../../db/db.ts"
import { type DeskError, invalid } from "../../errors.ts"
import { wordsOf } from "../../search/words.ts"

/** The field has one of these values to the letter, or all these words. */
export interface FieldCondition {
  fieldId: number
  values: string[]
  words?: string[]
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
    if (types.get(fieldId) === "singleline") conditions.push(await wordCondition(db, fieldId, wordsOf(value)))
    else conditions.push({ fieldId, values: [value] })
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
    where id = any(${fieldIds}::bigint[]) and inbox_id = any(${inboxIds}::bigint[]) and deleted_at is null`)
  return new Map(rows.map(({ id, type }) => [id, type]))
}

/**
 * PostgreSQL cannot fold accents as the search does. The search documents have the words of what is plain (plain_words() in
 * db/schema/10-custom-fields.sql); the few other values are looked through here.
 */
export async function wordCondition(db: Db, fieldId: number, words: string[]): Promise<FieldCondition> {
  if (words.length === 0) return { fieldId, values: [] }
  const rows = await db.many<{ value: string }>(sql`
    select distinct value from conversation_fields where field_id = ${fieldId} and plain_words(value) is null`)
  const values = rows
    .map(({ value }) => value)
    .filter((value) => {
      const held = new Set(wordsOf(value))
      return words.every((word) => held.has(word))
    })
  return { fieldId, values, words }
}
