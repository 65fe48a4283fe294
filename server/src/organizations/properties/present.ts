import type { OrganizationPropertyDefinition } from "@deskhand/contract/customers/property"
import { link } from "../../http/hal.ts"
import type { DefinitionRow } from "./queries.ts"

export function presentDefinition(row: DefinitionRow, origin: string): OrganizationPropertyDefinition {
  const { id, slug, name, type, options } = row
  return {
    id,
    slug,
    name,
    type,
    ...(type === "dropdown" && { options: options.map((label) => ({ label })) }),
    _links: { self: link(origin, `/v2/organizations/properties/${slug}`) },
  }
}
