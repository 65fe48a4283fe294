import type { CustomerReference } from "@deskhand/contract/new-conversation"
import { type Db, sql } from "../db/db.ts"
import { type DeskError, invalid } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import { domainOf, isAddress } from "./rules.ts"

export interface Resolution {
  /** Where in the request the customer stands. */
  path: string
  userId: number
  now: Date
  /** History and drafts: nobody is told of a new customer. */
  quietly: boolean
}

export interface KnownCustomer {
  id: number
  /** The first of their addresses. */
  email: string | null
}

/**
 * The customer that a request means: by id, else by address, else a new one. Whoever is there already stays as they
 * are. Runs in the caller's transaction.
 */
export async function resolveCustomer(
  db: Db,
  reference: CustomerReference,
  resolution: Resolution,
): Promise<KnownCustomer> {
  const { path } = resolution
  const { id, email } = reference
  if (id !== undefined) {
    const known = await findKnown(db, sql`id = ${id}`)
    if (!known) throw refused(`${path}.id`, "is no customer of this desk", id)
    return known
  }
  if (email === undefined) throw refused(path, "must have an id or an email")
  const address = email.trim()
  if (!isAddress(address)) throw refused(`${path}.email`, "must be an e-mail address", email)
  // Two requests at once for an address that is new must not both make somebody.
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended('customer ' || lower(${address}), 0))`)
  return (
    (await findKnown(db, sql`id = (select customer_id from customer_emails where lower(value) = lower(${address}))`)) ??
    createCustomer(db, { ...reference, email: address }, resolution)
  )
}

function findKnown(db: Db, condition: ReturnType<typeof sql>): Promise<KnownCustomer | undefined> {
  return db.maybe(sql`select id, (select value from customer_emails where customer_id = customers.id order by id limit 1)
    as email from customers where ${condition}`)
}

async function createCustomer(
  db: Db,
  customer: CustomerReference & { email: string },
  { path, userId, now, quietly }: Resolution,
): Promise<KnownCustomer> {
  const organizationId = await organizationOf(db, customer, path)
  const { id } = await db.one<{ id: number }>(sql`
    insert into customers (first_name, last_name, gender, job_title, location, organization, organization_id, photo_type,
      photo_url, age, background, created_at, updated_at)
    values (${customer.firstName ?? null}, ${customer.lastName ?? null}, ${customer.gender ?? "unknown"},
      ${customer.jobTitle ?? null}, ${customer.location ?? null}, ${customer.organization ?? null}, ${organizationId},
      ${customer.photoType ?? "unknown"}, ${customer.photoUrl ?? null}, ${customer.age ?? null},
      ${customer.background ?? null}, ${now}, ${now})
    returning id`)
  await db.run(sql`insert into customer_emails (customer_id, value) values (${id}, ${customer.email})`)
  if (customer.phone !== undefined)
    await db.run(sql`insert into customer_phones (customer_id, value) values (${id}, ${customer.phone})`)
  if (!quietly) await recordEvent(db, { kind: "customer.created", subjectId: id, userId })
  return { id, email: customer.email }
}

/** The one named, else the one that claims the domain of the address. */
async function organizationOf(
  db: Db,
  { organizationId, email }: CustomerReference & { email: string },
  path: string,
): Promise<number | null> {
  const found = await db.maybe<{ id: number }>(
    organizationId === undefined
      ? sql`select organization_id as id from organization_domains where domain = ${domainOf(email)}`
      : sql`select id from organizations where id = ${organizationId}`,
  )
  if (!found && organizationId !== undefined)
    throw refused(`${path}.organizationId`, "is no organization of this desk", organizationId)
  return found?.id ?? null
}

function refused(path: string, message: string, rejectedValue?: unknown): DeskError {
  return invalid({ path, message, source: "JSON", ...(rejectedValue !== undefined && { rejectedValue }) })
}
