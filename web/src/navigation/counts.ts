import type { Folder } from "@deskhand/sdk/client"
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query"
import { desk } from "../desk/client.ts"

export const inboxesQuery = queryOptions({
  queryKey: ["inboxes"],
  queryFn: () => Array.fromAsync(desk.inboxes.all({ size: 100 })),
})

export function foldersQuery(inboxId: number) {
  return queryOptions({
    queryKey: ["folders", inboxId],
    queryFn: () => Array.fromAsync(desk.inboxes.folders(inboxId).all({ size: 100 })),
  })
}

export type ListedFolder = Omit<Folder, "query" | "teamId">

export interface InboxWithFolders {
  id: number
  name: string
  folders: readonly ListedFolder[] | undefined
}

/** Every inbox that the viewer may see, with its folders and what they count. */
export function useInboxes(): { inboxes: InboxWithFolders[] | undefined; error: unknown; retry: () => void } {
  const { data, error, refetch } = useQuery(inboxesQuery)
  const folders = useQueries({ queries: (data ?? []).map(({ id }) => foldersQuery(id)) })
  return {
    inboxes: data?.map(({ id, name }, index) => ({ id, name, folders: folders[index]?.data })),
    error: data ? undefined : error,
    retry: () => void refetch(),
  }
}

/** Over all inboxes; undefined until all have said. */
export function activeIn(
  inboxes: readonly InboxWithFolders[] | undefined,
  types: readonly Folder["type"][],
): number | undefined {
  if (!inboxes?.every(({ folders }) => folders)) return undefined
  return inboxes
    .flatMap(({ folders }) => folders ?? [])
    .filter(({ type }) => types.includes(type))
    .reduce((sum, { activeCount = 0 }) => sum + activeCount, 0)
}

/** Those with something to do in them, and those that people always look for. */
export function isShown({ type, activeCount = 0, totalCount = 0 }: ListedFolder): boolean {
  if (["mytickets", "unassigned", "assigned", "closed", "team", "custom"].includes(type)) return true
  return activeCount > 0 || totalCount > 0
}
