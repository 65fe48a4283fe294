import type { Db } from "../../db/db.ts"
import { insertDetails, insertRow, insertRows } from "./rows.ts"

export interface Contact {
  value: string
  type: string
}

export interface NewCustomer {
  firstName?: string
  lastName?: string
  gender?: "male" | "female" | "unknown"
  jobTitle?: string
  location?: string
  organization?: string
  organizationId?: number
  photoType?: string
  photoUrl?: string
  age?: string
  background?: string
  draft?: boolean
  createdAt: Date
  updatedAt?: Date
  emails?: Contact[]
  phones?: Contact[]
  chats?: Contact[]
  socialProfiles?: Contact[]
  websites?: string[]
  address?: { city?: string; state?: string; postalCode?: string; country?: string; lines: string[] }
  properties?: { propertyId: number; value: string; sourceName?: string }[]
}

export async function insertCustomer(db: Db, customer: NewCustomer): Promise<number> {
  const { emails = [], phones = [], chats = [], socialProfiles = [], websites = [], ...others } = customer
  const { address, properties = [], ...scalars } = others
  const customerId = await insertRow(db, "customers", { updatedAt: scalars.createdAt, ...scalars })
  const ofCustomer = (rows: object[]) => rows.map((row) => ({ customerId, ...row }))
  await insertDetails(db, "customer_emails", ofCustomer(emails))
  await insertDetails(db, "customer_phones", ofCustomer(phones))
  await insertDetails(db, "customer_chats", ofCustomer(chats))
  await insertDetails(db, "customer_social_profiles", ofCustomer(socialProfiles))
  await insertDetails(db, "customer_websites", ofCustomer(websites.map((value) => ({ value }))))
  await insertDetails(db, "customer_addresses", ofCustomer(address ? [address] : []))
  await insertDetails(db, "customer_property_values", ofCustomer(properties))
  return customerId
}

export interface NewOrganization {
  name: string
  website?: string
  description?: string
  location?: string
  logoUrl?: string
  note?: string
  phones?: string[]
  brandColor?: string
  domains?: string[]
  properties?: { propertyId: number; value: string }[]
  createdAt: Date
}

export async function insertOrganization(db: Db, organization: NewOrganization): Promise<number> {
  const { domains = [], properties = [], ...scalars } = organization
  const organizationId = await insertRow(db, "organizations", { ...scalars, updatedAt: scalars.createdAt })
  await insertDetails(
    db,
    "organization_domains",
    domains.map((domain, index) => ({ domain, organizationId, position: index + 1 })),
  )
  await insertDetails(
    db,
    "organization_property_values",
    properties.map((property) => ({ organizationId, ...property })),
  )
  return organizationId
}

export interface NewProperty {
  slug: string
  name: string
  type: "date" | "dropdown" | "number" | "text" | "url"
  options?: string[]
}

/** An organization's dropdown holds the label itself. */
export async function insertOrganizationProperty(db: Db, property: NewProperty): Promise<number> {
  return insertRow(db, "organization_properties", { ...property })
}

/** A customer's dropdown holds the id of an option; they come back in the order of the labels. */
export async function insertCustomerProperty(
  db: Db,
  { options = [], ...property }: NewProperty,
): Promise<{ id: number; optionIds: string[] }> {
  const propertyId = await insertRow(db, "customer_properties", property)
  const optionIds: unknown[] = await insertRows(
    db,
    "customer_property_options",
    options.map((label, index) => ({ propertyId, label, position: index + 1 })),
  )
  return { id: propertyId, optionIds: optionIds.map(String) }
}
