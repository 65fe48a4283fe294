import type { ConversationQuery } from "@deskhand/contract/conversations/conversation"
import type { ViewFilters } from "@deskhand/contract/conversations/view"
import { countLists, type ListCounts } from "../conversations/list/find.ts"
import type { Db } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"

/** As many as its list has. Undefined where its filters cannot be read (any more). */
export function countView(
  db: Db,
  { sortField: _, sortOrder: __, ...asked }: ViewFilters,
  asking: { viewer: Viewer; now: Date },
): Promise<ListCounts | undefined> {
  const hasActive = asked.status === undefined || ["active", "open", "all"].includes(asked.status)
  const active: ConversationQuery | undefined = hasActive ? { ...asked, status: "active" } : undefined
  return countLists(db, { all: asked, active }, asking)
}
