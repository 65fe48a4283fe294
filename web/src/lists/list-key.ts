import type { ConversationFilters, View } from "@deskhand/sdk/client"

/** Names a list in addresses: one of ours over all inboxes, a folder of one inbox, a saved view, or a search. */
export type ListKey =
  | "mine"
  | "unassigned"
  | "all"
  | `folder-${number}-${number}`
  | `view-${number}`
  | `search-${string}`

export const sorts = ["relevance", "newest", "waiting", "created"] as const
export type Sort = (typeof sorts)[number]

/** As the desk counts them; a longer query is none. */
const longestQuery = 2_048

export function readListKey(value: unknown): ListKey | undefined {
  if (typeof value !== "string" || value.length > longestQuery + "search-".length) return undefined
  const isKey = /^(mine|unassigned|all|folder-\d{1,15}-\d{1,15}|view-\d{1,15}|search-.*\S.*)$/s.test(value)
  return isKey ? (value as ListKey) : undefined
}

export function folderKey(inboxId: number, folderId: number): ListKey {
  return `folder-${inboxId}-${folderId}`
}

export function folderOf(list: ListKey): { inboxId: number; folderId: number } | undefined {
  const [, inboxId, folderId] = /^folder-(\d+)-(\d+)$/.exec(list) ?? []
  return inboxId === undefined ? undefined : { inboxId: Number(inboxId), folderId: Number(folderId) }
}

export function searchKey(query: string): ListKey {
  return `search-${query.trim()}`
}

/** What is searched for, where the list is a search. */
export function searchIn(list: ListKey): string | undefined {
  return list.startsWith("search-") ? list.slice("search-".length) : undefined
}

export function viewKey(viewId: number): ListKey {
  return `view-${viewId}`
}

export function viewIn(list: ListKey): number | undefined {
  const [, viewId] = /^view-(\d+)$/.exec(list) ?? []
  return viewId === undefined ? undefined : Number(viewId)
}

/** How well it fits is known only where something is looked for. */
export function sortsOf(list: ListKey): readonly Sort[] {
  return /^(search|view)-/.test(list) ? sorts : sorts.filter((sort) => sort !== "relevance")
}

interface Asked {
  myId: number
  sort: Sort
  /** Of the view, where the list is one. */
  saved?: View["filters"] | undefined
}

/** What the API is asked for. A folder narrows the status by itself. */
export function filtersOf(list: ListKey, { myId, sort, saved }: Asked): ConversationFilters {
  return { ...scopeOf(list, { myId, saved }), ...orders[sort] }
}

function scopeOf(list: ListKey, { myId, saved = {} }: Pick<Asked, "myId" | "saved">): ConversationFilters {
  const folder = folderOf(list)
  if (folder) return { mailbox: [folder.inboxId], folder: folder.folderId, status: "all" }
  const query = searchIn(list)
  if (query !== undefined) return { query, status: "all" }
  if (viewIn(list) !== undefined) return saved
  switch (list) {
    case "mine":
      return { assigned_to: myId, status: "open" }
    case "unassigned":
      return { query: "(assigned:unassigned)", status: "open" }
    default:
      return { status: "open" }
  }
}

const orders = {
  relevance: { sortField: "score", sortOrder: "desc" },
  newest: { sortField: "modifiedAt", sortOrder: "desc" },
  waiting: { sortField: "waitingSince", sortOrder: "asc" },
  created: { sortField: "createdAt", sortOrder: "desc" },
} as const satisfies Record<Sort, ConversationFilters>

/** The order that a view was saved in, where it is one of ours. */
export function sortOf({ sortField, sortOrder }: View["filters"]): Sort | undefined {
  return sorts.find((sort) => orders[sort].sortField === sortField && orders[sort].sortOrder === sortOrder)
}
