import type { ChangedUserStatus, SignedIn } from "@deskhand/sdk/client"
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { desk } from "../../data/client.ts"
import { tellFailure } from "../../data/toasts.ts"

export type OwnStatus = ChangedUserStatus["status"]

function statusQuery(userId: number) {
  return queryOptions({ queryKey: ["status", userId], queryFn: () => desk.users.status(userId) })
}

/** Whether somebody is there for new conversations, and how to say so. Light users have no status. */
export function useOwnStatus({ id, role }: SignedIn["user"]): [OwnStatus | undefined, (status: OwnStatus) => void] {
  const queryClient = useQueryClient()
  const { queryKey } = statusQuery(id)
  const { data } = useQuery({ ...statusQuery(id), enabled: role !== "light user" })

  async function say(status: OwnStatus) {
    await queryClient.cancelQueries({ queryKey })
    const before = queryClient.getQueryData(queryKey)
    queryClient.setQueryData(queryKey, before && { ...before, email: { ...before.email, status } })
    try {
      await desk.users.setStatus(id, { status })
    } catch (error) {
      queryClient.setQueryData(queryKey, before)
      tellFailure(error)
    }
  }
  return [data?.email.status, (status) => void say(status)]
}
