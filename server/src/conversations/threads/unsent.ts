import { type Db, type Sql, sql } from "../../db/db.ts"
import type { HeldConversation } from "../held.ts"
import type { Place } from "./insert.ts"
import { unscheduled } from "./schedule.ts"

/** A draft or a reply in review, with what its writer wants of the conversation. */
export interface UnsentThread {
  id: number
  body: string
  to: string[]
  cc: string[]
  bcc: string[]
  created_by_id: number
  /** Both of scheduled ones alone. */
  scheduled_by_id: number | null
  send_as_id: number | null
  then_status: HeldConversation["status"] | null
  then_assigns: boolean
  then_assignee_id: number | null
}

const columns = sql`id, body, to_addresses as to, cc, bcc, created_by_id, scheduled_by_id, send_as_id, then_status,
  then_assigns, then_assignee_id`

export interface DueThread {
  id: number
  conversation_id: number
}

/** The longest due first. */
export function listDueThreads(db: Db, { now, most }: { now: Date; most: number }): Promise<DueThread[]> {
  return db.many(sql`
    select id, conversation_id from threads where scheduled_for <= ${now} order by scheduled_for, id limit ${most}`)
}

/** Nothing where it is not due any more, is in another conversation by now, or somebody else holds it. */
export function lockDueThread(
  db: Db,
  { id, conversation_id }: DueThread,
  now: Date,
): Promise<UnsentThread | undefined> {
  return db.maybe(sql`
    select ${columns} from threads
    where id = ${id} and conversation_id = ${conversation_id} and scheduled_for <= ${now}
    for no key update skip locked`)
}

/** Every unsent reply of the conversation that fulfils the condition, oldest first. Its conversation is held. */
export function lockUnsentThreads(db: Db, conversationId: number, condition: Sql): Promise<UnsentThread[]> {
  return db.many(sql`
    select ${columns} from threads
    where conversation_id = ${conversationId} and state in ('draft', 'review') and type <> 'lineitem' and ${condition}
    order by id for no key update`)
}

/** It was written when it was drafted, but for everybody else it is there from now on. */
export async function updatePublished(db: Db, place: Place, { id, now }: { id: number; now: Date }): Promise<void> {
  await db.run(sql`
    update threads set state = 'published', status = ${place.status}, assigned_to_id = ${place.assigneeId},
      created_by_id = coalesce(send_as_id, created_by_id), created_at = ${now}, then_status = null,
      then_assigns = false, then_assignee_id = null, ${unscheduled} where id = ${id}`)
}

export async function updateUnscheduled(db: Db, id: number): Promise<void> {
  await db.run(sql`update threads set ${unscheduled} where id = ${id}`)
}
