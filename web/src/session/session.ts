import type { SignedIn } from "@deskhand/sdk/client"
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query"
import { desk } from "../desk/client.ts"

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => desk.session.get(),
})

export const setupQuery = queryOptions({
  queryKey: ["setup"],
  queryFn: () => desk.session.setup(),
})

/** Who is signed in; pages below the inbox's route always have somebody. */
export function useMe(): SignedIn["user"] {
  return useSuspenseQuery(sessionQuery).data.user
}

/** Light users read and write notes, and change nothing that customers see. */
export function mayAnswer({ role }: SignedIn["user"]): boolean {
  return role !== "light user"
}

/** Owners and admins bring back what was deleted. */
export function administers({ role }: SignedIn["user"]): boolean {
  return role === "owner" || role === "admin"
}
