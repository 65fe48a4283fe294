import { type Db, type Sql, sql } from "../../db/db.ts"
import type { Viewer } from "../../http/viewer.ts"
import { readableBy } from "../queries.ts"

/**
 * Whether a customer has written since the user opened the conversation, or the user marked it as unread. `conversation`
 * names the row of `conversations`.
 */
export function isUnreadBy(userId: number | Sql, conversation: Sql): Sql {
  return sql`(
    select case when r.conversation_id is null then coalesce(${conversation}.customer_wrote_at > users.unread_since, false)
      else r.read_at is null or coalesce(${conversation}.customer_wrote_at > r.read_at, false) end
    from users left join conversation_reads r on r.user_id = users.id and r.conversation_id = ${conversation}.id
    where users.id = ${userId})`
}

export async function listUnread(db: Db, viewer: Viewer, ids: number[]): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select c.id from conversations c
    where c.id = any(${ids}::bigint[]) and ${readableBy(viewer)} and ${isUnreadBy(viewer.userId, sql`c`)}
    order by c.id`)
  return rows.map(({ id }) => id)
}

export interface ReadableConversation {
  inbox_id: number
  unread: boolean
}

export function findReadable(db: Db, viewer: Viewer, id: number): Promise<ReadableConversation | undefined> {
  return db.maybe(sql`
    select c.inbox_id, ${isUnreadBy(viewer.userId, sql`c`)} as unread from conversations c
    where c.id = ${id} and ${readableBy(viewer)}`)
}

/**
 * Read up to the newest message that this transaction sees: one that is committed later is unread, whatever the clocks of
 * two nodes say. False where the conversation has been removed meanwhile.
 */
export async function putRead(
  db: Db,
  { userId, conversationId, now }: { userId: number; conversationId: number; now: Date },
): Promise<boolean> {
  const written = await db.run(sql`
    insert into conversation_reads (user_id, conversation_id, read_at)
    select ${userId}, id, coalesce(customer_wrote_at, ${now}) from conversations where id = ${conversationId}
    on conflict (user_id, conversation_id) do update set read_at = excluded.read_at`)
  return written > 0
}

export async function putUnread(
  db: Db,
  { userId, conversationId }: { userId: number; conversationId: number },
): Promise<boolean> {
  const written = await db.run(sql`
    insert into conversation_reads (user_id, conversation_id, read_at)
    select ${userId}, id, null from conversations where id = ${conversationId}
    on conflict (user_id, conversation_id) do update set read_at = null`)
  return written > 0
}

/** Before the sources of a merge go: the target is unread for users for whom any of them is. */
export async function mergeReads(
  db: Db,
  { sourceIds, intoId }: { sourceIds: number[]; intoId: number },
): Promise<void> {
  const ids = [intoId, ...sourceIds]
  await db.run(sql`
    insert into conversation_reads (user_id, conversation_id, read_at)
    select reader.user_id, ${intoId}::bigint,
      case when bool_or(${isUnreadBy(sql`reader.user_id`, sql`c`)}) then null
        else max(greatest(c.customer_wrote_at, own.read_at)) end
    from (select distinct user_id from conversation_reads where conversation_id = any(${ids}::bigint[])) reader
    join conversations c on c.id = any(${ids}::bigint[])
    left join conversation_reads own on own.user_id = reader.user_id and own.conversation_id = c.id
    group by reader.user_id
    on conflict (user_id, conversation_id) do update set read_at = excluded.read_at`)
}

/** What a user has read stays read in the conversation that was split off. */
export async function copyReads(db: Db, { fromId, toId }: { fromId: number; toId: number }): Promise<void> {
  await db.run(sql`
    insert into conversation_reads (user_id, conversation_id, read_at)
    select user_id, ${toId}::bigint, read_at from conversation_reads where conversation_id = ${fromId}
    on conflict do nothing`)
}
