import type { StatusAfterReply, UseReplyTo } from "@deskhand/contract/inboxes/inbox"
import type { RatingTexts } from "@deskhand/contract/inboxes/rating-texts"
import { anyOf, type Db, early, sql } from "../db/db.ts"
import type { PageRequest } from "../http/hal.ts"
import { rowsOf } from "../http/page-rows.ts"
import { type Viewer, visibleTo } from "../http/viewer.ts"
import { hasRoom } from "./room.ts"

export interface InboxRow {
  id: number
  name: string
  slug: string
  email: string
  signature: string
  status_after_reply: StatusAfterReply
  default_assignee_id: number | null
  auto_reply_enabled: boolean
  auto_reply_subject: string
  auto_reply_text: string
  rating_requests: boolean
  rating_texts: Partial<RatingTexts>
  use_reply_to: UseReplyTo
  assign_on_reply: boolean
  created_at: Date
  updated_at: Date
}

const columns = sql`id, name, slug, email, signature, status_after_reply, default_assignee_id, auto_reply_enabled,
  auto_reply_subject, auto_reply_text, rating_requests, rating_texts, use_reply_to, assign_on_reply, created_at, updated_at`

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
  /** Routing may find somebody for it. */
  has_room: boolean
}

export async function mapInboxDefaults(db: Db, ids: number[]): Promise<Map<number, InboxDefaults>> {
  const rows = await db.many<InboxDefaults>(sql`${early}
    select id, default_assignee_id, auto_reply_enabled,
      exists (select from routing where inbox_id = inboxes.id and ${hasRoom}) as has_room
    from inboxes where id = ${anyOf(ids)}`)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function findStatusAfterReply(db: Db, id: number): Promise<"active" | "pending" | "closed"> {
  const row = await db.one<{ status: "active" | "pending" | "closed" }>(
    sql`select status_after_reply as status from inboxes where id = ${id}`,
  )
  return row.status
}

/** Whether an unassigned conversation of the inbox goes to this writer of a reply; system users never get one by that. */
export async function assignsOnReply(
  db: Db,
  { inboxId, writerId }: { inboxId: number; writerId: number },
): Promise<boolean> {
  const found = await db.maybe(sql`
    select from inboxes join users on users.id = ${writerId} and users.type = 'user'
    where inboxes.id = ${inboxId} and assign_on_reply`)
  return found !== undefined
}

export function lockInbox(db: Db, id: number): Promise<InboxRow | undefined> {
  return db.maybe(sql`select ${columns} from inboxes where id = ${id} for no key update`)
}

/** Waits for whoever is putting something into it, and lets nobody begin to. */
export async function lockGoingInbox(db: Db, id: number): Promise<boolean> {
  return (await db.maybe(sql`select from inboxes where id = ${id} for update`)) !== undefined
}

export async function insertInbox(db: Db, inbox: { name: string; email: string; now: Date }): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into inboxes (name, email, created_at, updated_at)
    values (${inbox.name}, ${inbox.email}, ${inbox.now}, ${inbox.now}) returning id`)
  return id
}

export interface ChangedInboxRow {
  id: number
  name: string
  email: string
  signature: string
  statusAfterReply: StatusAfterReply
  defaultAssigneeId: number | null
  autoReplyEnabled: boolean
  autoReplySubject: string
  autoReplyText: string
  ratingRequests: boolean
  ratingTexts: Partial<RatingTexts>
  useReplyTo: UseReplyTo
  assignOnReply: boolean
  now: Date
}

export async function updateInbox(db: Db, inbox: ChangedInboxRow): Promise<void> {
  await db.run(sql`
    update inboxes set name = ${inbox.name}, email = ${inbox.email}, signature = ${inbox.signature},
      status_after_reply = ${inbox.statusAfterReply}, default_assignee_id = ${inbox.defaultAssigneeId},
      auto_reply_enabled = ${inbox.autoReplyEnabled}, auto_reply_subject = ${inbox.autoReplySubject},
      auto_reply_text = ${inbox.autoReplyText}, rating_requests = ${inbox.ratingRequests},
      rating_texts = ${JSON.stringify(inbox.ratingTexts)}::jsonb, use_reply_to = ${inbox.useReplyTo},
      assign_on_reply = ${inbox.assignOnReply},
      updated_at = ${inbox.now}
    where id = ${inbox.id}`)
}

/** Who stays keeps their chat status; rows of owners and admins, who need none, are left alone. */
export async function updateInboxUsers(
  db: Db,
  { id, userIds, now }: { id: number; userIds: number[]; now: Date },
): Promise<{ added: number[]; removed: number[] }> {
  const given = sql`users.role not in ('owner', 'admin')`
  const removed = await db.many<{ id: number }>(sql`
    delete from inbox_users using users
    where inbox_id = ${id} and users.id = user_id and ${given} and user_id <> all(${userIds}::bigint[])
    returning user_id as id`)
  const added = await db.many<{ id: number }>(sql`
    insert into inbox_users (inbox_id, user_id, created_at)
    select ${id}, users.id, ${now} from users where users.id = any(${userIds}::bigint[]) and ${given} order by users.id
    on conflict do nothing returning user_id as id`)
  await db.run(sql`update inboxes set updated_at = ${now} where id = ${id}`)
  return { added: added.map(({ id }) => id), removed: removed.map(({ id }) => id) }
}

/** In whatever state. */
export async function holdsConversations(db: Db, id: number): Promise<boolean> {
  return (await db.maybe(sql`select from conversations where inbox_id = ${id} limit 1`)) !== undefined
}

/** Its folders, fields, saved replies, routing and counters go with it. */
export async function deleteInbox(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from inboxes where id = ${id}`)
}
