import { type Db, type Sql, sql } from "../../db/db.ts"
import type { Viewer } from "../../http/viewer.ts"
import { type ConversationRow, readableBy } from "../queries.ts"
import type { DerivedColumns, TellingThread } from "./derive.ts"

/** A conversation that nobody else can change until the transaction ends. */
export interface HeldConversation
  extends Pick<
    ConversationRow,
    "id" | "inbox_id" | "status" | "state" | "assignee_id" | "preview" | "cc" | "bcc" | "created_at"
  > {
  held_thread_count: number
  modified_at: Date
  snoozed_until: Date | null
  unsnooze_on_customer_reply: boolean | null
  /** Some thread waits to be sent, and not if the customer writes before. */
  has_yielding_schedule: boolean
}

/** What becomes of a conversation when something happens to it. */
export interface Effects {
  status: HeldConversation["status"]
  state: HeldConversation["state"]
  /** Whoever closed it has not any more. */
  reopened: boolean
  wakes: boolean
  /** Scheduled threads that give way to a customer's reply become plain drafts. */
  unschedules: boolean
  lineItems: { action: string; text: string }[]
}

export function holdConversation(db: Db, viewer: Viewer, id: number): Promise<HeldConversation | undefined> {
  return db.maybe(sql`${selectHeld(id)} and ${readableBy(viewer)} for no key update`)
}

/** Whoever may see it; nothing where somebody else holds it at this moment. */
export function holdIdleConversation(db: Db, id: number): Promise<HeldConversation | undefined> {
  return db.maybe(sql`${selectHeld(id)} for no key update skip locked`)
}

function selectHeld(id: number): Sql {
  return sql`
    select id, inbox_id, status, state, assignee_id, preview, cc, bcc, created_at, modified_at, held_thread_count,
      snoozed_until, unsnooze_on_customer_reply, exists (select from threads where conversation_id = c.id
        and scheduled_for is not null and unschedule_on_customer_reply) as has_yielding_schedule
    from conversations c where id = ${id}`
}

/** Leaves a plain draft. */
export const unscheduled = sql`scheduled_by_id = null, send_as_id = null, scheduled_at = null, scheduled_for = null,
  unschedule_on_customer_reply = null`

export async function unschedule(db: Db, conversationId: number): Promise<void> {
  await db.run(
    sql`update threads set ${unscheduled} where conversation_id = ${conversationId} and scheduled_for is not null and unschedule_on_customer_reply`,
  )
}

interface TellingRow {
  id: number
  type: string
  state: string
  created_at: Date
  created_by_id: number | null
  has_attachments: boolean
  scheduled_for: Date | null
  scheduled_by_id: number | null
  unschedule_on_customer_reply: boolean | null
}

/** Every thread with what the conversation tells of it, in the order in which they were made. */
export async function listTellingThreads(db: Db, conversationId: number): Promise<(TellingThread & { id: number })[]> {
  const rows = await db.many<TellingRow>(sql`
    select id, type, state, created_at, created_by_id, scheduled_for, scheduled_by_id, unschedule_on_customer_reply,
      exists (select from attachments where thread_id = threads.id) as has_attachments
    from threads where conversation_id = ${conversationId} order by id`)
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    state: row.state,
    createdAt: row.created_at,
    ...(row.created_by_id !== null && { createdById: row.created_by_id }),
    attachments: row.has_attachments ? [true] : [],
    ...(row.scheduled_for !== null && {
      scheduled: {
        for: row.scheduled_for,
        byId: row.scheduled_by_id ?? 0,
        unscheduleOnCustomerReply: row.unschedule_on_customer_reply === true,
      },
    }),
  }))
}

export interface ConversationChange extends DerivedColumns, Pick<Effects, "status" | "state" | "reopened" | "wakes"> {
  preview: string
  cc: string[]
  bcc: string[]
}

export async function updateConversation(db: Db, id: number, change: ConversationChange): Promise<void> {
  const { reopened, wakes } = change
  await db.run(sql`
    update conversations set status = ${change.status}, state = ${change.state}, preview = ${change.preview},
      cc = ${change.cc}, bcc = ${change.bcc}, thread_count = ${change.threadCount},
      held_thread_count = ${change.heldThreadCount}, has_attachments = ${change.hasAttachments},
      needs_attention = ${change.needsAttention}, waiting_since = ${change.waitingSince ?? null},
      user_updated_at = ${change.userUpdatedAt}, modified_at = ${change.modifiedAt},
      scheduled_for = ${change.scheduledFor ?? null}, scheduled_by_id = ${change.scheduledById ?? null},
      unschedule_on_customer_reply = ${change.unscheduleOnCustomerReply ?? null},
      closed_at = case when ${reopened} then null else closed_at end,
      closed_by_id = case when ${reopened} then null else closed_by_id end,
      snoozed_until = case when ${wakes} then null else snoozed_until end,
      snoozed_by_id = case when ${wakes} then null else snoozed_by_id end,
      unsnooze_on_customer_reply = case when ${wakes} then null else unsnooze_on_customer_reply end
    where id = ${id}`)
}
