import { type Db, sql } from "../../db/db.ts"
import { type Viewer, visibleTo } from "../../http/viewer.ts"

export interface SavedReplyRow {
  id: number
  inbox_id: number
  name: string
  text: string
  chat_text: string | null
}

const columns = sql`id, inbox_id, name, text, chat_text`

export function listSavedReplies(db: Db, viewer: Viewer, inboxId: number): Promise<SavedReplyRow[]> {
  return db.many(sql`
    select ${columns} from saved_replies where inbox_id = ${inboxId} and ${visibleTo(viewer, sql`inbox_id`)}
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
