import { customerFields, NewAddress, type NewEntry } from "@deskhand/contract/new-customer"
import type { Operation } from "@deskhand/contract/operation"
import Type, { type TSchema } from "typebox"
import { type DeskError, invalid } from "../errors.ts"
import { readAs } from "../http/check.ts"
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

/** `at` names the operation in refusals, such as `[0]`. */
export function readOperation(operation: Operation, at: string): CustomerChange {
  const [first = "", ...rest] = operation.path.replace(/^\//, "").split("/")
  const known = Object.hasOwn(kinds, first) ? kinds[first] : undefined
  if (known) return readEntryOperation(operation, { kind: known, rest, at })
  if (first === "address") return readAddressOperation(operation, rest, at)
  if (first === "properties" && rest.length === 1)
    return { change: "value", given: readValueChange(operation, { slug: rest[0] ?? "", at }) }
  if (rest.length === 0 && Object.hasOwn(customerFields, first)) {
    const field = first as Field
    return { change: "field", field, value: readValue(operation, customerFields[field], at) as string | number | null }
  }
  throw unsupported(operation, at)
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
  at: string
}

function readEntryOperation(operation: Operation, { kind, rest, at }: EntryPlace): CustomerChange {
  const { op } = operation
  const place = `${at}.value`
  const shape = entryShapes[kind]
  if (rest.length === 0 || (rest.length === 1 && rest[0] === "-" && op === "add")) {
    if (op === "remove" || (op === "replace" && given(operation, at) === null))
      return { change: "entries", kind, entries: [] }
    const entries = readEntries(kind, readAs(Type.Array(shape), given(operation, at), place), place)
    return { change: op === "add" ? "new-entries" : "entries", kind, entries }
  }
  const id = /^\d{1,15}$/.test(rest[0] ?? "") ? Number(rest[0]) : undefined
  if (id === undefined || op === "add" || rest.length > 2) throw unsupported(operation, at)
  if (rest.length === 2) {
    if (op === "remove" || !Object.hasOwn(shape.properties, rest[1] ?? "") || rest[1] === "id")
      throw unsupported(operation, at)
    const part = (shape.properties as Record<string, TSchema>)[rest[1] ?? ""] ?? Type.Unknown()
    const value = readAs(part, given(operation, at), place) as string
    if (rest[1] === "type") return { change: "entry", kind, id, entry: { type: value } }
    return { change: "entry", kind, id, entry: { value: readEntry(kind, { value }, at).value } }
  }
  if (op === "remove" || given(operation, at) === null) return { change: "gone-entry", kind, id }
  return { change: "entry", kind, id, entry: readEntry(kind, readAs(shape, given(operation, at), place), place) }
}

function readAddressOperation(operation: Operation, rest: string[], at: string): CustomerChange {
  const [field, ...more] = rest
  if (field === undefined)
    return { change: "address", address: readValue(operation, NewAddress, at) as NewAddress | null }
  if (more.length > 0 || !Object.hasOwn(NewAddress.properties, field)) throw unsupported(operation, at)
  const name = field as AddressField
  const value = readValue(operation, NewAddress.properties[name], at) as string | string[] | null
  return { change: "address-field", field: name, value }
}

/** Of a property, whose definition decides what it must be. */
export function readValueChange(operation: Operation, { slug, at }: { slug: string; at: string }): GivenValue {
  const value = readValue(operation, Type.Union([Type.String({ maxLength: 2048 }), Type.Number()]), at)
  return { slug, value: value as string | number | null, at: { slug: `${at}.path`, value: `${at}.value` } }
}

/** Null where something is taken away. */
function readValue(operation: Operation, shape: TSchema, at: string): unknown {
  if (operation.op === "remove") return null
  const value = given(operation, at)
  return value === null ? null : readAs(shape, value, `${at}.value`)
}

function given({ value }: Operation, at: string): unknown {
  if (value !== undefined) return value
  throw invalid({ path: `${at}.value`, message: "is required", source: "JSON" })
}

function unsupported({ op, path }: Operation, at: string): DeskError {
  return invalid({
    path: `${at}.path`,
    message: `is nothing that ${op} can be applied to`,
    rejectedValue: path,
    source: "JSON",
  })
}
