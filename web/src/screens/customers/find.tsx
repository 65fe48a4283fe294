import type { ListedCustomer } from "@deskhand/sdk/client"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { desk } from "../../data/client.ts"
import { customerName } from "../../data/customer-names.ts"
import { hasWords, usePause } from "../../data/typing.ts"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import type { Option } from "../../ui/parts/Choices.tsx"

/** Every word must stand in a name or an address. In quotes, where no word is an operator. */
export function wordsQuery(wanted: string): { query?: string } {
  const words = wanted.split(/\s+/).filter(Boolean)
  if (words.length === 0) return {}
  return { query: `(${words.map((word) => `"${word.replace(/["\\]/g, "\\$&")}"`).join(" AND ")})` }
}

/**
 * Customers for what is typed, those that were changed last first. Until the desk has answered only what fits of the answer
 * before is offered: there it stays when the others come, under a click too, and a quick Enter chooses nobody else.
 */
export function useFoundCustomers(typed: string): { found: readonly ListedCustomer[]; isLooking: boolean } {
  const wanted = usePause(typed.trim())
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ["customers", "found", wanted],
    queryFn: () => desk.customers.list({ ...wordsQuery(wanted), sortField: "modifiedAt", sortOrder: "desc", size: 20 }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const isAnswered = wanted === typed.trim() && !isPlaceholderData
  const found = data?._embedded.customers ?? []
  return {
    found: isAnswered ? found : found.filter((customer) => hasWords(wordsOf(customer), typed.trim())),
    isLooking: isFetching || !isAnswered,
  }
}

function wordsOf(customer: ListedCustomer): string {
  return [customerName(customer), ...customer._embedded.emails.map(({ value }) => value)].join(" ")
}

export function customerOption(customer: ListedCustomer): Option {
  const name = customerName(customer)
  const email = customer._embedded.emails[0]?.value
  return {
    key: String(customer.id),
    label: name,
    icon: <Avatar name={name} size="small" />,
    hint: email === name ? "" : email,
  }
}
