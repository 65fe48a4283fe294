import type { Customer, CustomerAddress, CustomerProperty, ListedCustomer } from "@deskhand/contract/customers/customer"
import { link, timestamp } from "../http/hal.ts"
import type { AddressRow, CustomerRow, EntryKind, EntryRow, PropertyRow } from "./queries.ts"

export interface Occasion {
  origin: string
  /** Every property of the desk: those that are not set are shown without a value. */
  properties: PropertyRow[]
}

export function presentCustomer(row: CustomerRow, address: AddressRow | undefined, occasion: Occasion): Customer {
  const listed = presentListedCustomer(row, occasion)
  if (!address) return listed
  const place = { customerId: row.id, origin: occasion.origin }
  return { ...listed, _embedded: { ...listed._embedded, address: presentAddress(address, place) } }
}

export function presentListedCustomer(row: CustomerRow, { origin, properties }: Occasion): ListedCustomer {
  const place = { customerId: row.id, origin }
  return {
    id: row.id,
    ...(row.first_name !== null && { firstName: row.first_name }),
    ...(row.last_name !== null && { lastName: row.last_name }),
    gender: row.gender,
    ...(row.job_title !== null && { jobTitle: row.job_title }),
    ...(row.location !== null && { location: row.location }),
    ...(row.organization !== null && { organization: row.organization }),
    ...(row.organization_id !== null && { organizationId: row.organization_id }),
    photoType: row.photo_type,
    ...(row.photo_url !== null && { photoUrl: row.photo_url }),
    ...(row.age !== null && { age: row.age }),
    conversationCount: row.conversation_count,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    ...(row.background !== null && { background: row.background }),
    draft: row.draft,
    _embedded: {
      emails: row.emails.map((entry) => presentEntry("emails", entry, place)),
      phones: row.phones.map((entry) => presentEntry("phones", entry, place)),
      chats: row.chats.map((entry) => presentEntry("chats", entry, place)),
      social_profiles: row.social_profiles.map((entry) => presentEntry("social_profiles", entry, place)),
      websites: row.websites.map((entry) => presentEntry("websites", entry, place)),
      properties: properties.map((property) => presentProperty(property, row)),
    },
    _links: linksOf(row, origin),
  }
}

function presentProperty({ id, type, slug, name }: PropertyRow, row: CustomerRow): CustomerProperty {
  const given = row.properties.find(({ property_id }) => property_id === id)
  if (!given) return { type, slug, name }
  return { type, slug, name, value: given.value, text: given.text, source: { name: given.source_name } }
}

/** Whose a part of a customer is. */
interface Place {
  customerId: number
  origin: string
}

export function presentEntry<Row extends EntryRow>(kind: EntryKind, row: Row, { customerId, origin }: Place) {
  const self = `/v2/customers/${customerId}/${kind.replace("_", "-")}/${row.id}`
  return { ...row, _links: { self: link(origin, self) } }
}

export function presentAddress(row: AddressRow, { customerId, origin }: Place): CustomerAddress {
  return {
    ...(row.city !== null && { city: row.city }),
    ...(row.state !== null && { state: row.state }),
    ...(row.postal_code !== null && { postalCode: row.postal_code }),
    ...(row.country !== null && { country: row.country }),
    lines: row.lines,
    _links: { self: link(origin, `/v2/customers/${customerId}/address`) },
  }
}

function linksOf(row: CustomerRow, origin: string): ListedCustomer["_links"] {
  const self = `/v2/customers/${row.id}`
  const part = (name: string) => link(origin, `${self}/${name}`)
  return {
    address: part("address"),
    chats: part("chats"),
    emails: part("emails"),
    phones: part("phones"),
    "social-profiles": part("social-profiles"),
    websites: part("websites"),
    ...(row.organization_id !== null && { organization: link(origin, `/v2/organizations/${row.organization_id}`) }),
    self: link(origin, self),
  }
}
