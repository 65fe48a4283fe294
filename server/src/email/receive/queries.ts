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
  messageId: string | undefined
  storageKey: string
  contentHash: Buffer | null
}

/** By the number of each that has come before, the first of those that are the same: by id and what it says, or by every byte. */
export async function mapFirsts(db: Db, inboxId: number, sought: Sought[]): Promise<Map<number, EarlierRow>> {
  const same = sql`inbox_id = ${inboxId} and m.id <> given.id and outcome not in ('waiting', 'duplicate')`
  const rows = await db.many<EarlierRow & { sought: number }>(sql`${early}
    select given.id as sought, first.id, first.thread_id,
      coalesce((select conversation_id from threads where threads.id = first.thread_id), first.conversation_id)
        as conversation_id
    from unnest(${sought.map(({ id }) => id)}::bigint[], ${sought.map(({ messageId }) => messageId ?? null)}::text[],
      ${sought.map(({ storageKey }) => storageKey)}::text[], ${sought.map(({ contentHash }) => contentHash)}::bytea[])
      as given (id, message_id, storage_key, content_hash)
    cross join lateral (
      select id, conversation_id, thread_id from (
        select id, conversation_id, thread_id from mail_messages m
        where ${same} and message_id = given.message_id
          and (content_hash = given.content_hash or m.storage_key = given.storage_key)
        union all
        select id, conversation_id, thread_id from mail_messages m
        where ${same} and given.message_id is null and message_id is null and m.storage_key = given.storage_key
      ) same order by id limit 1
    ) first`)
  return new Map(rows.map(({ sought: id, ...row }) => [id, row]))
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

/** By customer: of those that they began or that were begun with them of late. */
export async function mapOpenConversations(
  db: Db,
  { customerIds, but }: { customerIds: number[]; but?: number },
): Promise<Map<number, number[]>> {
  const rows = await db.many<{ customer_id: number; ids: number[] }>(sql`
    select customer_id, array(
      select id from (
        select id, status, state, created_at from conversations where customer_id = given.customer_id
        order by created_at desc, id desc limit 50
      ) newest where state = 'published' and status in ('active', 'pending') and id <> ${but ?? 0}
      order by created_at desc, id desc limit ${mostOthers}
    ) as ids
    from unnest(${[...new Set(customerIds)]}::bigint[]) as given (customer_id)`)
  return new Map(rows.map(({ customer_id: id, ids }) => [id, ids]))
}

export const mostOthers = 10

export interface Settled {
  id: number
  outcome: Exclude<Outcome, "waiting">
  reason: string | null
  messageId: string | undefined
  contentHash: Buffer | null
  conversationId: number | null
  threadId: number | null
  facts: Facts
  judgeAt: Date | null
}

export async function settleMessageRows(db: Db, settled: Settled[], now: Date): Promise<void> {
  await db.run(sql`
    update mail_messages set outcome = given.outcome, reason = given.reason, settled_at = ${now},
      message_id = given.message_id, content_hash = given.content_hash, conversation_id = given.conversation_id,
      thread_id = given.thread_id, facts = given.facts::jsonb, judge_at = given.judge_at, judge_attempts = 0, claim = null, claimed_until = null
    from unnest(${settled.map(({ id }) => id)}::bigint[], ${settled.map(({ outcome }) => outcome)}::text[],
      ${settled.map(({ reason }) => reason)}::text[], ${settled.map(({ messageId }) => messageId ?? null)}::text[],
      ${settled.map(({ contentHash }) => contentHash)}::bytea[],
      ${settled.map(({ conversationId }) => conversationId)}::bigint[],
      ${settled.map(({ threadId }) => threadId)}::bigint[], ${settled.map(({ facts }) => JSON.stringify(facts))}::text[],
      ${settled.map(({ judgeAt }) => judgeAt)}::timestamptz[])
      as given (id, outcome, reason, message_id, content_hash, conversation_id, thread_id, facts,
        judge_at)
    where mail_messages.id = given.id`)
}

/** The last that can be done for one: not even a thread could be written of it. */
export async function failMessage(db: Db, { id, claim, now }: { id: number; claim: string; now: Date }): Promise<void> {
  await db.run(sql`
    update mail_messages set outcome = 'failed', reason = 'unreadable', settled_at = ${now}, claim = null,
      claimed_until = null
    where id = ${id} and claim = ${claim} and outcome = 'waiting'`)
}
