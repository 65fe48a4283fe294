import { empty, type Sql, sql } from "../db/db.ts"
import type { HeldConversation } from "./held.ts"
import type { DerivedColumns } from "./threads/summary/derive.ts"

/** What a conversation tells of its threads; without `threads` only that somebody touched it. */
export interface Told {
  modifiedAt: Date
  userUpdatedAt: Date
  threads?: Omit<DerivedColumns, "modifiedAt" | "userUpdatedAt"> & { preview: string; cc: string[]; bcc: string[] }
}

export interface Update {
  before: HeldConversation
  after: HeldConversation
  told: Told
}

/** Columns that copy from elsewhere or lead elsewhere are left alone where they stay: their triggers look at rows of others. */
export function updatingConversation({ before, after, told }: Update): Sql {
  const { threads } = told
  return sql`
    update conversations set
      ${after.inbox_id === before.inbox_id ? empty : sql`inbox_id = ${after.inbox_id},`}
      ${after.customer_id === before.customer_id ? empty : sql`customer_id = ${after.customer_id},`}
      ${after.subject === before.subject ? empty : sql`subject = ${after.subject},`}
      ${threads === undefined ? empty : sql`${threadColumns(threads)},`}
      status = ${after.status}, state = ${after.state}, assignee_id = ${after.assignee_id},
      kept_unassigned = ${after.kept_unassigned},
      closed_at = ${after.closed_at}, closed_by_id = ${after.closed_by_id}, snoozed_until = ${after.snoozed_until},
      snoozed_by_id = ${after.snoozed_by_id}, unsnooze_on_customer_reply = ${after.unsnooze_on_customer_reply},
      modified_at = ${told.modifiedAt}, user_updated_at = ${told.userUpdatedAt}
    where id = ${after.id}`
}

function threadColumns(threads: NonNullable<Told["threads"]>) {
  return sql`preview = ${threads.preview}, cc = ${threads.cc}, bcc = ${threads.bcc},
    thread_count = ${threads.threadCount}, held_thread_count = ${threads.heldThreadCount},
    has_attachments = ${threads.hasAttachments}, needs_attention = ${threads.needsAttention},
    waiting_since = ${threads.waitingSince ?? null}, scheduled_for = ${threads.scheduledFor ?? null},
    scheduled_by_id = ${threads.scheduledById ?? null},
    unschedule_on_customer_reply = ${threads.unscheduleOnCustomerReply ?? null}`
}
