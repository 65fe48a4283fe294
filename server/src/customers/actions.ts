import type { CustomerReference } from "@deskhand/contract/new-conversation"
import { type Db, early, empty, type Sql, sql } from "../db/db.ts"
import { ask, type Shared } from "../db/group.ts"
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
  /** Where it was begun before; without it this is the beginning. */
  sought?: Promise<Seeking>
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

export interface Seeking {
  asked: (Named & { address: string | undefined })[]
  /** The only one asked for, held; undefined where there are several, or they are not known yet. */
  held: KnownCustomer | undefined
}

/**
 * Mostly a request means one customer, who is there: they are held, so that nobody merges or deletes them meanwhile, and
 * no address is locked. Otherwise nobody is held yet, because addresses are locked before customers.
 */
export function seekCustomers(db: Db, named: Named[]): Promise<Seeking> {
  const seeking = holdOnlyOne(db, named)
  // Who refuses the request for another reason does not wait for it.
  seeking.catch(() => {})
  return seeking
}

async function holdOnlyOne(db: Db, named: Named[]): Promise<Seeking> {
  const asked = named.map(({ reference, path }) => ({ reference, path, address: addressOf(reference, path) }))
  const [first, ...others] = [...new Map(asked.map((one) => [keyOf(one.reference, one.address), one])).values()]
  const one = first && others.length === 0 ? first : undefined
  return { asked, held: one && (await ask(db, heldCustomer, one)) }
}

/**
 * The customers that a request means, in its order: by id, else by address, else new ones. Whoever is there already
 * stays as they are. Runs in the caller's transaction.
 */
export async function resolveCustomers(
  db: Db,
  named: [Named, ...Named[]],
  { sought = seekCustomers(db, named), ...resolution }: Resolution,
): Promise<[KnownCustomer, ...KnownCustomer[]]> {
  const { asked, held } = await sought
  if (held) return asked.map(() => held) as [KnownCustomer]
  const known = await findOrCreate(db, asked, resolution)
  return asked.map(({ reference, address }) => known.get(keyOf(reference, address))) as [KnownCustomer]
}

/**
 * Everything that two requests may both want is locked here, in an order that is the same for all of them: addresses,
 * so that nobody is made twice, then customers, so that nobody is merged or deleted meanwhile.
 */
async function findOrCreate(
  db: Db,
  asked: Seeking["asked"],
  resolution: Omit<Resolution, "sought">,
): Promise<Map<string, KnownCustomer>> {
  await lockAddresses(
    db,
    asked.flatMap(({ address }) => address ?? []),
  )
  const wanted = new Map<string, Asked>()
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

function selectKnown(id: number | undefined, address: string | undefined): Sql {
  const condition =
    address === undefined
      ? sql`id = ${id}`
      : sql`id = (select customer_id from customer_emails where lower(value) = lower(${address}))`
  return sql`${early} select id, ${firstAddress} as email from customers where ${condition}`
}

const firstAddress = sql`(select value from customer_emails where customer_id = customers.id order by id limit 1)`

type Asked = Seeking["asked"][number]

const heldCustomer: Shared<Asked, KnownCustomer | undefined> = {
  alone: (db, { reference, address }) => db.maybe(sql`${selectKnown(reference.id, address)} for key share`),
  /** Those that nobody holds otherwise; the rest are waited for alone. */
  together: (db, given) => listKnown(db, given, sql`for key share of customers skip locked`),
}

/** In their order, nothing for one who is not known. */
async function listKnown(db: Db, asked: Asked[], holding = empty): Promise<(KnownCustomer | undefined)[]> {
  const rows = await db.many<KnownCustomer & { place: number }>(sql`${early}
    with asked as materialized (
      select place, coalesce(id, (select customer_id from customer_emails where lower(value) = lower(address))) as id
      from unnest(${asked.map(({ reference, address }) => (address === undefined ? reference.id : null))}::bigint[],
        ${asked.map(({ address }) => address ?? null)}::text[]) with ordinality as asked (id, address, place)
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
