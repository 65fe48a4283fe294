import type { Customer, CustomerAddress, CustomerProperty, ListedCustomer } from "@deskhand/contract/customer"
import { link, timestamp } from "../http/hal.ts"
import type { AddressRow, CustomerRow, PropertyRow } from "./queries.ts"

export interface Occasion {
  origin: string
  /** Every property of the desk: those that are not set are shown without a value. */
  properties: PropertyRow[]
}

export function presentCustomer(row: CustomerRow, address: AddressRow | undefined, occasion: Occasion): Customer {
  const listed = presentListedCustomer(row, occasion)
  if (!address) return listed
  return { ...listed, _embedded: { ...listed._embedded, address: presentAddress(address) } }
}

export function presentListedCustomer(row: CustomerRow, { origin, properties }: Occasion): ListedCustomer {
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
      emails: row.emails,
      phones: row.phones,
      chats: row.chats,
      social_profiles: row.social_profiles,
      websites: row.websites,
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

export function presentAddress(row: AddressRow): CustomerAddress {
  return {
    ...(row.city !== null && { city: row.city }),
    ...(row.state !== null && { state: row.state }),
    ...(row.postal_code !== null && { postalCode: row.postal_code }),
    ...(row.country !== null && { country: row.country }),
    lines: row.lines,
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
