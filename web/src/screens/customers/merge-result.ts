import type { Customer } from "@deskhand/sdk/client"

/** Of what a customer has: what the one that stays keeps, what it gets, and what is lost with the other. */
export interface MergedPart {
  part: PartName
  /** Of a property, whose name the desk has. */
  name?: string
  kept: string[]
  added: string[]
  lost: string[]
}

export type PartName = (typeof fields)[number] | "organization" | "address" | "property" | EntryKind

type EntryKind = "emails" | "phones" | "chats" | "social_profiles" | "websites"

const fields = ["firstName", "lastName", "jobTitle", "location", "gender", "age", "photoUrl", "background"] as const
const entryKinds = ["emails", "phones", "chats", "social_profiles", "websites"] as const

/**
 * What the desk will make of two customers: the one keeps what it has, and takes from the other what it has not. Lists
 * are put together, each entry once. Parts that neither has are left out.
 */
export function mergeResult(
  one: Customer,
  other: Customer,
  { addressText }: { addressText: (customer: Customer) => string },
): MergedPart[] {
  const parts: MergedPart[] = [
    ...fields.map((field) => single(field, valueIn(one, field), valueIn(other, field))),
    organizationOf(one, other),
    ...entryKinds.map((kind) => entriesOf(kind, one, other)),
    single("address", addressText(one), addressText(other)),
    ...one._embedded.properties.map(({ slug, name, text = "" }) => ({
      ...single("property", text, other._embedded.properties.find((found) => found.slug === slug)?.text ?? ""),
      name,
    })),
  ]
  return parts.filter(({ kept, added, lost }) => kept.length + added.length + lost.length > 0)
}

function valueIn(customer: Customer, field: (typeof fields)[number]): string {
  const value = customer[field] ?? ""
  return field === "gender" && value === "unknown" ? "" : value
}

function single(part: PartName, own: string, others: string): MergedPart {
  if (own === "") return { part, kept: [], added: values(others), lost: [] }
  return { part, kept: [own], added: [], lost: others === own ? [] : values(others) }
}

function values(value: string): string[] {
  return value === "" ? [] : [value]
}

/** One that the desk knows counts more than a name that was only written down. */
function organizationOf(one: Customer, other: Customer): MergedPart {
  const [own, others] = [one.organization ?? "", other.organization ?? ""]
  if (one.organizationId === undefined && other.organizationId !== undefined && own !== others)
    return { part: "organization", kept: [], added: values(others), lost: values(own) }
  return single("organization", own, others)
}

function entriesOf(kind: EntryKind, one: Customer, other: Customer): MergedPart {
  const [own, others]: Entry[][] = [one._embedded[kind], other._embedded[kind]]
  const known = new Set(own?.map((entry) => keyOf(kind, entry)))
  const fresh = others?.filter((entry) => !known.has(keyOf(kind, entry))) ?? []
  return { part: kind, kept: own?.map(({ value }) => value) ?? [], added: fresh.map(({ value }) => value), lost: [] }
}

interface Entry {
  value: string
  type?: string
}

/** A name in one network is somebody else in another. */
function keyOf(kind: EntryKind, { value, type = "other" }: Entry): string {
  return kind === "chats" || kind === "social_profiles" ? `${value.toLowerCase()}\n${type}` : value.toLowerCase()
}
