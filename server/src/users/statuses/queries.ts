import type { ChatStatus, EmailStatus, StatusSource } from "@deskhand/contract/user-status"
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
