import type { WorkflowRun } from "@deskhand/contract/inboxes/workflow-run"
import { changeConversation } from "../conversations/change.ts"
import { type HeldConversation, holdConversation } from "../conversations/held.ts"
import { type LineText, lineText } from "../conversations/line-items.ts"
import { type Db, sql } from "../db/db.ts"
import { DeskError } from "../errors.ts"
import type { Viewer } from "../http/viewer.ts"
import { act } from "./act.ts"
import { markInvalid } from "./actions.ts"
import { problemsOf } from "./problems.ts"
import type { WorkflowRow } from "./queries.ts"
import { stopReason } from "./rules.ts"
import { countLately, insertRun } from "./run-queries.ts"

export interface Running {
  workflow: WorkflowRow
  conversationId: number
  occasion: WorkflowRun["occasion"]
  /** How many workflows have set one another off before this one. */
  depth: number
  viewer: Viewer
  now: Date
  origin: string
}

export interface Outcome {
  outcome: "done" | "unchanged" | "failed" | "stopped"
  message?: string
  /** It needs something that is gone, and runs no more. */
  broken?: true
}

/**
 * All of its actions or none, what the conversation and the workflow say of it, and its events: part of the caller's
 * transaction, which goes on whatever comes of it.
 */
export async function carryOut(db: Db, running: Running): Promise<Outcome> {
  const { workflow, conversationId, depth, occasion, now } = running
  const conversation = await find(db, running)
  if (typeof conversation === "string") return { outcome: "failed", message: conversation }
  const lately = await countLately(db, { workflowId: workflow.id, conversationId, now })
  const reason = occasion === "manual" ? undefined : stopReason({ depth, lately: lately.done })
  if (reason !== undefined) {
    // Said once an hour: what goes in circles comes by often.
    if (lately.stopped === 0) await settle(db, running, { outcome: "stopped", message: reason, conversation })
    return { outcome: "stopped", message: reason }
  }
  const [problem] = await problemsOf(db, { inboxId: workflow.inbox_id, actions: workflow.actions })
  if (problem) {
    const { path, message } = problem
    await markInvalid(db, workflow, { problem: { path, message }, now })
    await settle(db, running, { outcome: "failed", message: `${path} ${message}`, conversation })
    return { outcome: "failed", message: `${path} ${message}`, broken: true }
  }
  const result = await attempt(db, running, conversation)
  if (result.outcome !== "unchanged") await settle(db, running, { ...result, conversation })
  return result
}

async function find(db: Db, { viewer, conversationId, workflow }: Running): Promise<HeldConversation | string> {
  try {
    const conversation = await holdConversation(db, viewer, conversationId)
    if (conversation.inbox_id !== workflow.inbox_id) return "It is in another inbox than the workflow"
    return conversation.state === "published" ? conversation : "It is deleted, or still a draft"
  } catch (error) {
    if (error instanceof DeskError && error.status === 404) return error.message
    throw error
  }
}

/** What nothing changes by leaves no trace; what is refused is undone as a whole. */
async function attempt(db: Db, running: Running, conversation: HeldConversation): Promise<Outcome> {
  const { workflow, conversationId, viewer, now, origin, occasion } = running
  await db.run(sql`savepoint workflow`)
  await causes(db, { depth: running.depth + 1, workflowId: workflow.id })
  let at = 0
  let result: Outcome
  try {
    await changeConversation(db, conversation, {}, { userId: viewer.userId, now, notes: [ranText(running)] })
    const before = await versionOf(db, conversationId)
    const acting = { conversationId, viewer, now, origin, automatic: occasion !== "manual" }
    for (const [index, action] of workflow.actions.entries()) {
      at = index
      await act(db, action, acting)
    }
    const calls = workflow.actions.some(({ type }) => type === "webhook")
    result = { outcome: calls || (await versionOf(db, conversationId)) !== before ? "done" : "unchanged" }
  } catch (error) {
    // What the database refuses or cannot do now ends the transaction, and all of it is tried again.
    if (!(error instanceof DeskError) || error.status >= 500) throw error
    result = { outcome: "failed", message: `actions[${at}]: ${error.message}` }
  }
  await db.run(result.outcome === "done" ? sql`release savepoint workflow` : sql`rollback to savepoint workflow`)
  await causes(db, undefined)
  return result
}

/** What is recorded from now on in this transaction says that this workflow did it, or that people did. */
async function causes(db: Db, cause: { depth: number; workflowId: number } | undefined): Promise<void> {
  await db.run(sql`select set_config('deskhand.depth', ${cause ? String(cause.depth) : ""}, true),
    set_config('deskhand.workflow', ${cause ? String(cause.workflowId) : ""}, true)`)
}

/** Another for every change of its row. */
async function versionOf(db: Db, id: number): Promise<string> {
  return (await db.one<{ version: string }>(sql`select ctid::text as version from conversations where id = ${id}`))
    .version
}

interface Settled extends Outcome {
  conversation: HeldConversation
}

async function settle(db: Db, running: Running, { outcome, message, conversation }: Settled): Promise<void> {
  const { workflow, conversationId, occasion, viewer, now } = running
  if (outcome === "unchanged") return
  const userId = occasion === "manual" ? viewer.userId : null
  const run = { workflowId: workflow.id, conversationId, occasion, userId, outcome, message: message ?? null, now }
  await insertRun(db, run)
  if (outcome === "done") return
  const what = outcome === "failed" ? "failed" : "was stopped"
  const text = () => `The workflow ${workflow.name} ${what}: ${message}`
  const notes = [{ ...ranText(running), text }]
  await changeConversation(db, conversation, {}, { userId: viewer.userId, now, notes })
}

function ranText({ workflow, occasion, viewer }: Running): LineText {
  if (occasion === "manual")
    return lineText("manual-workflow", `ran the workflow ${workflow.name}`, {
      entities: { workflow: workflow.id, user: viewer.userId },
    })
  return {
    action: "automatic-workflow",
    entities: { workflow: workflow.id },
    text: () => `The workflow ${workflow.name} ran`,
  }
}
