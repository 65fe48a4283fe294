import type { Folder, ListedFolder } from "@deskhand/contract/inboxes/folder"
import { timestamp } from "../../http/hal.ts"
import type { Viewer } from "../../http/viewer.ts"
import type { FolderRow } from "./queries.ts"

export function presentFolder(row: FolderRow, viewer: Viewer): Folder {
  return {
    ...presentListedFolder(row, viewer),
    ...(row.query !== null && { query: row.query }),
    ...(row.team_id !== null && { teamId: row.team_id }),
  }
}

export function presentListedFolder(row: FolderRow, viewer: Viewer): ListedFolder {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    userId: row.type === "mytickets" ? viewer.userId : 0,
    ...(row.total_count !== null && { totalCount: row.total_count }),
    ...(row.active_count !== null && { activeCount: row.active_count }),
    updatedAt: timestamp(row.updated_at),
  }
}
