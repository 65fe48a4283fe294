import type { WorkflowAction } from "@deskhand/contract/inboxes/workflow"
import { type Db, sql } from "../db/db.ts"
import { DeskError, type FieldError } from "../errors.ts"
import { readFieldValues } from "../inboxes/fields/values.ts"
import { mapTags } from "../tags/queries.ts"
import { assignableSentence, canBeAssigned } from "../users/assignable.ts"
import { listListeners } from "../webhooks/deliveries/owe.ts"
import { covers } from "../webhooks/hears.ts"

/** What the actions of a workflow need and the desk does not have, or no longer. */
export async function problemsOf(
  db: Db,
  { inboxId, actions }: { inboxId: number; actions: WorkflowAction[] },
): Promise<FieldError[]> {
  const problems: FieldError[] = []
  for (const [index, action] of actions.entries())
    for (const problem of await problemsIn(db, action, inboxId))
      problems.push({ ...problem, path: `actions[${index}].${problem.path}` })
  return problems
}

async function problemsIn(db: Db, action: WorkflowAction, inboxId: number): Promise<FieldError[]> {
  switch (action.type) {
    case "assign":
      if (typeof action.assignTo !== "number" || (await canBeAssigned(db, action.assignTo, inboxId))) return []
      return [problem("assignTo", assignableSentence, action.assignTo)]
    case "tag":
      return [
        ...(await goneTags(db, "addTagIds", action.addTagIds)),
        ...(await goneTags(db, "removeTagIds", action.removeTagIds)),
      ]
    case "field":
      return fieldProblems(db, action, inboxId)
    case "reply": {
      const { savedReplyId: id = 0 } = action
      const found = await db.maybe(sql`
        select from saved_replies where id = ${id} and inbox_id = ${inboxId} and text is not null`)
      return found ? [] : [problem("savedReplyId", "is no saved reply of the inbox that has a text for e-mail", id)]
    }
    case "webhook": {
      const webhook = (await listListeners(db)).find(({ id }) => id === action.webhookId)
      if (!webhook) return [problem("webhookId", "is no webhook of this desk", action.webhookId)]
      return covers(webhook, inboxId)
        ? []
        : [problem("webhookId", "must be a webhook that may see the inbox", webhook.id)]
    }
    default:
      return []
  }
}

function problem(path: string, message: string, rejectedValue: unknown): FieldError {
  return { path, message, rejectedValue, source: "JSON" }
}

async function goneTags(db: Db, path: "addTagIds" | "removeTagIds", ids: number[] = []): Promise<FieldError[]> {
  const known = await mapTags(db, ids)
  return ids.flatMap((id, index) => (known.has(id) ? [] : [problem(`${path}[${index}]`, "is no tag of this desk", id)]))
}

async function fieldProblems(
  db: Db,
  { fieldId = 0, value = "" }: WorkflowAction,
  inboxId: number,
): Promise<FieldError[]> {
  try {
    await readFieldValues(db, inboxId, [{ id: fieldId, value }])
    return []
  } catch (error) {
    if (!(error instanceof DeskError) || error.status !== 400) throw error
    return error.fields.map((field) => ({ ...field, path: field.path.endsWith(".id") ? "fieldId" : "value" }))
  }
}
