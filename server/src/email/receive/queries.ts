import type { UseReplyTo } from "@deskhand/contract/inboxes/inbox"
import { type Db, early, sql } from "../../db/db.ts"
import type { Facts, Outcome } from "./facts.ts"
import type { SenderOptions } from "./sender.ts"

/** The addresses of all inboxes, in lower case, and what this one does with Reply-To. */
export async function findSenderOptions(db: Db, inboxId: number): Promise<SenderOptions> {
  const rows = await db.many<{ id: number; email: string; use_reply_to: UseReplyTo }>(sql`${early}
    select id, lower(email) as email, use_reply_to from inboxes`)
  const useReplyTo = rows.find(({ id }) => id === inboxId)?.use_reply_to ?? "automatic"
  return { inboxes: new Set(rows.map(({ email }) => email)), useReplyTo }
}

export interface EarlierRow {
  id: number
  conversation_id: number | null
  thread_id: number | null
  received_at: Date
}

export interface Sought {
  id: number
  messageId: string | undefined
  storageKey: string
  contentHash: Buffer | null
  receivedAt: Date
}

/**
 * By the number of each that has come before, one of those that are the same: by id and what it says, the first of them;
 * without an id by every byte, the last of them, or the one that came at the same moment.
 */
export async function mapFirsts(db: Db, inboxId: number, sought: Sought[]): Promise<Map<number, EarlierRow>> {
  const same = sql`inbox_id = ${inboxId} and m.id <> given.id and outcome not in ('waiting', 'duplicate')`
  const rows = await db.many<EarlierRow & { sought: number }>(sql`${early}
    select given.id as sought, first.id, first.thread_id, first.received_at,
      coalesce((select conversation_id from threads where threads.id = first.thread_id), first.conversation_id)
        as conversation_id
    from unnest(${sought.map(({ id }) => id)}::bigint[], ${sought.map(({ messageId }) => messageId ?? null)}::text[],
      ${sought.map(({ storageKey }) => storageKey)}::text[], ${sought.map(({ contentHash }) => contentHash)}::bytea[],
      ${sought.map(({ receivedAt }) => receivedAt)}::timestamptz[])
      as given (id, message_id, storage_key, content_hash, received_at)
    cross join lateral (
      (select id, conversation_id, thread_id, received_at from mail_messages m
        where ${same} and message_id = given.message_id
          and (content_hash = given.content_hash or m.storage_key = given.storage_key)
        order by id limit 1)
      union all
      (select id, conversation_id, thread_id, received_at from mail_messages m
        where ${same} and given.message_id is null and message_id is null and m.storage_key = given.storage_key
        order by m.received_at = given.received_at desc, id desc limit 1)
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

/** Counts on the message that came first. */
export async function countRepeat(db: Db, id: number, at: Date): Promise<void> {
  await db.run(sql`
    update mail_messages set facts = facts || jsonb_build_object('repeats', jsonb_build_object(
      'count', coalesce((facts #>> '{repeats,count}')::integer, 0) + 1, 'lastAt', ${at.toISOString()}::text))
    where id = ${id}`)
}

/** Whether somebody still has to look at it. */
export async function isActive(db: Db, conversationId: number): Promise<boolean> {
  const found = sql`select from conversations where id = ${conversationId} and status = 'active' and state = 'published'`
  return (await db.maybe(found)) !== undefined
}
