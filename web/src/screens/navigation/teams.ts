import { queryOptions, useQuery } from "@tanstack/react-query"
import { desk } from "../../data/client.ts"
import { fetchHandle } from "../../data/people.ts"

/** The teams that somebody is in. */
function teamsQuery(userId: number) {
  return queryOptions({
    queryKey: ["teams", userId],
    queryFn: async () => {
      const teams = await Array.fromAsync(desk.teams.all({ size: 100 }))
      const isMember = async (id: number) =>
        (await Array.fromAsync(desk.teams.members(id).all({ size: 100 }))).some((member) => member.id === userId)
      const own = await Promise.all(teams.map(({ id }) => isMember(id)))
      return teams.filter((_, index) => own[index]).map(({ id, name }) => ({ id, name }))
    },
  })
}

export interface TeamWithCount {
  id: number
  name: string
  count: number | undefined
}

/** One's own teams, with how many active conversations are assigned to each. */
export function useOwnTeams(userId: number): TeamWithCount[] {
  const { data: teams = [] } = useQuery(teamsQuery(userId))
  const ids = teams.map(({ id }) => id)
  const { data: counts } = useQuery({
    queryKey: ["counts", "teams", ids],
    queryFn: async () =>
      new Map(await Promise.all(ids.map(async (id) => [id, await countActive({ assigned_to: id })] as const))),
    enabled: ids.length > 0,
  })
  return teams.map((team) => ({ ...team, count: counts?.get(team.id) }))
}

const mentionsQuery = queryOptions({
  queryKey: ["counts", "mentions"],
  queryFn: async ({ client }) => countActive({ query: `mentions:"${await fetchHandle(client)}"` }),
})

/** Active conversations in which colleagues have mentioned whoever is signed in. */
export function useMentionCount(): number | undefined {
  return useQuery(mentionsQuery).data
}

async function countActive(filters: { assigned_to?: number; query?: string }): Promise<number> {
  const { page } = await desk.conversations.list({ ...filters, status: "active", size: 1 })
  return page.totalElements
}
