import type { ListedCustomer } from "@deskhand/sdk/client"
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query"
import { desk } from "../../data/client.ts"
import { nameOf } from "../../data/people.ts"
import { hasWords } from "../../data/typing.ts"

export interface Mentionable {
  id: number
  name: string
  handle: string
}

/** Everybody whose handle can stand in a message, people and teams. */
export const mentionableQuery = queryOptions({
  queryKey: ["assignees", "mentionable"],
  queryFn: async (): Promise<Mentionable[]> => {
    const [users, teams] = await Promise.all([
      Array.fromAsync(desk.users.all({ size: 100 })),
      Array.fromAsync(desk.teams.all({ size: 100 })),
    ])
    return [
      ...users.map(({ id, firstName, lastName, mention }) => ({
        id,
        name: `${firstName} ${lastName}`,
        handle: mention,
      })),
      ...teams.map(({ id, name, mention }) => ({ id, name, handle: mention })),
    ].filter(({ handle }) => handle !== "")
  },
})

export interface Addressee {
  id: number
  name: string
  /** Empty where none is known. */
  email: string
}

/** Customers by what is typed of their name or address. */
export function useAddressees(typed: string): Addressee[] {
  const words = typed.trim().replace(/["\\]/g, "")
  const { data, isPlaceholderData } = useQuery({
    queryKey: ["addressees", words],
    queryFn: () => desk.customers.list({ query: `"${words}"`, size: 8 }),
    enabled: words.length >= 2,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    staleTime: 60_000,
  })
  if (words.length < 2) return []
  const found = (data?._embedded.customers ?? []).flatMap(addresseesOf)
  return isPlaceholderData ? found.filter(({ name, email }) => hasWords(`${name} ${email}`, words)) : found
}

function addresseesOf({ id, firstName, lastName, _embedded }: ListedCustomer): Addressee[] {
  const named = { ...(firstName && { first: firstName }), ...(lastName && { last: lastName }) }
  if (_embedded.emails.length === 0) return [{ id, email: "", name: nameOf(named) }]
  return _embedded.emails.map(({ value }) => ({ id, email: value, name: nameOf({ ...named, email: value }) }))
}
