import type { WorkflowRun } from "@deskhand/contract/inboxes/workflow-run"
import { type Db, empty, sql } from "../db/db.ts"

export interface RunRow {
  conversation_id: number
  conversation_number: number
  occasion: WorkflowRun["occasion"]
  user_id: number | null
  outcome: WorkflowRun["outcome"]
  message: string | null
  at: Date
}

export function listRuns(
  db: Db,
  workflowId: number,
  { most, troubled }: { most: number; troubled: boolean },
): Promise<RunRow[]> {
  return db.many(sql`
    select conversation_id, c.number as conversation_number, occasion, user_id, outcome, message, at
    from workflow_runs join conversations c on c.id = conversation_id
    where workflow_id = ${workflowId} ${troubled ? sql`and outcome <> 'done'` : empty}
    order by workflow_runs.id desc limit ${most}`)
}

export interface NewRun {
  workflowId: number
  conversationId: number
  occasion: WorkflowRun["occasion"]
  userId: number | null
  outcome: WorkflowRun["outcome"]
  message: string | null
  now: Date
}

/** With its counter. */
export async function insertRun(db: Db, run: NewRun): Promise<void> {
  await db.run(sql`
    with ran as (
      insert into workflow_runs (workflow_id, conversation_id, occasion, user_id, outcome, message, at)
      values (${run.workflowId}, ${run.conversationId}, ${run.occasion}, ${run.userId}, ${run.outcome},
        ${run.message?.slice(0, 1_000) ?? null}, ${run.now}))
    update workflows set last_run_at = ${run.now},
      done_count = done_count + ${run.outcome === "done" ? 1 : 0},
      failed_count = failed_count + ${run.outcome === "failed" ? 1 : 0},
      stopped_count = stopped_count + ${run.outcome === "stopped" ? 1 : 0}
    where id = ${run.workflowId}`)
}

export interface Lately {
  done: number
  stopped: number
}

/** What it did on this conversation within the hour. */
export function countLately(
  db: Db,
  { workflowId, conversationId, now }: { workflowId: number; conversationId: number; now: Date },
): Promise<Lately> {
  return db.one(sql`
    select count(*) filter (where outcome = 'done') as done, count(*) filter (where outcome = 'stopped') as stopped
    from workflow_runs where conversation_id = ${conversationId} and workflow_id = ${workflowId}
      and at > ${new Date(now.getTime() - 3_600_000)}`)
}

/** A year and a month: reports look back so far, and a spell that nothing came of until then is forgotten. */
export async function forgetRuns(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 400 * 86_400_000)
  await db.run(sql`delete from workflow_runs where at < ${before}`)
  await db.run(sql`delete from workflow_spells where since < ${before}`)
}
