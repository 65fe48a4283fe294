import { type Db, sql } from "../../db/db.ts"
import { type Viewer, visibleTo } from "../../http/viewer.ts"

export interface SavedReplyRow {
  id: number
  inbox_id: number
  name: string
  /** Null where the reply is for chats only. */
  text: string | null
  chat_text: string | null
}

const columns = sql`id, inbox_id, name, text, chat_text`

export function listSavedReplies(
  db: Db,
  viewer: Viewer,
  { inboxId, includeChatReplies }: { inboxId: number; includeChatReplies: boolean },
): Promise<SavedReplyRow[]> {
  return db.many(sql`
    select ${columns} from saved_replies where inbox_id = ${inboxId} and ${visibleTo(viewer, sql`inbox_id`)}
      and (${includeChatReplies} or text is not null)
    order by lower(name), id`)
}

export function findSavedReply(
  db: Db,
  viewer: Viewer,
  { inboxId, id }: { inboxId: number; id: number },
): Promise<SavedReplyRow | undefined> {
  return db.maybe(sql`
    select ${columns} from saved_replies
    where id = ${id} and inbox_id = ${inboxId} and ${visibleTo(viewer, sql`inbox_id`)}`)
}

export interface NewSavedReplyRow {
  inboxId: number
  name: string
  text: string | null
  chatText: string | null
  now: Date
}

export async function insertSavedReply(db: Db, reply: NewSavedReplyRow): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into saved_replies (inbox_id, name, text, chat_text, created_at, updated_at)
    values (${reply.inboxId}, ${reply.name}, ${reply.text}, ${reply.chatText}, ${reply.now}, ${reply.now}) returning id`)
  return id
}

export async function lockSavedReply(db: Db, { inboxId, id }: { inboxId: number; id: number }): Promise<boolean> {
  const locked = await db.maybe(sql`
    select from saved_replies where id = ${id} and inbox_id = ${inboxId} for no key update`)
  return locked !== undefined
}

export async function updateSavedReply(db: Db, reply: NewSavedReplyRow & { id: number }): Promise<void> {
  await db.run(sql`update saved_replies set name = ${reply.name}, text = ${reply.text}, chat_text = ${reply.chatText},
    updated_at = ${reply.now} where id = ${reply.id}`)
}

/** Threads that were made with it stay as they are. */
export async function deleteSavedReply(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from saved_replies where id = ${id}`)
}
