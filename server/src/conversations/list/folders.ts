import type { ConversationStatus } from "@deskhand/contract/conversations/conversation"
import { type Db, type Sql, sql } from "../../db/db.ts"
import { invalid } from "../../errors.ts"
import { type Viewer, visibleTo } from "../../http/viewer.ts"
import { QueryProblem } from "../../search/problem.ts"
import { joined } from "../../search/tree.ts"
import type { Searcher } from "./resolve/searcher.ts"
import { resolveSearch, type Search, searchOf } from "./search.ts"

/** What no other filter can say: the folders that conversations live in, and the one of those in trouble. */
export type ListedFolder =
  | "unassigned"
  | "drafts"
  | "assigned"
  | "snoozed"
  | "closed"
  | "spam"
  | "deleted"
  | "needsattention"

/** What of a filter a folder decides. */
interface Narrowed {
  inboxIds: number[]
  statuses: ConversationStatus[]
  assigneeId: number | undefined
  folder: ListedFolder | undefined
}

export interface FolderRow {
  id: number
  inbox_id: number
  type: ListedFolder | "mytickets" | "team" | "custom"
  team_id: number | null
  /** Of a custom folder, and of no other. */
  query: string | null
}

/** A folder that the viewer may not see is as one that does not exist. */
export function findListedFolder(db: Db, id: number, viewer: Viewer): Promise<FolderRow | undefined> {
  return db.maybe(sql`
    select id, inbox_id, type, team_id, query from folders
    where id = ${id} and ${visibleTo(viewer, sql`inbox_id`)}`)
}

/** What the request searches for and what a custom folder does: both must hold. */
export async function searchIn(
  db: Db,
  { folder, own, searcher }: { folder: FolderRow | undefined; own: Search | undefined; searcher: Searcher },
): Promise<Search | undefined> {
  if (folder === undefined || folder.query === null) return own
  try {
    const kept = await resolveSearch(db, folder.query, searcher)
    return own ? searchOf(joined("and", [kept.query, own.query]), searcher.now) : kept
  } catch (error) {
    if (!(error instanceof QueryProblem)) throw error
    const message = `is a custom folder whose query cannot be read: ${error.message}`
    throw invalid({ path: "folder", message, rejectedValue: folder.id, source: "QUERY" })
  }
}

/** No folder shows nothing. */
export function narrowToFolder<Filter extends Narrowed>(
  filter: Filter,
  folder: FolderRow | undefined,
  viewer: Viewer,
): Filter {
  const inboxIds = filter.inboxIds.filter((id) => id === folder?.inbox_id)
  if (!folder) return { ...filter, inboxIds }
  switch (folder.type) {
    case "mytickets":
      return assignedTo(viewer.userId, { ...filter, inboxIds, statuses: filter.statuses.filter(isOpen) })
    case "team":
      return assignedTo(folder.team_id, { ...filter, inboxIds })
    case "custom":
      return { ...filter, inboxIds }
    default:
      return narrowToType({ ...filter, inboxIds }, folder.type)
  }
}

/** The folders of a type of all inboxes at once. */
export function narrowToType<Filter extends Narrowed>(filter: Filter, type: ListedFolder): Filter {
  return { ...filter, statuses: filter.statuses.filter(statusesIn[type]), folder: type }
}

const isOpen = (status: ConversationStatus) => status === "active" || status === "pending"
const isAny = () => true

/** No other status is in that folder, and a walk that looked for one would find nothing until its end. */
const statusesIn: Record<ListedFolder, (status: ConversationStatus) => boolean> = {
  unassigned: isOpen,
  assigned: isOpen,
  closed: (status) => status === "closed",
  spam: (status) => status === "spam",
  snoozed: (status) => status !== "spam",
  drafts: isAny,
  deleted: isAny,
  needsattention: isAny,
}

function assignedTo<Filter extends Narrowed>(assigneeId: number | null, filter: Filter): Filter {
  if (assigneeId === null || (filter.assigneeId !== undefined && filter.assigneeId !== assigneeId))
    return { ...filter, inboxIds: [] }
  return { ...filter, assigneeId }
}

export function livesIn(folder: ListedFolder): Sql {
  switch (folder) {
    case "needsattention":
      return sql`needs_attention`
    default:
      return sql`home_folder = ${folder}`
  }
}

/** Those beside the viewer's own drafts. Deleted ones are listed nowhere but in their folder. */
export function listedState(folder: ListedFolder | undefined): Sql {
  if (folder === "drafts") return sql`false`
  return folder === "deleted" ? sql`state = 'deleted'` : sql`state = 'published'`
}

/** The same in the counters, which know folders and not states. */
export function countedFolder(folder: ListedFolder | undefined): Sql {
  if (folder === "drafts") return sql`false`
  return folder === undefined ? sql`home_folder not in ('deleted', 'drafts')` : sql`home_folder = ${folder}`
}
