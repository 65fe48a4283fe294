import type { Conversation } from "@deskhand/sdk/client"
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query"
import { desk } from "./client.ts"

export type Person = Conversation["primaryCustomer"]

export function nameOf(person: { first?: string; last?: string; email?: string } | undefined): string {
  const name = [person?.first, person?.last].filter(Boolean).join(" ")
  return name || person?.email || "?"
}

export function initialsOf(name: string): string {
  const words = name.split(/[\s@._-]+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters.map((word) => [...(word ?? "?")][0]?.toUpperCase() ?? "").join("")
}

/** Everybody who can be assigned, people and teams. */
export const assigneesQuery = queryOptions({
  queryKey: ["assignees"],
  queryFn: async () => {
    const [users, teams] = await Promise.all([
      Array.fromAsync(desk.users.all({ size: 100 })),
      Array.fromAsync(desk.teams.all({ size: 100 })),
    ])
    const people = users
      .filter(({ role }) => role !== "light user")
      .map(
        ({ id, firstName, lastName, email }): Person => ({
          id,
          type: "user",
          first: firstName,
          last: lastName,
          ...(email !== undefined && { email }),
        }),
      )
    return [...people, ...teams.map(({ id, name }): Person => ({ id, type: "team", first: name }))]
  },
})

/** Read when the first conversation is opened, so that they are there when somebody begins to type a name. */
export function useAssignees(): Person[] {
  return useQuery(assigneesQuery).data ?? []
}

/** The user who is signed in, with what only they and administrators see. */
export const profileQuery = queryOptions({ queryKey: ["assignees", "me"], queryFn: () => desk.users.me() })

/** How colleagues mention whoever is signed in, without the @. */
export async function fetchHandle(queryClient: QueryClient): Promise<string> {
  return (await queryClient.fetchQuery(profileQuery)).mention
}
