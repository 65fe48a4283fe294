import type { ListedOrganization, Organization, OrganizationProperty } from "@deskhand/contract/customers/organization"
import { link } from "../http/hal.ts"
import type { CountedOrganizationRow, OrganizationPropertyRow, OrganizationRow } from "./queries.ts"

export interface OrganizationParts {
  origin: string
  withCounts: boolean
  /** Undefined leaves them out. */
  properties: OrganizationPropertyRow[] | undefined
}

export function presentOrganization(row: CountedOrganizationRow, parts: OrganizationParts): Organization {
  const { _links, ...fields } = presentListedOrganization(row, parts.origin)
  return {
    ...fields,
    ...(parts.withCounts && { customerCount: row.customer_count, conversationCount: row.conversation_count }),
    ...(parts.properties && { properties: parts.properties.map(presentProperty) }),
    _links,
  }
}

function presentProperty(row: OrganizationPropertyRow): OrganizationProperty {
  return {
    definitionId: row.id,
    slug: row.slug,
    name: row.name,
    type: row.type,
    value: row.value,
    ...(row.type === "dropdown" && { options: row.options.map((label) => ({ label })) }),
  }
}

export function presentListedOrganization(row: OrganizationRow, origin: string): ListedOrganization {
  const self = `/v2/organizations/${row.id}`
  return {
    id: row.id,
    name: row.name,
    ...(row.website !== null && { website: row.website }),
    ...(row.description !== null && { description: row.description }),
    ...(row.location !== null && { location: row.location }),
    ...(row.logo_url !== null && { logoUrl: row.logo_url }),
    ...(row.note !== null && { note: row.note }),
    domains: row.domains,
    phones: row.phones,
    ...(row.brand_color !== null && { brandColor: row.brand_color }),
    _links: {
      self: link(origin, self),
      customers: link(origin, `${self}/customers`),
      conversations: link(origin, `${self}/conversations`),
    },
  }
}
