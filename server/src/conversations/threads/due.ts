import { type Db, sql } from "../../db/db.ts"
import { unscheduled } from "./change.ts"
import type { Place } from "./insert.ts"

export interface DueThread {
  id: number
  conversation_id: number
}

/** The longest due first. */
export function listDueThreads(db: Db, { now, most }: { now: Date; most: number }): Promise<DueThread[]> {
  return db.many(sql`
    select id, conversation_id from threads where scheduled_for <= ${now} order by scheduled_for, id limit ${most}`)
}

export interface ScheduledThread {
  id: number
  body: string
  to: string[]
  cc: string[]
  bcc: string[]
  scheduled_by_id: number
  send_as_id: number
}

/** Nothing where it is not due any more, is in another conversation by now, or somebody else holds it. */
export function lockDueThread(
  db: Db,
  { id, conversation_id }: DueThread,
  now: Date,
): Promise<ScheduledThread | undefined> {
  return db.maybe(sql`
    select id, body, to_addresses as to, cc, bcc, scheduled_by_id, send_as_id from threads
    where id = ${id} and conversation_id = ${conversation_id} and scheduled_for <= ${now}
    for no key update skip locked`)
}

/** It was written when it was drafted, but for everybody else it is there from now on. */
export async function updateSent(db: Db, place: Place, { id, now }: { id: number; now: Date }): Promise<void> {
  await db.run(sql`
    update threads set state = 'published', status = ${place.status}, assigned_to_id = ${place.assigneeId},
      created_by_id = send_as_id, created_at = ${now}, ${unscheduled} where id = ${id}`)
}

export async function updateUnsent(db: Db, id: number): Promise<void> {
  await db.run(sql`update threads set ${unscheduled} where id = ${id}`)
}
