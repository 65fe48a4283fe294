import type { Db } from "../db/db.ts"
import { inOneStatement, insertRows, updateRows } from "../db/write-rows.ts"
import { type NewEvent, writingEvents } from "../events/record.ts"
import { type ConversationRecord, conversationTable } from "./columns.ts"
import type { HeldConversation } from "./held.ts"
import { type NewThreadRecord, type SearchEntry, threadTable } from "./threads/columns.ts"
import type { Summary } from "./threads/summary/retell.ts"
import { writingEntries } from "./threads/writing/insert.ts"

/** Everything that is written of one change. */
export interface WrittenChange {
  row: ConversationUpdate
  /** Line items and the thread that comes after them: all of them with the ids that were reserved, or none. */
  threads: NewThreadRecord[]
  entries: SearchEntry[]
  events: NewEvent[]
}

type ConversationUpdate = Partial<ConversationRecord> & Pick<ConversationRecord, "id">

/**
 * Columns that lead elsewhere are left alone where they stay: their triggers look at rows of others. So is what a conversation
 * tells of its threads, unless they have changed.
 */
export function updateOf(before: HeldConversation, after: HeldConversation, summary: Summary): ConversationUpdate {
  return {
    id: after.id,
    ...(after.inbox_id !== before.inbox_id && { inbox_id: after.inbox_id }),
    ...(after.customer_id !== before.customer_id && { customer_id: after.customer_id }),
    ...(after.subject !== before.subject && { subject: after.subject }),
    status: after.status,
    state: after.state,
    assignee_id: after.assignee_id,
    kept_unassigned: after.kept_unassigned,
    closed_at: after.closed_at,
    closed_by_id: after.closed_by_id,
    snoozed_until: after.snoozed_until,
    snoozed_by_id: after.snoozed_by_id,
    unsnooze_on_customer_reply: after.unsnooze_on_customer_reply,
    ...summary,
  }
}

/** All of it in one statement, for which nobody has to wait: what fails there fails the commit. */
export function writeChanges(db: Db, changes: WrittenChange[]): Promise<number> {
  const threads = changes.flatMap((change) => change.threads)
  const events = changes.flatMap((change) => change.events)
  const updates = updateRows(
    conversationTable,
    changes.map(({ row }) => row),
  )
  return db.run(
    inOneStatement({
      ...(threads.length > 0 && { threads_written: insertRows(threadTable, threads) }),
      ...writingEntries(changes.flatMap(({ entries }) => entries)),
      ...Object.fromEntries(updates.map((update, index) => [`updated_${index + 1}`, update])),
      ...(events.length > 0 && { recorded: writingEvents(db, events) }),
    }),
  )
}
