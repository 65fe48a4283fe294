import type { ConversationFilters, View } from "@deskhand/sdk/client"

/** Lists over all inboxes. */
const ours = ["mine", "unassigned", "all", "attention", "mentions", "drafts", "snoozed"] as const
export type OurList = (typeof ours)[number]

/** Names a list in addresses: one of ours, an inbox, a folder of one, a team, a saved view, or a search. */
export type ListKey =
  | OurList
  | `inbox-${number}`
  | `folder-${number}-${number}`
  | `team-${number}`
  | `view-${number}`
  | `search-${string}`

export const sorts = ["relevance", "newest", "waiting", "created"] as const
export type Sort = (typeof sorts)[number]

/** As the desk counts them; a longer query is none. */
const longestQuery = 2_048

export function readListKey(value: unknown): ListKey | undefined {
  if (typeof value !== "string" || value.length > longestQuery + "search-".length) return undefined
  const isKey = isOurs(value) || /^(folder-\d{1,15}-\d{1,15}|(inbox|team|view)-\d{1,15}|search-.*\S.*)$/s.test(value)
  return isKey ? (value as ListKey) : undefined
}

export function isOurs(list: string): list is OurList {
  return ours.some((one) => one === list)
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

export function keyOfOne(noun: "inbox" | "team" | "view", id: number): ListKey {
  return `${noun}-${id}`
}

/** The id of the inbox, team or view that the list is of, where it is of one. */
export function idIn(noun: "inbox" | "team" | "view", list: ListKey): number | undefined {
  return list.startsWith(`${noun}-`) ? Number(list.slice(noun.length + 1)) : undefined
}

/** How well it fits is known only where something is looked for. */
export function sortsOf(list: ListKey): readonly Sort[] {
  return /^(search|view)-/.test(list) ? sorts : sorts.filter((sort) => sort !== "relevance")
}

interface ListContext {
  myId: number
  sort: Sort
  /** Of the view, where the list is one. */
  saved?: View["filters"] | undefined
  /** How colleagues mention whoever looks. */
  handle?: string | undefined
}

/** What the API is asked for. A folder narrows the status by itself. */
export function filtersOf(list: ListKey, context: ListContext): ConversationFilters {
  return { ...scopeOf(list, context), ...orders[context.sort] }
}

function scopeOf(list: ListKey, { myId, saved = {}, handle = "" }: ListContext): ConversationFilters {
  if (isOurs(list)) return ourScope(list, { myId, handle })
  const folder = folderOf(list)
  if (folder) return { mailbox: [folder.inboxId], folder: folder.folderId, status: "all" }
  const query = searchIn(list)
  if (query !== undefined) return { query, status: "all" }
  const inboxId = idIn("inbox", list)
  if (inboxId !== undefined) return { mailbox: [inboxId], status: "open" }
  const teamId = idIn("team", list)
  return teamId === undefined ? saved : { assigned_to: teamId, status: "open" }
}

function ourScope(list: OurList, { myId, handle }: { myId: number; handle: string }): ConversationFilters {
  switch (list) {
    // By folder, which leaves out what is snoozed.
    case "mine":
      return { assigned_to: myId, folderType: "assigned", status: "open" }
    case "unassigned":
      return { folderType: "unassigned", status: "open" }
    case "all":
      return { status: "open" }
    case "mentions":
      return { query: `mentions:"${handle}"`, status: "open" }
    case "attention":
      return { folderType: "needsattention", status: "all" }
    default:
      return { folderType: list, status: "all" }
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

/** The longest waiting first, but for lists in which nobody waits. */
export function ownSort(
  list: ListKey,
  { filters, folderType }: { filters?: View["filters"] | undefined; folderType?: string | undefined },
): Sort {
  if (searchIn(list) !== undefined) return "relevance"
  if (idIn("view", list) !== undefined) return (filters && sortOf(filters)) ?? "newest"
  const type = folderType ?? list
  return ["drafts", "snoozed", "closed", "spam", "deleted"].includes(type) ? "newest" : "waiting"
}
