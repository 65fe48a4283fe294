import type { ListedWorkflow, Workflow } from "@deskhand/contract/inboxes/workflow"
import type { WorkflowRun } from "@deskhand/contract/inboxes/workflow-run"
import { link, timestamp } from "../http/hal.ts"
import type { WorkflowRow } from "./queries.ts"
import { conditionsOf } from "./rules.ts"
import type { RunRow } from "./run-queries.ts"

export function presentWorkflow(row: WorkflowRow, origin: string): ListedWorkflow {
  return {
    id: row.id,
    mailboxId: row.inbox_id,
    type: row.type,
    status: row.status,
    order: row.position,
    name: row.name,
    conditions: conditionsOf(row),
    actions: row.actions,
    ...(row.problem && { problem: row.problem }),
    counts: { done: row.done_count, failed: row.failed_count, stopped: row.stopped_count },
    ...(row.last_run_at && { lastRunAt: timestamp(row.last_run_at) }),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    modifiedAt: timestamp(row.updated_at),
    _links: {
      self: link(origin, `/v2/workflows/${row.id}`),
      mailbox: link(origin, `/v2/mailboxes/${row.inbox_id}`),
    },
  }
}

export function presentWholeWorkflow(
  row: WorkflowRow,
  { runs, errors }: { runs: RunRow[]; errors: RunRow[] },
  origin: string,
): Workflow {
  return { ...presentWorkflow(row, origin), runs: runs.map(presentRun), errors: errors.map(presentRun) }
}

function presentRun(row: RunRow): WorkflowRun {
  return {
    at: timestamp(row.at),
    conversationId: row.conversation_id,
    conversationNumber: row.conversation_number,
    occasion: row.occasion,
    ...(row.user_id !== null && { userId: row.user_id }),
    outcome: row.outcome,
    ...(row.message !== null && { message: row.message }),
  }
}
