import { type Outcome, orThrow } from "../db/batch.ts"
import { anyOf, type Db, early, empty, overtaken, type Sql, sql } from "../db/db.ts"
import { columnNames } from "../db/write-rows.ts"
import { notFound } from "../errors.ts"
import type { Viewer } from "../http/viewer.ts"
import { type ConversationRecord, conversationTable } from "./columns.ts"
import { mayRead, readableBy } from "./queries.ts"

/** A conversation that nobody else can change until the transaction ends. */
export interface HeldConversation extends ConversationRecord {
  number: number
}

export async function holdConversation(db: Db, viewer: Viewer, id: number): Promise<HeldConversation> {
  return orThrow((await holdEach(db, [{ viewer, id }]))[0])
}

/**
 * In their order, each for one of those who want it. Where there are several, nobody waits for whoever holds one of them: that
 * one is told to come alone.
 */
export async function holdEach(db: Db, wanted: { viewer: Viewer; id: number }[]): Promise<Outcome<HeldConversation>[]> {
  const isAlone = wanted.length === 1
  const ids = [...new Set(wanted.map(({ id }) => id))]
  const rows = await db.many<HeldConversation>(
    sql`${selectHeld(sql`id = ${anyOf(ids)}`)} for no key update ${isAlone ? empty : sql`skip locked`}`,
  )
  const free = new Map(rows.map((row) => [row.id, row]))
  return wanted.map(({ viewer, id }) => {
    const row = free.get(id)
    free.delete(id)
    if (row) return mayRead(viewer, row) ? row : notFound()
    return isAlone ? notFound() : overtaken()
  })
}

/** For what the desk itself does: whoever may see it, once nobody else holds it. */
export function holdAnyConversation(db: Db, id: number): Promise<HeldConversation | undefined> {
  return db.maybe(sql`${selectHeld(sql`id = ${id}`)} for no key update`)
}

/** Whoever may see it; nothing where somebody else holds it at this moment. */
export function holdIdleConversation(db: Db, id: number): Promise<HeldConversation | undefined> {
  return db.maybe(sql`${selectHeld(sql`id = ${id}`)} for no key update skip locked`)
}

/**
 * Those of them that the viewer may read, held so firmly that they can be taken away. In the order of their ids, so that
 * two who want the same ones wait for one another.
 */
export function holdConversations(db: Db, viewer: Viewer, ids: number[]): Promise<HeldConversation[]> {
  return db.many(sql`${selectHeld(sql`id = any(${ids}::bigint[])`)} and ${readableBy(viewer)} order by id for update`)
}

/**
 * Of its own row alone: that is read again after waiting for whoever held it, but another table would be seen as it was
 * before.
 */
function selectHeld(condition: Sql): Sql {
  return sql`${early}
    select number, ${columnNames(conversationTable, "c")} from conversations c where ${condition}`
}
