import { type Db, raw, type Sql, sql } from "../../db/db.ts"
import type { OfficeClock } from "../office-hours/office-clock.ts"
import { type Fact, type FactKind, factsOf, type RawConversation } from "./facts.ts"

/** A fact as it is stored, with where it belongs. */
export interface FactRow extends Fact {
  conversationId: number
  inboxId: number
  type: string
  customerId: number
  /** Of its conversation, in ascending order. */
  tagIds: number[]
}

export function rowsOf(conversation: RawConversation, clock: OfficeClock | undefined): FactRow[] {
  const { id: conversationId, inboxId, type, customerId, tagIds } = conversation
  return factsOf(conversation, clock).map((fact) => ({ ...fact, conversationId, inboxId, type, customerId, tagIds }))
}

/** Of some conversations, as `textOf` tells them: few have changed, and only those are worth more than a comparison. */
export async function listFactTexts(db: Db, conversationIds: number[]): Promise<string[]> {
  const { facts } = await db.one<{ facts: string | null }>(sql`
    select string_agg(concat(conversation_id, ' ', kind, ' ', part, ' ', ${millisecondsOf("at")}, ' ', inbox_id, ' ', type, ' ',
      customer_id, ' ', user_id, ' ', array_to_string(tag_ids, ','), ' ', seconds, ' ', office_seconds, ' ', amount, ' ', range, ' ',
      office_range, ' ', chat_range, ' ', first_activity::integer, ' ', first_reply::integer), ';') as facts
    from report_facts where conversation_id = any(${conversationIds}::bigint[])`)
  return facts?.split(";") ?? []
}

/** As a date of JavaScript has them. */
export function millisecondsOf(column: "at" | "created_at"): Sql {
  return sql`floor(date_part('epoch', ${raw(column)}) * 1000 + 0.0005)::bigint`
}

export function listFactsWhere(db: Db, which: Sql): Promise<FactRow[]> {
  return db.many(sql`
    select conversation_id as "conversationId", kind, part, at, inbox_id as "inboxId", type, customer_id as "customerId",
      user_id as "userId", tag_ids as "tagIds", seconds, office_seconds as "officeSeconds", amount, range,
      office_range as "officeRange", chat_range as "chatRange", first_activity as "firstActivity",
      first_reply as "firstReply"
    from report_facts where ${which}`)
}

export interface Difference {
  gone: FactRow[]
  came: FactRow[]
}

/** One that has changed is in both. */
export function differenceOf(before: string[], after: FactRow[]): Difference {
  const gone = new Set(before)
  const came = after.filter((fact) => !gone.delete(textOf(fact)))
  return { gone: [...gone].map(factOf), came }
}

export function textOf(fact: FactRow): string {
  const { conversationId, kind, part, at, inboxId, type, customerId, userId, tagIds } = fact
  const { seconds, officeSeconds, amount, range, officeRange, chatRange, firstActivity, firstReply } = fact
  const where = `${conversationId} ${kind} ${part} ${at.getTime()} ${inboxId} ${type} ${customerId} ${userId} ${tagIds.join()}`
  const much = `${seconds ?? ""} ${officeSeconds ?? ""} ${amount} ${range ?? ""} ${officeRange ?? ""} ${chatRange ?? ""} ${Number(firstActivity)} ${Number(firstReply)}`
  return `${where} ${much}`
}

/** The fact that has this text. */
export function factOf(text: string): FactRow {
  const [conversationId, kind, part, at, inboxId, type = "", customerId, userId, tagIds, ...much] = text.split(" ")
  const [
    seconds = null,
    officeSeconds = null,
    amount = null,
    range = null,
    officeRange = null,
    chatRange = null,
    ...firsts
  ] = much.map((value) => (value === "" ? null : Number(value)))
  return {
    conversationId: Number(conversationId),
    kind: kind as FactKind,
    part: Number(part),
    at: new Date(Number(at)),
    inboxId: Number(inboxId),
    type,
    customerId: Number(customerId),
    userId: Number(userId),
    tagIds: tagIds ? tagIds.split(",").map(Number) : [],
    seconds,
    officeSeconds,
    amount: amount ?? 0,
    range,
    officeRange,
    chatRange,
    firstActivity: firsts[0] === 1,
    firstReply: firsts[1] === 1,
  }
}
