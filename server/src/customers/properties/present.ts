import type { CustomerPropertyDefinition } from "@deskhand/contract/customers/property"
import { link } from "../../http/hal.ts"
import type { DefinitionRow } from "./queries.ts"

export function presentDefinition(row: DefinitionRow, origin: string): CustomerPropertyDefinition {
  const { id, slug, name, type, options } = row
  return {
    id,
    slug,
    name,
    type,
    ...(type === "dropdown" && { options }),
    _links: { self: link(origin, `/v2/customer-properties/${slug}`) },
  }
}
