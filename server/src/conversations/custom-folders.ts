import type { ConversationQuery } from "@deskhand/contract/conversation"
import type { Db } from "../db/db.ts"
import { DeskError } from "../errors.ts"
import type { Viewer } from "../http/viewer.ts"
import { filterOf } from "./filter.ts"
import { findConversationIds } from "./find.ts"

export interface FolderCounts {
  total_count: number
  active_count: number
}

/** As many as the list of the folder has. Undefined for a folder whose query cannot be read (any more). */
export function countCustomFolder(
  db: Db,
  folder: number,
  asking: { viewer: Viewer; now: Date },
): Promise<FolderCounts | undefined> {
  return countFound(db, { all: { folder, status: "all" }, active: { folder, status: "active" } }, asking)
}

/** How many each of the two finds. Undefined where one of them cannot be read. */
export async function countFound(
  db: Db,
  { all, active }: { all: ConversationQuery; active: ConversationQuery | undefined },
  { viewer, now }: { viewer: Viewer; now: Date },
): Promise<FolderCounts | undefined> {
  const count = async (query: ConversationQuery | undefined) => {
    if (!query) return 0
    const filter = await filterOf(db, query, { viewer, modifiedSince: undefined, now })
    const order = { field: "createdAt", descending: true } as const
    return (await findConversationIds(db, { filter, order, viewer, skip: 0, size: 1 })).total
  }
  try {
    const [total_count, active_count] = await Promise.all([count(all), count(active)])
    return { total_count, active_count }
  } catch (error) {
    if (error instanceof DeskError && error.status === 400) return undefined
    throw error
  }
}
