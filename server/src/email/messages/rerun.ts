import { type Db, sql } from "../../db/db.ts"
import { conflict } from "../../errors.ts"
import { mailArrived } from "../receive/keep.ts"
import type { MessageRow } from "./queries.ts"

/** What has become a thread as it is meant to is left alone. */
const canRerun = sql`outcome <> 'waiting' and outcome <> 'bounce' and (outcome = 'failed' or thread_id is null)
  and raw_removed_at is null`

/** The same of a row. */
export function mayRerun(row: Pick<MessageRow, "outcome" | "thread_id" | "raw_removed_at">): boolean {
  const { outcome, thread_id: threadId, raw_removed_at: removedAt } = row
  if (outcome === "waiting" || outcome === "bounce" || removedAt !== null) return false
  return outcome === "failed" || threadId === null
}

/**
 * It is read as if it had just come; a placeholder that stands for it is replaced. What was rejected can be decided
 * again, and what was accepted stays so.
 */
export async function rerunMessage(db: Db, id: number): Promise<void> {
  const changed = await rerun(db, sql`id = ${id}`)
  if (changed === 0)
    throw conflict("message_settled", "This message has become a thread, is being read already, or is no longer kept")
}

/** Gives how many there are. */
export function rerunFailed(db: Db): Promise<number> {
  return rerun(db, sql`outcome = 'failed' and reason is distinct from 'loop'`)
}

async function rerun(db: Db, which: ReturnType<typeof sql>): Promise<number> {
  const changed = await db.run(sql`
    update mail_messages set outcome = 'waiting', reason = null, settled_at = null, attempts = 0, suspect = false, claim = null,
      claimed_until = null, decision = nullif(decision, 'reject'),
      decided_at = case when decision = 'accept' then decided_at end,
      decided_by_id = case when decision = 'accept' then decided_by_id end
    where ${which} and ${canRerun}`)
  if (changed > 0) db.tell(mailArrived)
  return changed
}
