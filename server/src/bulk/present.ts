import type { BulkAction } from "@deskhand/contract/conversations/bulk-action"
import { link, timestamp } from "../http/hal.ts"
import type { BulkRow, Progress } from "./queries.ts"
import { undoableUntil } from "./rules.ts"

export function presentBulk(
  row: BulkRow,
  { counts, failures }: Progress,
  { origin, now }: { origin: string; now: Date },
): BulkAction {
  const until = row.state === "done" ? undoableUntil(row) : undefined
  const isUndoable = row.state === "gathering" || row.state === "running" || (until !== undefined && until > now)
  return {
    id: row.id,
    action: row.action.type,
    state: row.state,
    ...(row.total !== null && { total: row.total }),
    waiting: counts.waiting,
    changed: counts.done,
    unchanged: counts.unchanged,
    failed: counts.failed,
    undone: counts.undone,
    kept: counts.kept,
    failures: failures.map(({ conversation_id: conversationId, message }) => ({ conversationId, message })),
    createdAt: timestamp(row.created_at),
    ...(row.finished_at && { finishedAt: timestamp(row.finished_at) }),
    undoable: isUndoable,
    ...(until && { undoableUntil: timestamp(until) }),
    _links: { self: link(origin, `/v2/bulk-actions/${row.id}`) },
  }
}
