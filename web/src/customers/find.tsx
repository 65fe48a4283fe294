import type { ListedCustomer } from "@deskhand/sdk/client"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { desk } from "../desk/client.ts"
import { Avatar } from "../parts/Avatar.tsx"
import type { Option } from "../parts/Choices.tsx"
import { customerName } from "./names.ts"

/** So long after the last key the desk is asked. */
const pauseMs = 150

export function usePause(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

/** Every word must stand in a name or an address. In quotes, where no word is an operator. */
export function wordsQuery(wanted: string): { query?: string } {
  const words = wanted.split(/\s+/).filter(Boolean)
  if (words.length === 0) return {}
  return { query: `(${words.map((word) => `"${word.replace(/["\\]/g, "\\$&")}"`).join(" AND ")})` }
}

/** Customers for what is typed, those that were changed last first. */
export function useFoundCustomers(typed: string): { found: readonly ListedCustomer[]; isLooking: boolean } {
  const wanted = usePause(typed.trim())
  const { data, isFetching } = useQuery({
    queryKey: ["customers", "found", wanted],
    queryFn: () => desk.customers.list({ ...wordsQuery(wanted), sortField: "modifiedAt", sortOrder: "desc", size: 20 }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return { found: data?._embedded.customers ?? [], isLooking: isFetching || wanted !== typed.trim() }
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
