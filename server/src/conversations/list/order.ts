import { empty, type Sql, sql } from "../../db/db.ts"
import type { ConversationOrder } from "./filter.ts"

/** Columns of the indexes in db/schema/09-conversations.sql. */
export const sortKeys = {
  createdAt: sql`created_at`,
  modifiedAt: sql`modified_at`,
  number: sql`number`,
  waitingSince: sql`waiting_since`,
  subject: sql`subject_key`,
  customerName: sql`customer_name_key`,
  customerEmail: sql`customer_email_key`,
}

/** What a list is first ordered by whose conversations come inbox by inbox, or status by status. */
export function bandOf({ field }: ConversationOrder): Sql | undefined {
  return field === "mailboxid" ? sql`inbox_id` : field === "status" ? sql`status` : undefined
}

/** Without free text, what changed last fits best. */
export function keyOf({ field }: ConversationOrder): Sql {
  if (field === "mailboxid" || field === "status") return sortKeys.createdAt
  return field === "score" ? sortKeys.modifiedAt : sortKeys[field]
}

/** The whole of it, as a row of `conversations` tells it. */
export function orderedBy(order: ConversationOrder): Sql {
  const direction = order.descending ? sql`desc` : sql`asc`
  const band = bandOf(order)
  const byKey = sql`${keyOf(order)} ${direction} ${nullsOf(order, direction)}, id ${direction}`
  return band ? sql`${band} ${direction}, ${byKey}` : byKey
}

/** Who waits for nothing comes last both ways, which backwards takes an index of its own. */
export function nullsOf({ field, descending }: ConversationOrder, direction: Sql): Sql {
  if (field !== "waitingSince" || !descending) return empty
  return direction.sql === "desc" ? sql`nulls last` : sql`nulls first`
}
