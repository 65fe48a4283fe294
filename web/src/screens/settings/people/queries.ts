import type { ListedSystemUser, ListedUser } from "@deskhand/sdk/client"
import { queryOptions } from "@tanstack/react-query"
import { desk } from "../../../data/client.ts"

export type Role = NonNullable<ListedUser["role"]>

export const usersQuery = queryOptions({
  queryKey: ["users"],
  queryFn: () => Array.fromAsync(desk.users.all({ size: 100 })),
})

export const systemUsersQuery = queryOptions({
  queryKey: ["users", "system"],
  queryFn: () => Array.fromAsync(desk.systemUsers.all({ size: 100 })),
})

/** Everybody who may enter an inbox, owners and admins among them. */
export function usersOfQuery(inboxId: number) {
  return queryOptions({
    queryKey: ["users", "of", inboxId],
    queryFn: async (): Promise<number[]> => {
      const [people, systemUsers] = await Promise.all([
        Array.fromAsync(desk.users.all({ mailbox: inboxId, size: 100 })),
        Array.fromAsync(desk.systemUsers.all({ mailbox: inboxId, size: 100 })),
      ])
      return [...people, ...systemUsers].map(({ id }) => id)
    },
  })
}

export const teamsQuery = queryOptions({
  queryKey: ["teams", "all"],
  queryFn: () => Array.fromAsync(desk.teams.all({ size: 100 })),
})

export function membersQuery(teamId: number) {
  return queryOptions({
    queryKey: ["teams", "members", teamId],
    queryFn: () => Array.fromAsync(desk.teams.members(teamId).all({ size: 100 })),
  })
}

export function fullName({
  firstName,
  lastName,
}: Pick<ListedUser | ListedSystemUser, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim()
}
