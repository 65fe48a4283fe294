import type { CustomerReference } from "@deskhand/contract/conversations/new-conversation"
import { type Outcome, orThrow, withEach } from "../db/batch.ts"
import { type Db, early, empty, overtaken, sql } from "../db/db.ts"
import { type DeskError, invalid } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import { isAddress } from "../http/input/texts.ts"
import { insertEntries } from "./entries.ts"
import { organizationOf } from "./joining.ts"
import { holdCustomers, lockAddresses } from "./locks.ts"
import { columnsOf, insertCustomer } from "./write.ts"

export interface Resolution {
  /** Null where mail brought them. */
  userId: number | null
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

/** Whom a request names, and how far they are known. */
export interface NamedCustomers {
  asked: (Named & { address: string | undefined })[]
  /** The only one asked for, held; undefined where there are several, or they are not known yet. */
  held: KnownCustomer | undefined
}

/**
 * Mostly a request means one customer, who is there: they are held, so that nobody merges or deletes them meanwhile, and
 * no address is locked. Otherwise nobody is held yet, because addresses are locked before customers. For each of several
 * requests; then those whom somebody else holds are not waited for.
 */
export async function seekCustomers(db: Db, requests: Named[][]): Promise<Outcome<NamedCustomers>[]> {
  const asked = withEach(requests, (named) =>
    named.map(({ reference, path }) => ({ reference, path, address: addressOf(reference, path) })),
  )
  const only = asked.map((customers) => (customers instanceof Error ? undefined : onlyOneOf(customers)))
  const waiting = requests.length > 1 ? sql`skip locked` : empty
  const held = await listKnown(
    db,
    only.flatMap((one) => one ?? []),
    sql`for key share of customers ${waiting}`,
  )
  return withEach(asked, (customers, index) => ({ asked: customers, held: only[index] && held.shift() }))
}

function onlyOneOf(asked: NamedCustomer[]): NamedCustomer | undefined {
  const [first, ...others] = new Map(asked.map((one) => [keyOf(one.reference, one.address), one])).values()
  return others.length === 0 ? first : undefined
}

/**
 * The customers that a request means, in its order: by id, else by address, else new ones. Whoever is there already
 * stays as they are. Runs in the caller's transaction.
 */
export async function resolveCustomers(
  db: Db,
  named: [Named, ...Named[]],
  resolution: Resolution,
): Promise<[KnownCustomer, ...KnownCustomer[]]> {
  const [sought] = await seekCustomers(db, [named])
  return (await resolveNamed(db, orThrow(sought), resolution)) as [KnownCustomer, ...KnownCustomer[]]
}

/** For each of several requests that were sought. One of many that needs more locks is told to come alone. */
export async function resolveEach(
  db: Db,
  sought: Outcome<NamedCustomers & Resolution>[],
): Promise<Outcome<KnownCustomer[]>[]> {
  const [first] = sought
  if (sought.length === 1 && first && !(first instanceof Error)) return [await resolveNamed(db, first, first)]
  return withEach(sought, ({ asked, held }) => (held ? asked.map(() => held) : overtaken()))
}

async function resolveNamed(db: Db, { asked, held }: NamedCustomers, resolution: Resolution): Promise<KnownCustomer[]> {
  if (held) return asked.map(() => held)
  const known = await findOrCreate(db, asked, resolution)
  return asked.map(({ reference, address }) => known.get(keyOf(reference, address)) as KnownCustomer)
}

/**
 * Everything that two requests may both want is locked here, in an order that is the same for all of them: addresses,
 * so that nobody is made twice, then customers, so that nobody is merged or deleted meanwhile.
 */
async function findOrCreate(
  db: Db,
  asked: NamedCustomers["asked"],
  resolution: Resolution,
): Promise<Map<string, KnownCustomer>> {
  await lockAddresses(
    db,
    asked.flatMap(({ address }) => address ?? []),
  )
  const wanted = new Map<string, NamedCustomer>()
  for (const one of asked) {
    const key = keyOf(one.reference, one.address)
    if (!wanted.has(key)) wanted.set(key, one)
  }
  const known = new Map<string, KnownCustomer>()
  const makings = new Map<string, Making>()
  const found = await listKnown(db, [...wanted.values()])
  await Promise.all(
    [...wanted].map(async ([key, { reference, path, address }], index) => {
      const one = found[index]
      if (one) known.set(key, one)
      else if (address === undefined) throw refused(`${path}.id`, "is no customer of this desk", reference.id)
      else {
        const claimed = { addresses: [address], path: `${path}.organizationId` }
        makings.set(key, { ...reference, email: address, joinedId: await organizationOf(db, reference, claimed) })
      }
    }),
  )
  await holdCustomers(
    db,
    [...known.values()].map(({ id }) => id),
  )
  await Promise.all(
    [...makings].map(async ([key, making]) => known.set(key, await createCustomer(db, making, resolution))),
  )
  return known
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

const firstAddress = sql`(select value from customer_emails where customer_id = customers.id order by id limit 1)`

type NamedCustomer = NamedCustomers["asked"][number]

/** In their order, nothing for one who is not known. */
async function listKnown(db: Db, asked: NamedCustomer[], holding = empty): Promise<(KnownCustomer | undefined)[]> {
  if (asked.length === 0) return []
  const rows = await db.many<KnownCustomer & { place: number }>(sql`${early}
    with asked as materialized (
      select place, coalesce(id, (select customer_id from customer_emails where lower(value) = lower(address))) as id
      from unnest((select ${asked.map(({ reference, address }) => (address === undefined ? reference.id : null))}::bigint[]),
        (select ${asked.map(({ address }) => address ?? null)}::text[])) with ordinality as asked (id, address, place)
    )
    select place, customers.id, ${firstAddress} as email
    from asked join customers on customers.id = asked.id ${holding}`)
  const known = new Map(rows.map(({ place, id, email }) => [place, { id, email }]))
  return asked.map((_, index) => known.get(index + 1))
}

interface Making extends CustomerReference {
  email: string
  joinedId: number | null
}

async function createCustomer(db: Db, customer: Making, { userId, now, quietly }: Resolution): Promise<KnownCustomer> {
  const id = await insertCustomer(db, columnsOf(customer, customer.joinedId), now)
  await insertEntries(db, "emails", { customerId: id, entries: [{ value: customer.email }] })
  if (customer.phone !== undefined)
    await insertEntries(db, "phones", { customerId: id, entries: [{ value: customer.phone }] })
  if (!quietly) await recordEvent(db, { kind: "customer.created", subjectId: id, userId })
  return { id, email: customer.email }
}

function refused(path: string, message: string, rejectedValue?: unknown): DeskError {
  return invalid({ path, message, source: "JSON", ...(rejectedValue !== undefined && { rejectedValue }) })
}
