import type { CustomerReference } from "@deskhand/contract/new-conversation"
import { type Db, sql } from "../db/db.ts"
import { type DeskError, invalid } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import { domainOf, isAddress } from "./rules.ts"

export interface Resolution {
  userId: number
  now: Date
  /** History and drafts: nobody is told of a new customer. */
  quietly: boolean
}

/** A customer as a request names them, and where in it. */
export interface Named {
  reference: CustomerReference
  path: string
}

export interface KnownCustomer {
  id: number
  /** The first of their addresses. */
  email: string | null
}

/**
 * The customers that a request means, in its order: by id, else by address, else new ones. Whoever is there already
 * stays as they are. Runs in the caller's transaction.
 *
 * Addresses are locked here, in an order that is the same for all requests, so that nobody is made twice.
 */
export async function resolveCustomers(
  db: Db,
  named: [Named, ...Named[]],
  resolution: Resolution,
): Promise<[KnownCustomer, ...KnownCustomer[]]> {
  const asked = named.map(({ reference, path }) => ({ reference, path, address: addressOf(reference, path) }))
  await lockAddresses(
    db,
    asked.flatMap(({ address }) => address ?? []),
  )
  const known = new Map<string, KnownCustomer>()
  const makings = new Map<string, Making>()
  for (const { reference, path, address } of asked) {
    const key = keyOf(reference, address)
    const found = known.get(key) ?? (await findKnown(db, reference, address))
    if (found) known.set(key, found)
    else if (address === undefined) throw refused(`${path}.id`, "is no customer of this desk", reference.id)
    else if (!makings.has(key))
      makings.set(key, {
        ...reference,
        email: address,
        joinedId: await organizationOf(db, { ...reference, email: address }, path),
      })
  }
  for (const [key, making] of makings) known.set(key, await createCustomer(db, making, resolution))
  return asked.map(({ reference, address }) => known.get(keyOf(reference, address))) as [KnownCustomer]
}

/** Undefined where an id counts instead. */
function addressOf({ id, email }: CustomerReference, path: string): string | undefined {
  if (id !== undefined) return undefined
  if (email === undefined) throw refused(path, "must have an id or an email")
  const address = email.trim()
  if (!isAddress(address)) throw refused(`${path}.email`, "must be an e-mail address", email)
  return address
}

function keyOf({ id }: CustomerReference, address: string | undefined): string {
  return address?.toLowerCase() ?? String(id)
}

function findKnown(db: Db, { id }: CustomerReference, address: string | undefined): Promise<KnownCustomer | undefined> {
  const condition =
    address === undefined
      ? sql`id = ${id}`
      : sql`id = (select customer_id from customer_emails where lower(value) = lower(${address}))`
  return db.maybe(sql`select id,
    (select value from customer_emails where customer_id = customers.id order by id limit 1) as email
    from customers where ${condition}`)
}

async function lockAddresses(db: Db, addresses: string[]): Promise<void> {
  if (addresses.length === 0) return
  await db.run(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('customer ' || lower(address), 0) as key from unnest(${addresses}::text[]) as address
      order by key offset 0
    ) as sorted`)
}

interface Making extends CustomerReference {
  email: string
  joinedId: number | null
}

async function createCustomer(db: Db, customer: Making, { userId, now, quietly }: Resolution): Promise<KnownCustomer> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into customers (first_name, last_name, gender, job_title, location, organization, organization_id, photo_type,
      photo_url, age, background, created_at, updated_at)
    values (${customer.firstName ?? null}, ${customer.lastName ?? null}, ${customer.gender ?? "unknown"},
      ${customer.jobTitle ?? null}, ${customer.location ?? null}, ${customer.organization ?? null}, ${customer.joinedId},
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
