import type { NewOrganization } from "@deskhand/contract/customers/organization"
import { invalid } from "../errors.ts"

export type OrganizationSortField = "name" | "customerCount" | "conversationCount" | "lastInteractionAt"

export interface OrganizationOrder {
  field: OrganizationSortField
  descending: boolean
}

/** What `sort` says, in the form that the contract has checked. */
export function orderOf(sort = "lastInteractionAt"): OrganizationOrder {
  const [field, direction] = sort.split(",")
  return { field: field as OrganizationSortField, descending: direction !== "asc" }
}

/** In small letters and without the sign before them; each once. */
export function readDomains({ domain, domains = [] }: Pick<NewOrganization, "domain" | "domains">): string[] {
  const given = [
    ...domains.map((text, index) => ({ text, path: `domains[${index}]` })),
    ...(domain === undefined ? [] : [{ text: domain, path: "domain" }]),
  ]
  const read = given.map(({ text, path }) => {
    const name = text.trim().toLowerCase().replace(/^@/, "").replace(/\.$/, "")
    if (isDomain(name)) return name
    throw invalid({ path, message: "must be a domain such as example.com", rejectedValue: text, source: "JSON" })
  })
  return [...new Set(read)]
}

function isDomain(name: string): boolean {
  return name.length <= 253 && /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]*\.)*[\p{L}\p{M}\p{N}-]*$/u.test(name)
}
