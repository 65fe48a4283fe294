import type { FeedKind } from "@deskhand/contract/events/event"
import type { NotificationKind } from "@deskhand/contract/people/notification-kinds"
import { readableBy } from "../conversations/queries.ts"
import { type Db, type Sql, sql } from "../db/db.ts"
import type { PageRequest } from "../http/hal.ts"
import { rowsOf } from "../http/page-rows.ts"
import type { Viewer } from "../http/viewer.ts"
import type { Recipient } from "./recipients.ts"

export interface NotificationRow {
  id: number
  kind: NotificationKind
  event_kind: FeedKind
  created_at: Date
  read_at: Date | null
  thread_id: number | null
  conversation_id: number
  number: number
  subject: string
  inbox_id: number
  customer: PersonRow
  /** Null when a customer or the service did it. */
  actor: (PersonRow & { type: "user" | "team" | "system_user" }) | null
}

interface PersonRow {
  id: number
  first_name: string | null
  last_name: string | null
  photo_url: string | null
}

/** A viewer who has lost access to a conversation no longer sees, or counts, what it notified them of. */
const visibleRows = (viewer: Viewer): Sql => sql`notifications n join conversations c on c.id = n.conversation_id
  where n.user_id = ${viewer.userId} and c.state = 'published' and ${readableBy(viewer)}`

export function listNotifications(
  db: Db,
  viewer: Viewer,
  { unread, page }: { unread: boolean; page: PageRequest },
): Promise<NotificationRow[]> {
  return db.many(sql`
    with page as (
      select n.*, c.number, c.subject, c.inbox_id, c.customer_id from ${visibleRows(viewer)}
        and (read_at is null or not ${unread}) order by n.id desc ${rowsOf(page)}
    )
    select page.id, kind, event_kind, page.created_at, read_at, thread_id, conversation_id, number, subject, inbox_id,
      json_build_object('id', customer.id, 'first_name', customer.first_name, 'last_name', customer.last_name,
        'photo_url', customer.photo_url) as customer,
      case when actor.id is not null then json_build_object('id', actor.id, 'type', actor.type, 'first_name',
        actor.first_name, 'last_name', actor.last_name, 'photo_url', actor.photo_url) end as actor
    from page join customers customer on customer.id = customer_id left join users actor on actor.id = actor_id
    order by page.id desc`)
}

export interface NotificationCounts {
  total: number
  unread: number
  unread_mentions: number
}

export function countNotifications(db: Db, viewer: Viewer): Promise<NotificationCounts> {
  return db.one(sql`
    select count(*) as total, count(*) filter (where read_at is null) as unread,
      count(*) filter (where read_at is null and kind = 'mentioned') as unread_mentions
    from ${visibleRows(viewer)}`)
}

/** Each once, however often the event is processed. Gives the users who have a new one. */
export async function insertNotifications(db: Db, recipients: Recipient[]): Promise<number[]> {
  if (recipients.length === 0) return []
  const column = <Name extends keyof Recipient>(name: Name) => recipients.map((recipient) => recipient[name])
  const rows = await db.many<{ user_id: number }>(sql`
    insert into notifications (user_id, event_number, event_kind, kind, conversation_id, thread_id, actor_id, created_at)
    select * from unnest(${column("user_id")}::bigint[], ${column("event_number")}::bigint[],
      ${column("event_kind")}::text[], ${column("kind")}::text[], ${column("conversation_id")}::bigint[],
      ${column("thread_id")}::bigint[], ${column("actor_id")}::bigint[], ${column("created_at")}::timestamptz[])
      as given (user_id, event_number, event_kind, kind, conversation_id, thread_id, actor_id, created_at)
    -- Several events may report the same bounce or, of a conversation that is assigned soon after it began, the same
    -- assignment: until the user has read the first one, others add nothing.
    where not (kind in ('undelivered', 'assigned') and exists (select from notifications known
      where known.user_id = given.user_id and known.kind = given.kind and known.conversation_id = given.conversation_id
        and known.thread_id is not distinct from given.thread_id and known.read_at is null))
    order by event_number, user_id on conflict do nothing returning user_id`)
  return [...new Set(rows.map((row) => row.user_id))]
}

/** Gives how many were unread until now. */
export function markRead(db: Db, { userId, now, which }: { userId: number; now: Date; which: Sql }): Promise<number> {
  return db.run(sql`
    update notifications set read_at = ${now} where user_id = ${userId} and read_at is null and ${which}`)
}

export async function hasNotification(db: Db, { id, userId }: { id: number; userId: number }): Promise<boolean> {
  return (await db.maybe(sql`select from notifications where id = ${id} and user_id = ${userId}`)) !== undefined
}

/** More than anybody reads again. */
const mostPerUser = 500
const keptDays = 90

export async function deleteOldNotifications(db: Db, now: Date): Promise<void> {
  await db.run(sql`delete from notifications where created_at < ${new Date(now.getTime() - keptDays * 86_400_000)}`)
  await db.run(sql`
    delete from notifications using (
      select user_id, (select id from notifications n where n.user_id = crowded.user_id
        order by id desc offset ${mostPerUser - 1} limit 1) as oldest
      from (select user_id from notifications group by user_id having count(*) > ${mostPerUser}) crowded) kept
    where notifications.user_id = kept.user_id and id < oldest`)
}
