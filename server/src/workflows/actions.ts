import type { NewWorkflow } from "@deskhand/contract/inboxes/workflow"
import { checkSavedQuery } from "../conversations/list/search.ts"
import type { Db } from "../db/db.ts"
import { conflict, invalid, notFound } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import type { Change, CheckedChange } from "../http/input/if-match.ts"
import { textIn } from "../http/input/texts.ts"
import { nobody } from "./match.ts"
import { problemsOf } from "./problems.ts"
import {
  countWorkflows,
  deleteWorkflow,
  insertWorkflow,
  lockWorkflow,
  type Problem,
  updatePosition,
  updateStatus,
  updateWorkflow,
  type WorkflowRow,
  type WrittenWorkflow,
} from "./queries.ts"
import { columnsOf, readActions, refuseOccasions } from "./rules.ts"
import { forgetSpells } from "./spells.ts"

/** Each is asked of every event of the inbox. */
const mostOfAnInbox = 200

export function createWorkflow(db: Db, given: NewWorkflow, change: Change): Promise<number> {
  const { viewer } = change
  return db.transaction(async (db) => {
    const row = await readWorkflow(db, given, change)
    if ((await countWorkflows(db, viewer, { mailbox: row.inbox_id })) >= mostOfAnInbox)
      throw conflict("too_many_workflows", `The inbox has ${mostOfAnInbox} workflows already; delete some of them`)
    const id = await insertWorkflow(db, row)
    await tell(db, "created", { id, inbox_id: row.inbox_id }, viewer.userId)
    return id
  })
}

export function overwriteWorkflow(
  db: Db,
  { id, ...given }: NewWorkflow & { id: number },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  return db.transaction(async (db) => {
    const current = await lockWorkflow(db, viewer, id)
    if (!current) throw notFound()
    await check(db)
    const row = await readWorkflow(db, given, { viewer, now })
    const stays = row.inbox_id === current.inbox_id
    await updateWorkflow(db, { ...row, id, position: row.position ?? (stays ? current.position : undefined) })
    if (row.status !== "active" || row.since !== current.since || !stays) await forgetSpells(db, id)
    await tell(db, "updated", { id, inbox_id: row.inbox_id }, viewer.userId)
  })
}

export interface WorkflowWish {
  status?: "active" | "inactive"
  order?: number
}

/** What is to be active must be able to run; where it stands can be changed of any. */
export function changeWorkflow(
  db: Db,
  { id, status, order }: WorkflowWish & { id: number },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  return db.transaction(async (db) => {
    const current = await lockWorkflow(db, viewer, id)
    if (!current) throw notFound()
    await check(db)
    const switched = status !== undefined && status !== current.status
    const moved = order !== undefined && order !== current.position
    if (!switched && !moved) return
    if (switched && status === "active")
      await refuseProblems(db, { inboxId: current.inbox_id, actions: current.actions })
    if (switched && status === "inactive") await forgetSpells(db, id)
    if (switched) await updateStatus(db, { id, status, problem: null, now })
    if (moved) await updatePosition(db, { id, position: order, now })
    await tell(db, "updated", current, viewer.userId)
  })
}

export function removeWorkflow(db: Db, id: number, { viewer, check }: CheckedChange): Promise<void> {
  return db.transaction(async (db) => {
    const current = await lockWorkflow(db, viewer, id)
    if (!current) throw notFound()
    await check(db)
    await deleteWorkflow(db, id)
    await tell(db, "deleted", current, viewer.userId)
  })
}

/** The desk itself finds that it can no longer run; the spells it waits for are not kept meanwhile. */
export async function markInvalid(
  db: Db,
  workflow: Pick<WorkflowRow, "id" | "inbox_id">,
  { problem, now }: { problem: Problem; now: Date },
): Promise<void> {
  await updateStatus(db, { id: workflow.id, status: "invalid", problem, now })
  await forgetSpells(db, workflow.id)
  await tell(db, "updated", workflow, null)
}

async function readWorkflow(db: Db, given: NewWorkflow, { viewer, now }: Change): Promise<WrittenWorkflow> {
  const { mailboxId: inboxId, type, status = "inactive" } = given
  const name = textIn(given.name, "name")
  if (!viewer.inboxIds.includes(inboxId)) {
    const message = "must be an inbox of this desk"
    throw invalid({ path: "mailboxId", message, rejectedValue: inboxId, source: "JSON" })
  }
  refuseOccasions(given)
  const conditions = columnsOf(given.conditions)
  if (conditions.query !== "") await checkSavedQuery(db, conditions.query, nobody(inboxId, now), "conditions.query")
  const actions = readActions(given.actions)
  await refuseProblems(db, { inboxId, actions })
  return { inbox_id: inboxId, type, status, position: given.order, name, ...conditions, actions, now }
}

async function refuseProblems(db: Db, about: Parameters<typeof problemsOf>[1]): Promise<void> {
  const problems = await problemsOf(db, about)
  if (problems.length > 0) throw invalid(...problems)
}

export function tell(
  db: Db,
  what: "created" | "updated" | "deleted",
  { id, inbox_id: inboxId }: Pick<WorkflowRow, "id" | "inbox_id">,
  userId: number | null,
): Promise<void> {
  return recordEvent(db, { kind: `workflow.${what}`, subjectId: id, userId, inboxId })
}
