import Type from "typebox"
import { Id, Links, OneOf, PageNumber, PageOf, PageSize } from "../common.ts"

const fields = {
  id: Type.Integer(),
  name: Type.String(),
  website: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  location: Type.Optional(Type.String({ pattern: "^[A-Z]{2}$", description: "Two-letter country code" })),
  logoUrl: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
  domains: Type.Array(Type.String(), { description: "Customers are matched to it by these" }),
  phones: Type.Array(Type.String()),
  brandColor: Type.Optional(Type.String({ description: "Hex colour" })),
}

const links = Links(["self", "customers", "conversations"])

export const ListedOrganization = Type.Object({ ...fields, _links: links })
export type ListedOrganization = Type.Static<typeof ListedOrganization>

export const OrganizationProperty = Type.Object({
  definitionId: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  type: OneOf(["text", "number", "url", "date", "dropdown"]),
  value: Type.String(),
  options: Type.Optional(Type.Array(Type.Object({ label: Type.String() }), { description: "Only of a dropdown" })),
})
export type OrganizationProperty = Type.Static<typeof OrganizationProperty>

export const Organization = Type.Object({
  ...fields,
  customerCount: Type.Optional(Type.Integer()),
  conversationCount: Type.Optional(Type.Integer({ description: "Conversations in the inboxes you may see" })),
  properties: Type.Optional(Type.Array(OrganizationProperty)),
  _links: links,
})
export type Organization = Type.Static<typeof Organization>

/** A name and what else is known. Of a change, too: what is left out is empty then, but for the logo. */
export const NewOrganization = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  website: Type.Optional(Type.String({ maxLength: 2048 })),
  description: Type.Optional(Type.String({ maxLength: 5000 })),
  location: Type.Optional(Type.String({ pattern: "^[A-Za-z]{2}$", description: "Two-letter country code" })),
  logoUrl: Type.Optional(Type.String({ maxLength: 2048 })),
  note: Type.Optional(Type.String({ maxLength: 5000 })),
  domain: Type.Optional(Type.String({ minLength: 1, maxLength: 253, description: "Short for one of `domains`" })),
  domains: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
      maxItems: 100,
      description: "Each belongs to one organization; customers without one who write from there join it",
    }),
  ),
  phones: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 50 })),
  brandColor: Type.Optional(Type.String({ pattern: "^#[0-9a-fA-F]{3,8}$", description: "Hex colour" })),
})
export type NewOrganization = Type.Static<typeof NewOrganization>

export const OrganizationPage = PageOf("organizations", ListedOrganization)

export const OrganizationListQuery = Type.Object({
  sort: Type.Optional(
    Type.String({
      pattern: "^(name|customerCount|conversationCount|lastInteractionAt)(,(asc|desc))?$",
      examples: ["lastInteractionAt,desc"],
      description: "Field and, after a comma, `asc` or `desc` (default)",
    }),
  ),
  query: Type.Optional(Type.String({ maxLength: 255, description: "Part of the name or of a domain, in any case" })),
  page: Type.Optional(PageNumber),
  size: Type.Optional(PageSize),
})
export type OrganizationListQuery = Type.Static<typeof OrganizationListQuery>

export const OrganizationReadQuery = Type.Object({
  includeCounts: Type.Optional(Type.Boolean({ description: "Adds customerCount and conversationCount" })),
  includeProperties: Type.Optional(Type.Boolean({ description: "Adds properties" })),
})

/** Of the lists that belong to one organization. */
export const OrganizationPartQuery = Type.Object({ page: Type.Optional(PageNumber), size: Type.Optional(PageSize) })

export const OrganizationPath = Type.Object({ organizationId: Id })
