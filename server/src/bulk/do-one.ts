import { deleteConversation, type Edit, editConversation } from "../conversations/editing/edit.ts"
import { snoozeConversation } from "../conversations/editing/snooze.ts"
import { changeTags } from "../conversations/editing/tagging.ts"
import { holdConversation } from "../conversations/held.ts"
import type { Db } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import { holdTags } from "../tags/queries.ts"
import { type BulkRow, lockItem, updateItem } from "./queries.ts"
import { type Action, isSame } from "./rules.ts"
import { snapshotNow, snapshotOf } from "./snapshot.ts"

export interface One {
  bulk: BulkRow
  conversationId: number
  viewer: Viewer
  now: Date
}

/** The change and that it was made: in one transaction, so that it is never made twice. */
export function doOne(db: Db, { bulk, conversationId, viewer, now }: One): Promise<void> {
  const place = { bulkId: bulk.id, conversationId }
  const { action } = bulk
  return db.transaction(async (db) => {
    if (!(await lockItem(db, { ...place, state: "waiting" }))) return
    // Before the conversation, as whoever deletes a tag takes them.
    if (action.type === "tag") await holdTags(db, [...action.added, ...action.removed])
    const before = await snapshotOf(db, await holdConversation(db, viewer, conversationId))
    await act(db, action, { conversationId, viewer, now, check: async () => {} })
    const after = await snapshotNow(db, conversationId)
    const state = after && isSame(before, after) ? "unchanged" : "done"
    await updateItem(db, { ...place, state, before, after })
  })
}

/** Each as an agent does it alone. */
function act(db: Db, action: Action, edit: Edit): Promise<void> {
  switch (action.type) {
    case "status":
      return editConversation(db, { op: "replace", path: "/status", value: action.status }, edit)
    case "assign":
      return editConversation(
        db,
        action.assignTo === null
          ? { op: "remove", path: "/assignTo" }
          : { op: "replace", path: "/assignTo", value: action.assignTo },
        edit,
      )
    case "tag":
      return changeTags(db, action, edit)
    case "snooze":
      return snoozeConversation(db, action, edit)
    case "move":
      return editConversation(db, { op: "replace", path: "/mailboxId", value: action.mailboxId }, edit)
    case "delete":
      return deleteConversation(db, edit)
  }
}
