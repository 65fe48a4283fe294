import { queryOptions } from "@tanstack/react-query"
import { desk } from "../desk/client.ts"

export function customerQuery(id: number) {
  return queryOptions({ queryKey: ["customer", id], queryFn: () => desk.customers.get(id) })
}

export function organizationQuery(id: number) {
  return queryOptions({ queryKey: ["organization", id], queryFn: () => desk.organizations.get(id) })
}

/** One more than are shown, because the open one is among them. */
export const shownOthers = 6

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
