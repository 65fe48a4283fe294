import type { WorkflowAction } from "@deskhand/contract/inboxes/workflow"
import type { Db } from "../db/db.ts"
import type { EventRow } from "../events/queries.ts"
import { idsAfter, queryAfter, type Renaming, renamingsIn } from "../tags/renaming.ts"
import { tell } from "./actions.ts"
import { problemsOf } from "./problems.ts"
import { holdNamingTags, updateNamedTags } from "./queries.ts"

/** A tag that has another name, or is part of another one, is still what a workflow asks for and sets. */
export async function followTags(db: Db, events: EventRow[], now: Date): Promise<void> {
  const renamings = renamingsIn(events)
  if (renamings.length === 0) return
  for (const workflow of await holdNamingTags(db)) {
    const query = queryAfter(workflow.query, renamings)
    const actions = workflow.actions.map((action) => actionAfter(action, renamings))
    if (query === workflow.query && JSON.stringify(actions) === JSON.stringify(workflow.actions)) continue
    // It may have run, and have found the tag gone, before this was heard.
    const isMended =
      workflow.status === "invalid" && (await problemsOf(db, { inboxId: workflow.inbox_id, actions })).length === 0
    await updateNamedTags(db, { id: workflow.id, query, actions, isMended, now })
    await tell(db, "updated", workflow, null)
  }
}

/** What is put on in place of another tag stays on where the two have become one. */
function actionAfter(action: WorkflowAction, renamings: Renaming[]): WorkflowAction {
  const { addTagIds, removeTagIds } = action
  const added = addTagIds && idsAfter(addTagIds, renamings)
  const removed = removeTagIds && idsAfter(removeTagIds, renamings).filter((id) => !added?.includes(id))
  return { ...action, ...(added && { addTagIds: added }), ...(removed && { removeTagIds: removed }) }
}
