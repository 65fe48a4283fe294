import { type Db, sql } from "../db/db.ts"
import type { PageRequest } from "../http/hal.ts"
import { rowsOf } from "../http/page-rows.ts"
import { type Viewer, visibleTo } from "../http/viewer.ts"

export interface InboxRow {
  id: number
  name: string
  slug: string
  email: string
  created_at: Date
  updated_at: Date
}

const columns = sql`id, name, slug, email, created_at, updated_at`

export function listInboxes(db: Db, viewer: Viewer, page: PageRequest): Promise<InboxRow[]> {
  return db.many(sql`
    select ${columns} from inboxes where ${visibleTo(viewer, sql`id`)}
    order by lower(name), id ${rowsOf(page)}`)
}

export function findInbox(db: Db, viewer: Viewer, id: number): Promise<InboxRow | undefined> {
  return db.maybe(sql`select ${columns} from inboxes where id = ${id} and ${visibleTo(viewer, sql`id`)}`)
}

/** What an inbox does with a conversation when the request does not say. */
export interface InboxDefaults {
  id: number
  default_assignee_id: number | null
  auto_reply_enabled: boolean
}

export function findInboxDefaults(db: Db, viewer: Viewer, id: number): Promise<InboxDefaults | undefined> {
  return db.maybe(sql`select id, default_assignee_id, auto_reply_enabled from inboxes
    where id = ${id} and ${visibleTo(viewer, sql`id`)}`)
}

export async function findStatusAfterReply(db: Db, id: number): Promise<"active" | "pending" | "closed"> {
  const row = await db.one<{ status: "active" | "pending" | "closed" }>(
    sql`select status_after_reply as status from inboxes where id = ${id}`,
  )
  return row.status
}
