import { empty, join, type Sql, sql } from "../db/db.ts"
import { type Viewer, visibleTo } from "../http/viewer.ts"

/** All of these; undefined does not ask. */
export interface CustomerFilter {
  inboxId?: number | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  createdSince?: Date | undefined
  modifiedSince?: Date | undefined
}

/** The conditions that customers must meet, to stand behind a `where`. */
export function conditionsOf(filter: CustomerFilter, viewer: Viewer): Sql {
  const { inboxId, firstName, lastName, email, createdSince, modifiedSince } = filter
  const conditions = [
    ...(inboxId === undefined
      ? []
      : [sql`exists (select from customer_inboxes where customer_id = customers.id and ${inInbox(inboxId, viewer)})`]),
    // Written as in the indexes over names, so that those can answer.
    ...(firstName === undefined ? [] : [sql`lower(first_name) collate "C" = lower(${firstName})`]),
    ...(lastName === undefined ? [] : [sql`lower(last_name) collate "C" = lower(${lastName})`]),
    ...(email === undefined
      ? []
      : [sql`id = (select customer_id from customer_emails where lower(value) = lower(${email}))`]),
    ...(createdSince === undefined ? [] : [sql`created_at > ${createdSince}`]),
    ...(modifiedSince === undefined ? [] : [sql`updated_at > ${modifiedSince}`]),
  ]
  return conditions.length === 0 ? empty : sql`and ${join(conditions, " and ")}`
}

export function inInbox(inboxId: number, viewer: Viewer): Sql {
  return sql`inbox_id = ${inboxId} and conversation_count > 0 and ${visibleTo(viewer, sql`inbox_id`)}`
}
