import Type from "typebox"
import { Id, Links, PageOf, PageQuery } from "../common.ts"
import { PropertyType } from "./customer.ts"

/** As it stands in a URL. */
const Slug = Type.String({ pattern: "^[A-Za-z0-9_-]{1,120}$", description: "Letters, digits, `-` and `_`" })

/** Definitions have no more than a page holds. */
export const PropertyListQuery = PageQuery
export const PropertyPath = Type.Object({ slug: Slug })

const Option = Type.Object({ label: Type.String({ minLength: 1, maxLength: 255 }) })
const optionLimits = { maxItems: 200, description: "Of a dropdown, which needs at least one. Ignored for other types" }
const options = Type.Array(Option, optionLimits)

const written = {
  name: Type.String({ minLength: 1, maxLength: 120 }),
  type: PropertyType,
}

const restoring =
  "The slug and type of a property deleted within the last 30 days bring it back with its values, except those of options that are left out"

const NewOption = Type.Object({
  id: Type.Optional(
    Type.String({
      pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
      description: "A UUID. Made by the desk where it is left out",
    }),
  ),
  label: Option.properties.label,
})

export const CustomerPropertyDefinition = Type.Object({
  id: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  type: PropertyType,
  options: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), label: Type.String() }), { description: "Only of a dropdown" }),
  ),
  _links: Links(["self"]),
})
export type CustomerPropertyDefinition = Type.Static<typeof CustomerPropertyDefinition>
export const CustomerPropertyPage = PageOf("customer-properties", CustomerPropertyDefinition)
export const NewCustomerProperty = Type.Object(
  {
    ...written,
    slug: Type.Optional(
      Type.String({
        pattern: "^[A-Za-z0-9_-]{1,100}$",
        description: "Made from the name where it is left out. `email`, `name`, `company` and `jobTitle` are reserved",
      }),
    ),
    options: Type.Optional(Type.Array(NewOption, optionLimits)),
  },
  { description: restoring },
)
export type NewCustomerProperty = Type.Static<typeof NewCustomerProperty>

export const OrganizationPropertyDefinition = Type.Object({
  id: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  type: PropertyType,
  options: Type.Optional(Type.Array(Type.Object({ label: Type.String() }), { description: "Only of a dropdown" })),
  _links: Links(["self"]),
})
export type OrganizationPropertyDefinition = Type.Static<typeof OrganizationPropertyDefinition>
export const OrganizationPropertyPage = PageOf("organization-properties", OrganizationPropertyDefinition)
export const NewOrganizationProperty = Type.Object(
  {
    ...written,
    slug: Type.Optional({ ...Slug, description: "Made from the name where it is left out" }),
    options: Type.Optional(options),
  },
  { description: restoring },
)
export type NewOrganizationProperty = Type.Static<typeof NewOrganizationProperty>

export const OrganizationPropertyChange = Type.Object({
  name: written.name,
  type: Type.Optional({ ...PropertyType, description: "Stays as it is; another one is refused" }),
  options: Type.Optional({ ...options, description: "Values of options that are left out are taken away" }),
})
export type OrganizationPropertyChange = Type.Static<typeof OrganizationPropertyChange>

export const OrganizationValuePath = Type.Object({ organizationId: Id, slug: Slug })

export const PropertyValue = Type.Object({
  value: Type.Union([Type.String({ minLength: 1, maxLength: 2048 }), Type.Number()], {
    description: "The label of an option for a dropdown",
  }),
})
