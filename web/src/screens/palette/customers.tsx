import { queryOptions, useQuery } from "@tanstack/react-query"
import { desk } from "../../data/client.ts"
import { customerName } from "../../data/customer-names.ts"
import { usePause } from "../../data/typing.ts"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import { wordsQuery } from "../customers/find.tsx"
import type { Entry } from "./entry.ts"

/** As many as are looked through at a glance. */
const mostFound = 5

function customersQuery(wanted: string) {
  return queryOptions({
    queryKey: ["customers", "palette", wanted],
    queryFn: () =>
      desk.customers.list({
        ...wordsQuery(wanted),
        sortField: "modifiedAt",
        sortOrder: "desc",
        size: mostFound,
      }),
    // Who was found the last time may have changed since.
    staleTime: 0,
    retry: false,
  })
}

/** Customers by name or address. Nobody until there is something to look for. */
export function useCustomerEntries(typed: string, open: (customerId: number) => void): Entry[] {
  const wanted = usePause(typed)
  const { data } = useQuery({ ...customersQuery(wanted), enabled: wanted.length > 1 })
  if (wanted !== typed || wanted.length < 2) return []
  return (data?._embedded.customers ?? []).map((customer): Entry => {
    const name = customerName(customer)
    const hint = [customer._embedded.emails[0]?.value, customer.organization].filter((one) => one && one !== name)
    return {
      id: `customer-${customer.id}`,
      label: name,
      icon: <Avatar name={name} size="small" />,
      ...(hint.length > 0 && { hint: hint.join(" · ") }),
      does: { run: () => open(customer.id) },
    }
  })
}
