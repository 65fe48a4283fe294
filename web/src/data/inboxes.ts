import type { Folder } from "@deskhand/sdk/client"
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query"
import { desk } from "./client.ts"

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

/** Active ones over all inboxes; undefined until all have said. */
export function activeIn(
  inboxes: readonly InboxWithFolders[] | undefined,
  types: readonly Folder["type"][],
): number | undefined {
  return sumOf(inboxes, types, ({ activeCount = 0 }) => activeCount)
}

/** All of them, whatever their status: of what waits to be finished and not for a customer. */
export function totalIn(
  inboxes: readonly InboxWithFolders[] | undefined,
  types: readonly Folder["type"][],
): number | undefined {
  return sumOf(inboxes, types, ({ totalCount = 0 }) => totalCount)
}

function sumOf(
  inboxes: readonly InboxWithFolders[] | undefined,
  types: readonly Folder["type"][],
  count: (folder: ListedFolder) => number,
): number | undefined {
  if (!inboxes?.every(({ folders }) => folders)) return undefined
  return inboxes
    .flatMap(({ folders }) => folders ?? [])
    .filter(({ type }) => types.includes(type))
    .reduce((sum, folder) => sum + count(folder), 0)
}

/** Those with something in them, and those that people always look for. One whose query cannot be read shows up, too. */
export function isShown({ type, totalCount = 1 }: ListedFolder): boolean {
  return type === "mytickets" || type === "unassigned" || totalCount > 0
}
