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
