import type { NewCustomer, NewEntry } from "@deskhand/contract/customers/new-customer"
import type { Db } from "../db/db.ts"
import { invalid, notFound } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import type { Change, CheckedChange } from "../http/input/if-match.ts"
import { refuseWithoutInbox } from "../organizations/change-rights.ts"
import { addressRowOf, writeAddress } from "./address.ts"
import {
  entryKinds,
  insertEntries,
  listAllEntries,
  readEntries,
  readEntry,
  refuseTakenAddresses,
  replaceEntries,
} from "./entries.ts"
import { organizationOf } from "./joining.ts"
import { lockAddresses, lockConversationsOf } from "./locks.ts"
import { writeValues } from "./properties/queries.ts"
import { readValues } from "./properties/values.ts"
import { type EntryKind, findOrganizationName } from "./queries.ts"
import { columnsOf, insertCustomer, lockCustomer, updateCustomer } from "./write.ts"

export function createCustomer(db: Db, given: NewCustomer, { viewer, now }: Change): Promise<number> {
  const parts = readParts(given)
  const lists = {
    ...parts.lists,
    emails: withShort(parts.lists.emails, parts.email),
    phones: withShort(parts.lists.phones, parts.phone),
  }
  const known = [given.firstName, given.lastName, ...Object.values(lists).flat()]
  if (known.every((part) => part === undefined))
    throw invalid({ path: "emails", message: "or a name or another way to reach them is required", source: "JSON" })
  refuseWithoutInbox(viewer)
  return db.transaction(async (db) => {
    await holdAddresses(db, parts)
    const addresses = lists.emails.map(({ value }) => value)
    const organizationId = await organizationOf(db, given, { addresses })
    const id = await insertCustomer(db, columnsOf(given, organizationId), now)
    for (const kind of entryKinds) await insertEntries(db, kind, { customerId: id, entries: lists[kind] ?? [] })
    await writeRest(db, id, given)
    await recordEvent(db, { kind: "customer.created", subjectId: id, userId: viewer.userId })
    return id
  })
}

/** What is left out of the fields is emptied; of the lists only those that are given are replaced. */
export function overwriteCustomer(
  db: Db,
  { id, ...given }: NewCustomer & { id: number },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  const parts = readParts(given)
  return db.transaction(async (db) => {
    await lockConversationsOf(db, id)
    await holdAddresses(db, parts, id)
    const current = await lockCustomer(db, id, viewer)
    if (!current) throw notFound()
    await check(db)
    const before = await listAllEntries(db, "emails", id)
    for (const kind of entryKinds) {
      const entries = parts.lists[kind]
      if (entries) await replaceEntries(db, kind, { customerId: id, entries })
    }
    await addMissing(db, "emails", { customerId: id, entry: parts.email })
    await addMissing(db, "phones", { customerId: id, entry: parts.phone })
    const known = new Set(before.map(({ value }) => value.toLowerCase()))
    const addresses = (await listAllEntries(db, "emails", id)).map(({ value }) => value)
    const added = addresses.filter((address) => !known.has(address.toLowerCase()))
    const stays = given.organizationId === undefined && (await namesCurrent(db, given, current.organization_id))
    const organizationId = stays ? current.organization_id : await organizationOf(db, given, { addresses: added })
    const columns = columnsOf(given, organizationId)
    await updateCustomer(db, id, stays ? { ...columns, organization: current.organization } : columns, now)
    await writeRest(db, id, given)
    await recordEvent(db, { kind: "customer.updated", subjectId: id, userId: viewer.userId })
  })
}

interface Parts {
  lists: Partial<Record<EntryKind, NewEntry[]>>
  /** The short forms. */
  email: NewEntry | undefined
  phone: NewEntry | undefined
  /** All addresses, by where they stand. */
  addresses: { value: string; path: string }[]
}

function readParts(given: NewCustomer): Parts {
  const read = (kind: EntryKind, name: "emails" | "phones" | "chats" | "socialProfiles" | "websites") =>
    given[name] && { [kind]: readEntries(kind, given[name], name) }
  const lists: Parts["lists"] = {
    ...read("emails", "emails"),
    ...read("phones", "phones"),
    ...read("chats", "chats"),
    ...read("social_profiles", "socialProfiles"),
    ...read("websites", "websites"),
  }
  const short = (kind: EntryKind, name: "email" | "phone") =>
    given[name] === undefined ? undefined : readEntry(kind, { value: given[name] }, { value: name })
  const email = short("emails", "email")
  return {
    lists,
    email,
    phone: short("phones", "phone"),
    addresses: [
      ...(lists.emails ?? []).map(({ value }, index) => ({ value, path: `emails[${index}].value` })),
      ...(email ? [{ value: email.value, path: "email" }] : []),
    ],
  }
}

/** First, where the list does not have it. */
function withShort(list: NewEntry[] = [], short: NewEntry | undefined): NewEntry[] {
  if (!short || list.some(({ value }) => value.toLowerCase() === short.value.toLowerCase())) return list
  return [short, ...list]
}

async function holdAddresses(db: Db, { addresses }: Parts, customerId?: number): Promise<void> {
  await lockAddresses(
    db,
    addresses.map(({ value }) => value),
  )
  await refuseTakenAddresses(db, addresses, customerId)
}

async function addMissing(
  db: Db,
  kind: EntryKind,
  { customerId, entry }: { customerId: number; entry: NewEntry | undefined },
): Promise<void> {
  if (!entry) return
  const has = await listAllEntries(db, kind, customerId)
  if (!has.some(({ value }) => value.toLowerCase() === entry.value.toLowerCase()))
    await insertEntries(db, kind, { customerId, entries: [entry] })
}

/** The text that a read shows is the organization's name: who sends it back means that organization. */
async function namesCurrent(db: Db, { organization }: NewCustomer, organizationId: number | null): Promise<boolean> {
  if (organization === undefined || organizationId === null) return false
  return (await findOrganizationName(db, organizationId)) === organization
}

async function writeRest(db: Db, customerId: number, { address, properties = [] }: NewCustomer): Promise<void> {
  if (address) await writeAddress(db, customerId, addressRowOf(address))
  const given = properties.map(({ slug, value }, index) => {
    const at = { slug: `properties[${index}].slug`, value: `properties[${index}].value` }
    return { slug, value, at }
  })
  await writeValues(db, customerId, await readValues(db, given))
}
