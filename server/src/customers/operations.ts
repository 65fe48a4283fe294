import { customerFields, NewAddress, type NewEntry } from "@deskhand/contract/customers/new-customer"
import Type, { type TSchema } from "typebox"
import { readAs } from "../http/input/check.ts"
import { type ReadOperation, refuseOtherThan } from "../http/input/patch.ts"
import { entryShapes, readEntries, readEntry } from "./entries.ts"
import type { GivenValue } from "./properties/values.ts"
import type { EntryKind } from "./queries.ts"

export type Field = keyof typeof customerFields
export type AddressField = keyof NewAddress

/** What one operation of a patch means. Null empties a field. */
export type CustomerChange =
  | { change: "field"; field: Field; value: string | number | null }
  | { change: "entries"; kind: EntryKind; entries: NewEntry[] }
  | { change: "new-entries"; kind: EntryKind; entries: NewEntry[] }
  | { change: "entry"; kind: EntryKind; id: number; entry: Partial<NewEntry> }
  | { change: "gone-entry"; kind: EntryKind; id: number }
  | { change: "address"; address: NewAddress | null }
  | { change: "address-field"; field: AddressField; value: string | string[] | null }
  | { change: "value"; given: GivenValue }

export function readOperation(operation: ReadOperation): CustomerChange {
  refuseOtherThan(operation, "add", "replace", "remove")
  const [first = "", ...rest] = operation.path.replace(/^\//, "").split("/")
  const known = Object.hasOwn(kinds, first) ? kinds[first] : undefined
  if (known) return readEntryOperation(operation, { kind: known, rest })
  if (first === "address") return readAddressOperation(operation, rest)
  if (first === "properties" && rest.length === 1)
    return { change: "value", given: readValueChange(operation, rest[0] ?? "") }
  if (rest.length === 0 && Object.hasOwn(customerFields, first)) {
    const field = first as Field
    return { change: "field", field, value: readValue(operation, customerFields[field]) as string | number | null }
  }
  throw unsupported(operation)
}

const kinds: Record<string, EntryKind> = {
  emails: "emails",
  phones: "phones",
  chats: "chats",
  "social-profiles": "social_profiles",
  socialProfiles: "social_profiles",
  social_profiles: "social_profiles",
  websites: "websites",
}

interface EntryPlace {
  kind: EntryKind
  /** Of the path, behind the kind. */
  rest: string[]
}

function readEntryOperation(operation: ReadOperation, { kind, rest }: EntryPlace): CustomerChange {
  const { op, at } = operation
  const place = `${at}value`
  const shape = entryShapes[kind]
  if (rest.length === 0 || (rest.length === 1 && rest[0] === "-" && op === "add")) {
    if (op === "remove" || (op === "replace" && given(operation) === null))
      return { change: "entries", kind, entries: [] }
    const entries = readEntries(kind, readAs(Type.Array(shape), listOf(given(operation)), place), place)
    return { change: op === "add" ? "new-entries" : "entries", kind, entries }
  }
  const id = /^\d{1,15}$/.test(rest[0] ?? "") ? Number(rest[0]) : undefined
  if (id === undefined || op === "add" || rest.length > 2) throw unsupported(operation)
  if (rest.length === 2) {
    if (op === "remove" || !Object.hasOwn(shape.properties, rest[1] ?? "") || rest[1] === "id")
      throw unsupported(operation)
    const part = (shape.properties as Record<string, TSchema>)[rest[1] ?? ""] ?? Type.Unknown()
    const value = readAs(part, given(operation), place) as string
    if (rest[1] === "type") return { change: "entry", kind, id, entry: { type: value } }
    return { change: "entry", kind, id, entry: { value: readEntry(kind, { value }, { value: place }).value } }
  }
  if (op === "remove" || given(operation) === null) return { change: "gone-entry", kind, id }
  return {
    change: "entry",
    kind,
    id,
    entry: readEntry(kind, readAs(shape, given(operation), place), { value: `${place}.value` }),
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}

function readAddressOperation(operation: ReadOperation, rest: string[]): CustomerChange {
  const [field, ...more] = rest
  if (field === undefined) return { change: "address", address: readValue(operation, NewAddress) as NewAddress | null }
  if (more.length > 0 || !Object.hasOwn(NewAddress.properties, field)) throw unsupported(operation)
  const name = field as AddressField
  const value = readValue(operation, NewAddress.properties[name]) as string | string[] | null
  return { change: "address-field", field: name, value }
}

/** Of a property, whose definition decides what it must be. */
export function readValueChange(operation: ReadOperation, slug: string): GivenValue {
  const value = readValue(operation, Type.Union([Type.String({ maxLength: 2048 }), Type.Number()]))
  const { at } = operation
  return { slug, value: value as string | number | null, at: { slug: `${at}path`, value: `${at}value` } }
}

/** Null where something is taken away. */
function readValue(operation: ReadOperation, shape: TSchema): unknown {
  if (operation.op === "remove") return null
  const value = given(operation)
  return value === null ? null : readAs(shape, value, `${operation.at}value`)
}

function given({ value, refuse }: ReadOperation): unknown {
  if (value === undefined) throw refuse("value", "is required")
  return value
}

function unsupported({ op, refuse }: ReadOperation) {
  return refuse("path", `is nothing that ${op} can be applied to`)
}
