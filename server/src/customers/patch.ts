import type { Patch } from "@deskhand/contract/patch"
import type { Db } from "../db/db.ts"
import { notFound } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import type { CheckedChange } from "../http/input/if-match.ts"
import { operationsOf, type ReadOperation } from "../http/input/patch.ts"
import { addressRowOf, deleteAddress, writeAddress } from "./address.ts"
import {
  deleteEntries,
  entryKinds,
  insertEntries,
  refuseTakenAddresses,
  refuseTooMany,
  replaceEntries,
  updateEntry,
} from "./entries.ts"
import { organizationOf } from "./joining.ts"
import { lockAddresses, lockConversationsOf } from "./locks.ts"
import { type AddressField, type CustomerChange, type Field, readOperation } from "./operations.ts"
import { writeValues } from "./properties/queries.ts"
import { readValues } from "./properties/values.ts"
import { type AddressRow, findAddress, findOrganizationName } from "./queries.ts"
import { type CustomerColumns, lockCustomer, updateCustomer } from "./write.ts"

interface CustomerPatch {
  customerId: number
  patch: Patch
}

/** What one operation means, and how it is named in refusals. */
interface ReadChange {
  change: CustomerChange
  operation: ReadOperation
}

/** All or nothing, in the order of the operations. */
export function changeCustomer(
  db: Db,
  { customerId, patch }: CustomerPatch,
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  const changes = operationsOf(patch).map((operation) => ({ change: readOperation(operation), operation }))
  const written = changes.flatMap(addressesIn)
  const addresses = written.map(({ value }) => value)
  return db.transaction(async (db) => {
    await lockConversationsOf(db, customerId)
    await lockAddresses(db, addresses)
    const current = await lockCustomer(db, customerId, viewer)
    if (!current) throw notFound()
    await check(db)
    await refuseTakenAddresses(db, written, customerId)
    let columns = current
    for (const { change, operation } of changes)
      if (change.change === "field") columns = await withField(db, columns, { ...change, operation })
      else await apply(db, customerId, { change, operation })
    for (const kind of entryKinds) await refuseTooMany(db, kind, customerId)
    const named = changes.some(({ change }) => change.change === "field" && /^organization/.test(change.field))
    if (!named && columns.organization_id === null)
      columns = { ...columns, organization_id: await organizationOf(db, {}, { addresses }) }
    await updateCustomer(db, customerId, columns, now)
    await recordEvent(db, { kind: "customer.updated", subjectId: customerId, userId: viewer.userId })
  })
}

function addressesIn({ change, operation }: ReadChange): { value: string; path: string }[] {
  const path = `${operation.at}value`
  switch (change.change) {
    case "entries":
    case "new-entries":
      return change.kind === "emails" ? change.entries.map(({ value }) => ({ value, path })) : []
    case "entry":
      return change.kind === "emails" && change.entry.value !== undefined ? [{ value: change.entry.value, path }] : []
    default:
      return []
  }
}

interface FieldChange {
  field: Field
  value: string | number | null
  operation: ReadOperation
}

async function withField(
  db: Db,
  columns: CustomerColumns,
  { field, value, operation }: FieldChange,
): Promise<CustomerColumns> {
  switch (field) {
    case "organizationId": {
      if (value === null) return { ...columns, organization_id: null }
      const id = await organizationOf(
        db,
        { organizationId: Number(value) },
        { addresses: [], path: `${operation.at}value` },
      )
      return { ...columns, organization_id: id, organization: null }
    }
    case "organization": {
      // What a read shows here is the organization's name: another text means that they are not there any more.
      const { organization_id: id } = columns
      if (id !== null && value !== null && (await findOrganizationName(db, id)) === value) return columns
      return { ...columns, organization_id: null, organization: value as string | null }
    }
    case "gender":
    case "photoType":
      return { ...columns, [columnNames[field]]: value ?? "unknown" }
    default:
      return { ...columns, [columnNames[field]]: value }
  }
}

const columnNames = {
  firstName: "first_name",
  lastName: "last_name",
  gender: "gender",
  jobTitle: "job_title",
  location: "location",
  photoType: "photo_type",
  photoUrl: "photo_url",
  age: "age",
  background: "background",
} satisfies Partial<Record<Field, keyof CustomerColumns>>

type ListChange = Exclude<CustomerChange, { change: "field" }>

async function apply(
  db: Db,
  customerId: number,
  { change, operation }: ReadChange & { change: ListChange },
): Promise<void> {
  switch (change.change) {
    case "entries":
      return replaceEntries(db, change.kind, { customerId, entries: change.entries })
    case "new-entries":
      await insertEntries(db, change.kind, { customerId, entries: change.entries })
      return
    case "entry": {
      const { value, type } = change.entry
      if (!(await updateEntry(db, change.kind, { customerId, id: change.id, value, type }))) throw absent(operation)
      return
    }
    case "gone-entry":
      if ((await deleteEntries(db, change.kind, { customerId, ids: [change.id] })) === 0) throw absent(operation)
      return
    case "address":
      if (change.address) return writeAddress(db, customerId, addressRowOf(change.address))
      return deleteAddress(db, customerId)
    case "address-field": {
      const row = (await findAddress(db, customerId)) ?? addressRowOf({})
      return writeAddress(db, customerId, withAddressField(row, change.field, change.value))
    }
    case "value":
      return writeValues(db, customerId, await readValues(db, [change.given]))
  }
}

function withAddressField(row: AddressRow, field: AddressField, value: string | string[] | null): AddressRow {
  if (field === "lines") return { ...row, lines: (value ?? []) as string[] }
  if (field === "postalCode") return { ...row, postal_code: value as string | null }
  if (field === "country") return { ...row, country: (value as string | null)?.toUpperCase() ?? null }
  return { ...row, [field]: value as string | null }
}

function absent({ refuse }: ReadOperation) {
  return refuse("path", "names something that the customer does not have")
}
