import { type Db, sql } from "../../db/db.ts"
import type { PageRequest } from "../../http/hal.ts"
import type { BrowserKeys } from "./encrypt.ts"

export interface SubscriptionRow {
  id: number
  endpoint: string
  created_at: Date
}

export function listSubscriptions(db: Db, userId: number, page: PageRequest): Promise<SubscriptionRow[]> {
  return db.many(sql`
    select id, endpoint, created_at from push_subscriptions where user_id = ${userId}
    order by id desc limit ${page.size} offset ${(page.number - 1) * page.size}`)
}

export async function countSubscriptions(db: Db, userId: number): Promise<number> {
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from push_subscriptions where user_id = ${userId}`,
  )
  return total
}

interface NewSubscription extends BrowserKeys {
  userId: number
  /** The hash of the session's secret, where a session asks. */
  session: Buffer | null
  endpoint: string
  now: Date
}

/** The browser belongs to whoever subscribed in it last. */
export async function insertSubscription(
  db: Db,
  { userId, session, endpoint, p256dh, auth, now }: NewSubscription,
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
    values (${userId}, (select id from sessions where hash = ${session}::bytea), ${endpoint}, ${p256dh}, ${auth}, ${now})
    on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth
    returning id`)
  return id
}

/** The oldest ones go, where somebody has more than anybody has browsers. */
export async function deleteAllBut(db: Db, userId: number, kept: number): Promise<void> {
  await db.run(sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${userId} order by id desc offset ${kept})`)
}

export function deleteSubscription(db: Db, { id, userId }: { id: number; userId: number }): Promise<number> {
  return db.run(sql`delete from push_subscriptions where id = ${id} and user_id = ${userId}`)
}

/** Only as it was when its service said that it is gone. */
export async function forgetSubscription(db: Db, { id, endpoint }: { id: number; endpoint: string }): Promise<void> {
  await db.run(sql`delete from push_subscriptions where id = ${id} and endpoint = ${endpoint}`)
}

export interface OwedNotice extends BrowserKeys {
  endpoint: string
  conversation_id: number
  number: number
  subject: string
  preview: string
  customer: string
  inbox_email: string
}

/** What is told now; nothing where the conversation is not for this person any more. */
export function findNotice(
  db: Db,
  { subscriptionId, conversationId }: { subscriptionId: number; conversationId: number },
): Promise<OwedNotice | undefined> {
  return db.maybe(sql`
    select s.endpoint, s.p256dh, s.auth, c.id as conversation_id, c.number, c.subject, c.preview,
      trim(concat(customers.first_name, ' ', customers.last_name)) as customer, inboxes.email as inbox_email
    from push_subscriptions s
    join conversations c on c.id = ${conversationId} and c.state = 'published'
    join inboxes on inboxes.id = c.inbox_id
    join customers on customers.id = c.customer_id
    join users u on u.id = s.user_id and u.deactivated_at is null
    where s.id = ${subscriptionId} and (u.role in ('owner', 'admin')
      or exists (select from inbox_users where inbox_id = c.inbox_id and user_id = u.id))`)
}

/** The browsers of some users. */
export function listBrowsersOf(db: Db, userIds: number[]): Promise<{ id: number; user_id: number }[]> {
  return db.many(sql`select id, user_id from push_subscriptions where user_id = any(${userIds}::bigint[]) order by id`)
}
