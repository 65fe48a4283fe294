import type { ChatStatus, EmailStatus, StatusSource } from "@deskhand/contract/people/user-status"
import { type Db, sql } from "../../db/db.ts"
import type { PageRequest } from "../../http/hal.ts"
import { rowsOf } from "../../http/page-rows.ts"
import { type Viewer, visibleTo } from "../../http/viewer.ts"

export interface UserStatusRow {
  user_id: number
  email_status: EmailStatus
  email_updated_at: Date
  email_performed_by_id: number
  email_source: StatusSource
  custom_text: string | null
  custom_emoji: string | null
  custom_emoji_name: string | null
  chat_status: ChatStatus
  inbox_chat_statuses: Record<string, ChatStatus>
}

/** Somebody who never touched their status is active since they are here. */
function columns(viewer: Viewer) {
  return sql`users.id as user_id, coalesce(email_status, 'active') as email_status,
    coalesce(email_updated_at, users.created_at) as email_updated_at,
    coalesce(email_performed_by_id, users.id) as email_performed_by_id, coalesce(email_source, 'ui') as email_source,
    custom_text, custom_emoji, custom_emoji_name, coalesce(user_statuses.chat_status, 'unavailable') as chat_status,
    coalesce((
      select json_object_agg(inbox_id, inbox_users.chat_status) from inbox_users
      where inbox_users.user_id = users.id and inbox_users.chat_status is not null
        and ${visibleTo(viewer, sql`inbox_id`)}
    ), '{}') as inbox_chat_statuses`
}

const tables = sql`users left join user_statuses on user_statuses.user_id = users.id`

/** Light users have no status; teams and system users are never away. */
const havingStatus = sql`users.type = 'user' and users.role <> 'light user' and users.deactivated_at is null`

export function listUserStatuses(db: Db, viewer: Viewer, page: PageRequest): Promise<UserStatusRow[]> {
  return db.many(sql`select ${columns(viewer)} from ${tables} where ${havingStatus} order by users.id ${rowsOf(page)}`)
}

export async function countUserStatuses(db: Db): Promise<number> {
  return (await db.one<{ total: number }>(sql`select count(*) as total from users where ${havingStatus}`)).total
}

export function findUserStatus(db: Db, viewer: Viewer, userId: number): Promise<UserStatusRow | undefined> {
  return db.maybe(sql`select ${columns(viewer)} from ${tables} where users.id = ${userId} and ${havingStatus}`)
}

/** Whether there is such a user with a status, whose changes then wait for one another. */
export async function lockStatusUser(db: Db, userId: number): Promise<boolean> {
  const locked = await db.maybe(sql`select from users where id = ${userId} and ${havingStatus} for no key update`)
  return locked !== undefined
}

export interface StatusChange {
  userId: number
  status: EmailStatus
  text: string | null
  emoji: string | null
  emojiName: string | null
  performedById: number
  source: StatusSource
  now: Date
}

/**
 * False when all is so already. Whoever comes or goes has nothing that was taken from them for this absence; a new
 * text alone leaves that as it is.
 */
export async function updateStatus(db: Db, change: StatusChange): Promise<boolean> {
  await ensureStatus(db, change.userId)
  const changed = await db.run(sql`
    update user_statuses set email_status = ${change.status}, custom_text = ${change.text},
      custom_emoji = ${change.emoji}, custom_emoji_name = ${change.emojiName}, email_updated_at = ${change.now},
      email_performed_by_id = ${change.performedById}, email_source = ${change.source},
      reassigned_at = case when email_status = ${change.status} then reassigned_at end
    where user_id = ${change.userId}
      and (email_status, custom_text, custom_emoji, custom_emoji_name)
        is distinct from (${change.status}, ${change.text}, ${change.emoji}, ${change.emojiName})`)
  return changed > 0
}

/** Null minutes switch it off. Switched on, it holds for an absence that has begun before. */
export async function updateReassignment(
  db: Db,
  { userId, afterMinutes }: { userId: number; afterMinutes: number | null },
): Promise<void> {
  await ensureStatus(db, userId)
  await db.run(sql`
    update user_statuses set reassign_after_minutes = ${afterMinutes}::integer,
      reassigned_at = case when reassign_after_minutes is not null then reassigned_at end
    where user_id = ${userId}`)
}

/** A row that says what is told of somebody without one. */
async function ensureStatus(db: Db, userId: number): Promise<void> {
  await db.run(sql`
    insert into user_statuses (user_id, email_updated_at, email_performed_by_id)
    select id, created_at, id from users where id = ${userId} on conflict do nothing`)
}

export function findReassignment(db: Db, userId: number): Promise<{ after_minutes: number | null } | undefined> {
  return db.maybe(sql`select reassign_after_minutes as after_minutes from ${tables}
    where users.id = ${userId} and ${havingStatus}`)
}
