import { type Db, type Sql, sql } from "../db/db.ts"
import { type Fact, factsOf, type RawConversation } from "./facts.ts"
import type { OfficeClock } from "./office-clock.ts"

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

export function listFacts(db: Db, conversationIds: number[]): Promise<FactRow[]> {
  return listFactsWhere(db, sql`conversation_id = any(${conversationIds}::bigint[])`)
}

export function listFactsWhere(db: Db, which: Sql): Promise<FactRow[]> {
  return db.many(sql`
    select conversation_id as "conversationId", kind, part, at, inbox_id as "inboxId", type, customer_id as "customerId",
      user_id as "userId", tag_ids as "tagIds", seconds, office_seconds as "officeSeconds", amount, range,
      office_range as "officeRange", chat_range as "chatRange"
    from report_facts where ${which}`)
}

export interface Difference {
  gone: FactRow[]
  came: FactRow[]
}

/** One that has changed is in both. */
export function differenceOf(before: FactRow[], after: FactRow[]): Difference {
  const gone = new Map(before.map((fact) => [textOf(fact), fact]))
  const came = after.filter((fact) => !gone.delete(textOf(fact)))
  return { gone: [...gone.values()], came }
}

function textOf(fact: FactRow): string {
  const { conversationId, kind, part, at, inboxId, type, customerId, userId, tagIds } = fact
  const { seconds, officeSeconds, amount, range, officeRange, chatRange } = fact
  const where = [conversationId, kind, part, at.getTime(), inboxId, type, customerId, userId, tagIds]
  return [...where, seconds, officeSeconds, amount, range, officeRange, chatRange].join(" ")
}
