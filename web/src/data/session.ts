import type { SignedIn } from "@deskhand/sdk/client"
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query"
import { desk } from "./client.ts"

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => desk.session.get(),
})

export const setupQuery = queryOptions({
  queryKey: ["setup"],
  queryFn: () => desk.session.setup(),
})

/** Pages below the inbox's route always have one. */
export function useSession(): SignedIn {
  return useSuspenseQuery(sessionQuery).data
}

export function useMe(): SignedIn["user"] {
  return useSession().user
}

/** Light users read and write notes, and change nothing that customers see. */
export function mayAnswer({ role }: SignedIn["user"]): boolean {
  return role !== "light user"
}

/** Owners and admins bring back what was deleted. */
export function administers({ role }: SignedIn["user"]): boolean {
  return role === "owner" || role === "admin"
}
