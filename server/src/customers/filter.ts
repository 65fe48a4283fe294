import { empty, join, type Sql, sql } from "../db/db.ts"
import { type Viewer, visibleTo } from "../http/viewer.ts"
import type { CustomerSearch } from "./search.ts"

/** All of these; undefined does not ask. */
export interface CustomerFilter {
  inboxId?: number | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  createdSince?: Date | undefined
  modifiedSince?: Date | undefined
  organizationId?: number | undefined
  search?: CustomerSearch | undefined
}

/** The conditions that customers must meet, to stand behind a `where`. */
export function conditionsOf(filter: CustomerFilter, viewer: Viewer): Sql {
  const { inboxId, firstName, lastName, email, createdSince, modifiedSince, organizationId, search } = filter
  const conditions = [
    ...(inboxId === undefined ? [] : [isInInbox(inboxId, viewer)]),
    ...(firstName === undefined ? [] : [sql`first_name_key = lower(${firstName})`]),
    ...(lastName === undefined ? [] : [sql`last_name_key = lower(${lastName})`]),
    ...(email === undefined
      ? []
      : [sql`id = (select customer_id from customer_emails where lower(value) = lower(${email}))`]),
    ...(createdSince === undefined ? [] : [sql`created_at > ${createdSince}`]),
    ...(modifiedSince === undefined ? [] : [sql`updated_at > ${modifiedSince}`]),
    ...(organizationId === undefined ? [] : [sql`organization_id = ${organizationId}`]),
    ...(search === undefined ? [] : [search.condition]),
  ]
  return conditions.length === 0 ? empty : sql`and ${join(conditions, " and ")}`
}

/**
 * In this form the planner cannot make a join of it, which would end the walk in order; it asks for each customer, or
 * a hash of all that the inbox has.
 */
function isInInbox(inboxId: number, viewer: Viewer): Sql {
  return sql`(exists (select from customer_inboxes where customer_id = customers.id and ${inInbox(inboxId, viewer)})) is true`
}

/** Of rows of `customer_inboxes`. */
export function inInbox(inboxId: number, viewer: Viewer): Sql {
  return sql`inbox_id = ${inboxId} and holds and ${visibleTo(viewer, sql`inbox_id`)}`
}

/** The inbox, if nothing else is asked for. */
export function inboxAlone({ inboxId, ...others }: CustomerFilter): number | undefined {
  return asksNothing(others) ? inboxId : undefined
}

export function asksNothing(filter: CustomerFilter): boolean {
  return Object.values(filter).every((value) => value === undefined)
}
