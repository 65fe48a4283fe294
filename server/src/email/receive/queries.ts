import { type Db, early, sql } from "../../db/db.ts"
import type { Facts, Outcome } from "./facts.ts"

/** In lower case. */
export async function listInboxAddresses(db: Db): Promise<Set<string>> {
  const rows = await db.many<{ email: string }>(sql`${early} select lower(email) as email from inboxes`)
  return new Set(rows.map(({ email }) => email))
}

export interface EarlierRow {
  id: number
  conversation_id: number | null
  thread_id: number | null
}

export interface Sought {
  id: number
  inboxId: number
  messageId: string | undefined
  storageKey: string
  contentHash: Buffer | null
}

/** The first of those that are the same message: by its id and what it says, or by every byte. */
export function findFirst(db: Db, sought: Sought): Promise<EarlierRow | undefined> {
  const { id, inboxId, messageId = null, storageKey, contentHash } = sought
  return db.maybe(sql`${early}
    select id, coalesce((select conversation_id from threads where threads.id = thread_id), conversation_id)
      as conversation_id, thread_id
    from mail_messages
    where inbox_id = ${inboxId} and id <> ${id} and outcome not in ('waiting', 'duplicate') and (
      (message_id = ${messageId} and (content_hash = ${contentHash} or storage_key = ${storageKey}))
      or (${messageId}::text is null and message_id is null and storage_key = ${storageKey}))
    order by id limit 1`)
}

export interface ReferredRow {
  message_id: string
  conversation_id: number
  merged: boolean
}

/** Conversations in which messages of these ids stand, that came to the same inbox. The newest of each first. */
export function listReferred(db: Db, { inboxId, ids }: { inboxId: number; ids: string[] }): Promise<ReferredRow[]> {
  return db.many(sql`${early}
    select message_id, threads.conversation_id, mail_messages.conversation_id is null as merged
    from mail_messages join threads on threads.id = thread_id
    where inbox_id = ${inboxId} and message_id = any(${ids}::text[]) and outcome not in ('waiting', 'duplicate')
    order by mail_messages.id desc limit 100`)
}

/** Who has a part in it: its customer, and who wrote or was written to; whom a stranger brought in has none. */
export async function isParticipant(db: Db, conversationId: number, address: string): Promise<boolean> {
  const theirs = (customer: ReturnType<typeof sql>) =>
    sql`exists (select from customer_emails where customer_id = ${customer} and lower(value) = lower(${address}))`
  const row = await db.maybe(sql`
    select from conversations c where c.id = ${conversationId} and (${theirs(sql`c.customer_id`)} or exists (
      select from threads t where t.conversation_id = c.id and t.type <> 'lineitem' and t.state <> 'draft'
        and not exists (select from mail_messages where thread_id = t.id and facts ->> 'stranger' = 'true')
        and (${theirs(sql`t.customer_id`)} or exists (
          select from unnest(t.to_addresses || t.cc || t.bcc) as one where lower(one) = lower(${address})))))`)
  return row !== undefined
}

/** Of those that they began or that were begun with them of late. */
export async function listOpenConversations(
  db: Db,
  { customerId, but }: { customerId: number; but: number | undefined },
): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select id from (
      select id, status, state from conversations where customer_id = ${customerId}
      order by created_at desc, id desc limit 50
    ) newest where state = 'published' and status in ('active', 'pending') and id <> ${but ?? 0} limit 10`)
  return rows.map(({ id }) => id)
}

export interface Settled {
  id: number
  outcome: Exclude<Outcome, "waiting">
  reason: string | null
  messageId: string | undefined
  contentHash: Buffer | null
  conversationId: number | null
  threadId: number | null
  facts: Facts
  now: Date
}

export async function settleMessageRow(db: Db, settled: Settled): Promise<void> {
  await db.run(sql`
    update mail_messages set outcome = ${settled.outcome}, reason = ${settled.reason}, settled_at = ${settled.now},
      message_id = ${settled.messageId ?? null}, content_hash = ${settled.contentHash},
      conversation_id = ${settled.conversationId}, thread_id = ${settled.threadId},
      facts = ${JSON.stringify(settled.facts)}, claim = null, claimed_until = null
    where id = ${settled.id}`)
}

/** The last that can be done for one: not even a thread could be written of it. */
export async function failMessage(db: Db, { id, claim, now }: { id: number; claim: string; now: Date }): Promise<void> {
  await db.run(sql`
    update mail_messages set outcome = 'failed', reason = 'unreadable', settled_at = ${now}, claim = null,
      claimed_until = null
    where id = ${id} and claim = ${claim} and outcome = 'waiting'`)
}
