import { type Db, sql } from "../../db/db.ts"
import type { PageRequest } from "../../http/hal.ts"
import { rowsOf } from "../../http/page-rows.ts"

export interface FollowerRow {
  user_id: number
  first_name: string
  last_name: string
  photo_url: string | null
  created_at: Date
}

/** People who may still see the conversation, the first to follow first. */
const visibleFollowers = (conversationId: number) => sql`conversation_followers f
  join users u on u.id = f.user_id and u.deactivated_at is null
  join conversations c on c.id = f.conversation_id
  where f.conversation_id = ${conversationId} and (u.role in ('owner', 'admin')
    or exists (select from inbox_users where inbox_users.inbox_id = c.inbox_id and inbox_users.user_id = u.id))`

export function listFollowers(db: Db, conversationId: number, page: PageRequest): Promise<FollowerRow[]> {
  return db.many(sql`
    select f.user_id, u.first_name, u.last_name, u.photo_url, f.created_at from ${visibleFollowers(conversationId)}
    order by f.created_at, f.user_id ${rowsOf(page)}`)
}

export async function countFollowers(db: Db, conversationId: number): Promise<number> {
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from ${visibleFollowers(conversationId)}`,
  )
  return total
}

/** False where the user follows it already. */
export async function insertFollower(
  db: Db,
  { conversationId, userId, now }: { conversationId: number; userId: number; now: Date },
): Promise<boolean> {
  const count = await db.run(sql`
    insert into conversation_followers (conversation_id, user_id, created_at)
    values (${conversationId}, ${userId}, ${now}) on conflict do nothing`)
  return count > 0
}

/** False where the user does not follow it. */
export async function deleteFollower(
  db: Db,
  { conversationId, userId }: { conversationId: number; userId: number },
): Promise<boolean> {
  const count = await db.run(sql`
    delete from conversation_followers where conversation_id = ${conversationId} and user_id = ${userId}`)
  return count > 0
}

/** Followers of merged conversations follow the one that is left, and notifications lead there. */
export async function moveFollowers(db: Db, { from, to }: { from: number[]; to: number }): Promise<void> {
  await db.run(sql`
    insert into conversation_followers (conversation_id, user_id, created_at)
    select ${to}::bigint, user_id, min(created_at) from conversation_followers
    where conversation_id = any(${from}::bigint[]) group by user_id order by user_id on conflict do nothing`)
  await db.run(sql`update notifications set conversation_id = ${to} where conversation_id = any(${from}::bigint[])`)
}
