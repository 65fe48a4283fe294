import { queryOptions } from "@tanstack/react-query"
import { desk } from "./client.ts"

export function customerQuery(id: number) {
  return queryOptions({ queryKey: ["customer", id], queryFn: () => desk.customers.get(id) })
}

export function organizationQuery(id: number) {
  return queryOptions({
    queryKey: ["organization", id],
    queryFn: () => desk.organizations.get(id, { includeCounts: true, includeProperties: true }),
  })
}

/** What can be known of customers, with what there is to choose from. */
export const propertiesQuery = queryOptions({
  queryKey: ["customer-properties"],
  queryFn: () => Array.fromAsync(desk.customerProperties.all()),
})

/** The same of organizations. */
export const organizationPropertiesQuery = queryOptions({
  queryKey: ["organization-properties"],
  queryFn: () => Array.fromAsync(desk.organizations.properties.all()),
})

export function fieldsQuery(inboxId: number) {
  return queryOptions({
    queryKey: ["fields", inboxId],
    queryFn: () => Array.fromAsync(desk.inboxes.fields(inboxId).all()),
  })
}

/** One more than are shown, because the open one is among them. */
export const shownOthers = 6

const mostOpenOthers = 6

/** The customer's conversations that are active or pending, the latest change first; the open one is among them. */
export function openOthersQuery(customerId: number) {
  return queryOptions({
    queryKey: ["others", customerId, "open"],
    queryFn: () =>
      desk.conversations.list({
        query: `(customerIds:${customerId})`,
        status: "open",
        sortField: "modifiedAt",
        sortOrder: "desc",
        size: mostOpenOthers + 1,
      }),
  })
}

export function othersQuery(customerId: number) {
  return queryOptions({
    queryKey: ["others", customerId],
    queryFn: () =>
      desk.conversations.list({
        query: `(customerIds:${customerId})`,
        status: "all",
        sortField: "modifiedAt",
        sortOrder: "desc",
        size: shownOthers + 1,
      }),
  })
}
