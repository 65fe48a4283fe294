import { type Db, early, type Sql, sql } from "../db/db.ts"
import { ask, Leaving, type Shared } from "../db/group.ts"
import { notFound } from "../errors.ts"
import type { Viewer } from "../http/viewer.ts"
import { type ConversationRow, mayRead, readableBy } from "./queries.ts"

/** A conversation that nobody else can change until the transaction ends. */
export interface HeldConversation
  extends Pick<
    ConversationRow,
    | "id"
    | "number"
    | "inbox_id"
    | "type"
    | "status"
    | "state"
    | "subject"
    | "assignee_id"
    | "preview"
    | "cc"
    | "bcc"
    | "closed_by_id"
    | "closed_at"
    | "snoozed_by_id"
    | "snoozed_until"
    | "scheduled_for"
    | "unsnooze_on_customer_reply"
    | "user_updated_at"
    | "created_at"
  > {
  customer_id: number
  created_by_user_id: number | null
  held_thread_count: number
  modified_at: Date
  /** Somebody wants it unassigned; routing passes it by. */
  kept_unassigned: boolean
}

export async function holdConversation(db: Db, viewer: Viewer, id: number): Promise<HeldConversation> {
  const held = await ask(db, holding, { viewer, id })
  if (!held) throw notFound()
  return held
}

const holding: Shared<{ viewer: Viewer; id: number }, HeldConversation | undefined> = {
  alone: (db, { viewer, id }) =>
    db.maybe(sql`${selectHeld(sql`id = ${id}`)} and ${readableBy(viewer)} for no key update`),
  /** Each for one of those who want it. Whose is held by others is waited for alone. */
  async together(db, given) {
    const ids = [...new Set(given.map(({ id }) => id))]
    const rows = await db.many<HeldConversation>(
      sql`${selectHeld(sql`id = any(${ids}::bigint[])`)} for no key update skip locked`,
    )
    const free = new Map(rows.map((row) => [row.id, row]))
    return given.map(({ viewer, id }) => {
      const row = free.get(id)
      free.delete(id)
      if (!row) return new Leaving()
      return mayRead(viewer, row) ? row : undefined
    })
  },
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
    select id, number, inbox_id, type, status, state, subject, assignee_id, customer_id, preview, cc, bcc,
      created_by_user_id, closed_by_id, closed_at, snoozed_by_id, snoozed_until, unsnooze_on_customer_reply, scheduled_for, kept_unassigned, held_thread_count,
      user_updated_at, created_at, modified_at
    from conversations c where ${condition}`
}
