import { type Db, early, sql } from "../../db/db.ts"
import type { Envelope } from "./envelope.ts"
import type { Facts } from "./facts.ts"

/** A message that this node alone works on, for as long as it is lent and says so again. */
export interface Claimed {
  id: number
  inbox_id: number
  storage_key: string
  size_bytes: number
  envelope: Envelope
  received_at: Date
  /** This one included. */
  attempts: number
  /** Where it says that it could not be read, of one that is read again. */
  thread_id: number | null
  /** Of when it was read before. */
  facts: Facts
  /** Null unless it is old mail: then the status of the conversation that it becomes. */
  imported_as: "closed" | "active" | null
  /** Of one that was held until somebody decided. */
  decision: "accept" | "reject" | null
}

const columns = sql`mail_messages.id, inbox_id, storage_key, size_bytes, envelope, received_at, attempts, thread_id, facts,
  imported_as, decision`

export interface Claiming {
  /** Of this node. */
  claim: string
  now: Date
  lentSeconds: number
  most: number
  /** All of them together, unless the first is larger. */
  mostBytes: number
}

const isFree = (now: Date) => sql`outcome = 'waiting' and (claimed_until is null or claimed_until <= ${now})`

/**
 * What was never begun, in its order: the first of every inbox before the second of any. An inbox of which another node has something
 * is left alone, so that its messages are settled in their order. The attempt counts from here on: whatever ends the
 * process has been tried.
 */
export function claimFresh(db: Db, { claim, now, lentSeconds, most, mostBytes }: Claiming): Promise<Claimed[]> {
  return db.transaction(async (db) => {
    // Held before the next statement looks at their messages, so that two nodes do not share one.
    const inboxes = await db.many<{ id: number }>(sql`${early}
      select id from inboxes where
        exists (select from mail_messages where inbox_id = inboxes.id and ${isFree(now)} and attempts = 0)
      order by id for no key update skip locked`)
    if (inboxes.length === 0) return []
    const claimed = await db.many<Claimed>(sql`
      with due as (
        select message.id, size_bytes, row_number() over (partition by inbox.id order by message.id) as place
        from unnest(${inboxes.map(({ id }) => id)}::bigint[]) as inbox (id) cross join lateral (
          select id, size_bytes from mail_messages
          where inbox_id = inbox.id and ${isFree(now)} and attempts = 0
          order by id limit ${most} for update skip locked
        ) message
        where not exists (
          select from mail_messages where inbox_id = inbox.id and outcome = 'waiting' and claim is not null
            and claim <> ${claim} and claimed_until > ${now})
        order by place, message.id limit ${most}
      ), fitting as (
        select id from (
          select id, sum(size_bytes) over (order by place, id) as total, row_number() over (order by place, id) as place
          from due
        ) summed where total <= ${mostBytes} or place = 1
      )
      update mail_messages set claim = ${claim}, claimed_until = ${until(now, lentSeconds)}, attempts = attempts + 1
      from fitting where fitting.id = mail_messages.id
      returning ${columns}`)
    return claimed.toSorted((one, other) => one.id - other.id)
  })
}

/** Whether there is something that was begun before and may be begun again. */
export async function hasSuspects(db: Db, now: Date): Promise<boolean> {
  return (await db.maybe(sql`select from mail_messages where ${isFree(now)} and attempts > 0 limit 1`)) !== undefined
}

/**
 * One alone: should it end the process, nobody else is blamed for that. An attempt that never ended counts only where it
 * was alone too: of several, one was to blame.
 */
export function claimSuspect(
  db: Db,
  { claim, now, lentSeconds }: Pick<Claiming, "claim" | "now" | "lentSeconds">,
): Promise<Claimed | undefined> {
  return db.maybe(sql`
    update mail_messages set claim = ${claim}, claimed_until = ${until(now, lentSeconds)}, suspect = true,
      attempts = attempts + (suspect or claim is null)::integer
    where id = (
      select id from mail_messages where ${isFree(now)} and attempts > 0 order by id limit 1 for update skip locked)
    returning ${columns}`)
}

function until(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1_000)
}

/** Says that this node still works on them; those that are being settled at this moment need no more time. */
export async function renewClaims(
  db: Db,
  ids: number[],
  { claim, now, lentSeconds }: Pick<Claiming, "claim" | "now" | "lentSeconds">,
): Promise<void> {
  await db.run(sql`update mail_messages set claimed_until = ${until(now, lentSeconds)}
    where id in (
      select id from mail_messages where id = any(${ids}::bigint[]) and claim = ${claim}
      order by id for no key update skip locked)`)
}

/**
 * Gives back what could not be tried: the database or the store was away, or the node stops. A suspect stays one, as if
 * it had been in company: its next attempt takes the place of this one.
 */
export async function releaseMessages(db: Db, ids: number[], claim: string): Promise<void> {
  await db.run(sql`update mail_messages set claim = case when suspect then claim end, claimed_until = null,
    attempts = attempts - (not suspect)::integer, suspect = false
    where id = any(${ids}::bigint[]) and claim = ${claim} and outcome = 'waiting'`)
}

/** It failed, and is tried again then; nothing waits for it. */
export async function postponeMessage(
  db: Db,
  { id, claim, dueAt }: { id: number; claim: string; dueAt: Date },
): Promise<void> {
  await db.run(sql`update mail_messages set claim = null, claimed_until = ${dueAt}
    where id = ${id} and claim = ${claim} and outcome = 'waiting'`)
}

/**
 * Those of an inbox are settled one after another, whoever does it. Gives those that are still ours: the rest another node
 * has taken over.
 */
export async function holdMessages(
  db: Db,
  { ids, inboxId, claim }: { ids: number[]; inboxId: number; claim: string },
): Promise<Set<number>> {
  const locking = db.run(sql`${early} select pg_advisory_xact_lock(hashtextextended('mail ' || ${inboxId}::text, 0))`)
  const held = db.many<{ id: number }>(sql`${early}
    select id from mail_messages where id = any(${ids}::bigint[]) and claim = ${claim} and outcome = 'waiting'
    order by id for no key update`)
  await locking
  return new Set((await held).map(({ id }) => id))
}
