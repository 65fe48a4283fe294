import type { ConversationFilters } from "@deskhand/sdk/client"

/** Names a list in addresses: one of ours over all inboxes, or a folder of one inbox. */
export type ListKey = "mine" | "unassigned" | "all" | `folder-${number}-${number}`

export const sorts = ["newest", "waiting", "created"] as const
export type Sort = (typeof sorts)[number]

export function readListKey(value: unknown): ListKey | undefined {
  const isKey = typeof value === "string" && /^(mine|unassigned|all|folder-\d{1,15}-\d{1,15})$/.test(value)
  return isKey ? (value as ListKey) : undefined
}

export function folderKey(inboxId: number, folderId: number): ListKey {
  return `folder-${inboxId}-${folderId}`
}

export function folderOf(list: ListKey): { inboxId: number; folderId: number } | undefined {
  const [, inboxId, folderId] = /^folder-(\d+)-(\d+)$/.exec(list) ?? []
  return inboxId === undefined ? undefined : { inboxId: Number(inboxId), folderId: Number(folderId) }
}

/** What the API is asked for. A folder narrows the status by itself. */
export function filtersOf(list: ListKey, { myId, sort }: { myId: number; sort: Sort }): ConversationFilters {
  return { ...scopeOf(list, myId), ...orders[sort] }
}

function scopeOf(list: ListKey, myId: number): ConversationFilters {
  const folder = folderOf(list)
  if (folder) return { mailbox: [folder.inboxId], folder: folder.folderId, status: "all" }
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
  newest: { sortField: "modifiedAt", sortOrder: "desc" },
  waiting: { sortField: "waitingSince", sortOrder: "asc" },
  created: { sortField: "createdAt", sortOrder: "desc" },
} as const satisfies Record<Sort, ConversationFilters>
