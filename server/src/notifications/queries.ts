import type { NoticeReason } from "@deskhand/contract/people/notification"
import { type Db, sql } from "../db/db.ts"
import type { PageRequest } from "../http/hal.ts"
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

export interface Heard {
  reason: Exclude<NoticeReason, "mentioned">
  conversationId: number
  /** Who did it is not told of it. */
  actorId: number | null
  /** Whom it names; without one, whoever has the conversation. */
  userId: number | null
  /** In which colleagues may be mentioned. */
  noteId: number | null
}

export interface Told {
  subscription_id: number
  conversation_id: number
  reason: NoticeReason
}

/** Each browser once for each conversation, with what matters most to its user. */
export function listTold(db: Db, heard: Heard[]): Promise<Told[]> {
  return db.many(sql`
    with heard as (
      select * from unnest(${heard.map(({ reason }) => reason)}::text[],
        ${heard.map(({ conversationId }) => conversationId)}::bigint[],
        ${heard.map(({ actorId }) => actorId)}::bigint[], ${heard.map(({ userId }) => userId)}::bigint[],
        ${heard.map(({ noteId }) => noteId)}::bigint[])
        as heard (reason, conversation_id, actor_id, user_id, note_id)
    ), meant as (
      select heard.reason, conversation_id, actor_id, coalesce(heard.user_id, c.assignee_id) as user_id
      from heard join conversations c on c.id = conversation_id
      union all
      select 'mentioned', heard.conversation_id, actor_id, coalesce(team_members.user_id, named.id)
      from heard join threads on threads.id = note_id
      cross join regexp_matches(regexp_replace(threads.body, '<[^>]*>', ' ', 'g'),
        '(?:^|[^[:alnum:]._@-])@([[:alnum:]._-]{1,60})', 'g') as name
      join users named on lower(named.mention) in (lower(name[1]), lower(rtrim(name[1], '._-')))
      left join team_members on team_members.team_id = named.id
    )
    select distinct on (s.id, meant.conversation_id) s.id as subscription_id, meant.conversation_id, meant.reason
    from meant join push_subscriptions s on s.user_id = meant.user_id
    where meant.user_id is distinct from meant.actor_id
    order by s.id, meant.conversation_id,
      array_position(array['mentioned', 'assigned', 'replied', 'noted'], meant.reason)`)
}
