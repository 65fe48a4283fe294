import { type Db, type Sql, sql } from "../../../db/db.ts"
import type { ThreadRow } from "../reading/queries.ts"
import type { Place } from "../writing/insert.ts"
import type { StatusWord } from "../writing/status-after.ts"
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
  undoable: boolean
  then_status: StatusWord | null
  then_assigns: boolean
  then_assignee_id: number | null
  /** A person wrote or scheduled it, so that it may assign the conversation to its writer. */
  then_assigns_writer: boolean
}

export const unsentColumns = sql`id, body, to_addresses as to, cc, bcc, created_by_id, scheduled_by_id, send_as_id,
  undoable, then_status, then_assigns, then_assignee_id, then_assigns_writer`

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
    select ${unsentColumns} from threads
    where id = ${id} and conversation_id = ${conversation_id} and scheduled_for <= ${now}
    for no key update skip locked`)
}

/** Every unsent reply of the conversation that fulfils the condition, oldest first. Its conversation is held. */
export function lockUnsentThreads(db: Db, conversationId: number, condition: Sql): Promise<UnsentThread[]> {
  return db.many(sql`
    select ${unsentColumns} from threads
    where conversation_id = ${conversationId} and state in ('draft', 'review') and type <> 'lineitem' and ${condition}
    order by id for no key update`)
}

/** It was written when it was drafted, but for everybody else it is there from now on. */
export async function updatePublished(
  db: Db,
  place: Place,
  { id, byId, now }: { id: number; byId: number | null; now: Date },
): Promise<void> {
  await db.run(sql`
    update threads set state = 'published',
      performed_by_id = coalesce(nullif(${byId}::bigint, coalesce(send_as_id, created_by_id)), performed_by_id), status = ${place.status}, assigned_to_id = ${place.assigneeId},
      created_by_id = coalesce(send_as_id, created_by_id), created_at = ${now}, then_status = null,
      then_assigns = false, then_assignee_id = null, then_assigns_writer = false, ${unscheduled} where id = ${id}`)
}

export async function updateUnscheduled(db: Db, id: number): Promise<void> {
  await db.run(sql`update threads set ${unscheduled} where id = ${id}`)
}

/** What it says, to whom, and what is to become of the conversation. Of what others have read, the first text stays. */
export async function updateUnsent(db: Db, thread: UnsentThread): Promise<void> {
  await db.run(sql`
    update threads set ${rewritten(thread.body)}, to_addresses = ${thread.to}, cc = ${thread.cc}, bcc = ${thread.bcc},
      then_status = ${thread.then_status}, then_assigns = ${thread.then_assigns},
      then_assignee_id = ${thread.then_assignee_id}
    where id = ${thread.id}`)
}

export async function updateSent(
  db: Db,
  { id, body, state }: { id: number; body: string; state: ThreadRow["state"] },
): Promise<void> {
  await db.run(sql`update threads set ${rewritten(body)}, state = ${state} where id = ${id}`)
}

function rewritten(body: string): Sql {
  return sql`body = ${body}, original_body = case when state <> 'draft' and body <> ${body}
    then coalesce(original_body, body) else original_body end`
}
