import type { Db } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import { countLists, type ListCounts } from "./list/find.ts"

/** As many as the list of the folder has. Undefined for a folder whose query cannot be read (any more). */
export function countCustomFolder(
  db: Db,
  folder: number,
  asking: { viewer: Viewer; now: Date },
): Promise<ListCounts | undefined> {
  return countLists(db, { all: { folder, status: "all" }, active: { folder, status: "active" } }, asking)
}
