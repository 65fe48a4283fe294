import type { NewAddress, NewEntry } from "@deskhand/contract/customers/new-customer"
import type { Db } from "../db/db.ts"
import { conflict, notFound } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import type { CheckedChange } from "../http/input/if-match.ts"
import { addressRowOf, deleteAddress, writeAddress } from "./address.ts"
import { deleteEntries, insertEntries, readEntry, refuseTakenAddresses, refuseTooMany, updateEntry } from "./entries.ts"
import { organizationOf } from "./joining.ts"
import { lockAddresses, lockConversationsOf } from "./locks.ts"
import { type EntryKind, findAddress } from "./queries.ts"
import { lockCustomer, touchCustomer, updateOrganizationOf } from "./write.ts"

interface GivenEntry {
  customerId: number
  kind: EntryKind
  given: NewEntry
}

/** Gives its id. */
export function addEntry(db: Db, { customerId, kind, given }: GivenEntry, change: CheckedChange): Promise<number> {
  const entry = readEntry(kind, given, { value: "value" })
  return changing(db, { customerId, address: kind === "emails" ? entry.value : undefined, change }, async (db) => {
    const [id] = await insertEntries(db, kind, { customerId, entries: [entry] })
    await refuseTooMany(db, kind, customerId)
    return id ?? 0
  })
}

/** A type that is left out stays. */
export function changeEntry(db: Db, { customerId, kind, given }: GivenEntry, change: CheckedChange): Promise<void> {
  const { id = 0, value, type } = readEntry(kind, given, { value: "value" })
  return changing(db, { customerId, address: kind === "emails" ? value : undefined, change }, async (db) => {
    if (!(await updateEntry(db, kind, { customerId, id, value, type }))) throw notFound()
  })
}

export function removeEntry(
  db: Db,
  { customerId, kind, id }: { customerId: number; kind: EntryKind; id: number },
  change: CheckedChange,
): Promise<void> {
  return changing(db, { customerId, change }, async (db) => {
    if ((await deleteEntries(db, kind, { customerId, ids: [id] })) === 0) throw notFound()
  })
}

interface GivenAddress {
  customerId: number
  given: NewAddress
}

export function addAddress(db: Db, { customerId, given }: GivenAddress, change: CheckedChange): Promise<void> {
  return changing(db, { customerId, change }, async (db) => {
    if (await findAddress(db, customerId))
      throw conflict("address_exists", "The customer has an address already; overwrite it with PUT")
    await writeAddress(db, customerId, addressRowOf(given))
  })
}

export function overwriteAddress(db: Db, { customerId, given }: GivenAddress, change: CheckedChange): Promise<void> {
  return changing(db, { customerId, change }, (db) => writeAddress(db, customerId, addressRowOf(given)))
}

export function removeAddress(db: Db, customerId: number, change: CheckedChange): Promise<void> {
  return changing(db, { customerId, change }, (db) => deleteAddress(db, customerId))
}

interface PartChange {
  customerId: number
  /** One that they will have after it. */
  address?: string | undefined
  change: CheckedChange
}

/** Does the work under the customer's lock. Who belongs nowhere joins the organization that claims a new address. */
function changing<Result>(
  db: Db,
  { customerId, address, change }: PartChange,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { viewer, now, check } = change
  const addresses = address === undefined ? [] : [address]
  return db.transaction(async (db) => {
    await lockConversationsOf(db, customerId)
    await lockAddresses(db, addresses)
    const current = await lockCustomer(db, customerId, viewer)
    if (!current) throw notFound()
    await check(db)
    await refuseTakenAddresses(
      db,
      addresses.map((value) => ({ value, path: "value" })),
      customerId,
    )
    const result = await work(db)
    const joinedId = current.organization_id ?? (await organizationOf(db, {}, { addresses }))
    if (joinedId !== null && current.organization_id === null) await updateOrganizationOf(db, customerId, joinedId)
    await touchCustomer(db, customerId, now)
    await recordEvent(db, { kind: "customer.updated", subjectId: customerId, userId: viewer.userId })
    return result
  })
}
