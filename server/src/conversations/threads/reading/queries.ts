import { type Db, type Sql, sql } from "../../../db/db.ts"
import type { Viewer } from "../../../http/viewer.ts"
import { type CustomerPersonRow, customerPerson, readableBy } from "../../queries.ts"
import type { StatusWord } from "../writing/status-after.ts"

export interface ThreadRow {
  id: number
  conversation_id: number
  conversation_number: number
  type:
    | "widgetchat"
    | "chat"
    | "customer"
    | "forwardchild"
    | "forwardparent"
    | "lineitem"
    | "message"
    | "note"
    | "phone"
  status: "active" | "closed" | "pending" | "spam"
  state: "bounced" | "draft" | "hidden" | "published" | "review"
  action_type: string | null
  action_text: string | null
  action_entities: Record<string, number> | null
  /** Null on line items alone. */
  body: string | null
  source_type: string
  source_via: "user" | "customer"
  customer: CustomerPersonRow | null
  created_by_id: number | null
  performed_by_id: number | null
  assigned_to_id: number | null
  saved_reply_id: number | null
  to_addresses: string[]
  cc: string[]
  bcc: string[]
  created_at: Date
  opened_at: Date | null
  linked_conversation_id: number | null
  scheduled_by_id: number | null
  send_as_id: number | null
  scheduled_at: Date | null
  scheduled_for: Date | null
  unschedule_on_customer_reply: boolean | null
  undoable: boolean
  then_status: StatusWord | null
  then_assigns: boolean
  then_assignee_id: number | null
  rating: { customer_id: number; rating: "great" | "okay" | "not_good" | "unknown"; comments: string | null } | null
}

/**
 * A reply belongs to the conversation's customer, also where its row names nobody. Customers and ratings are looked
 * up for each thread: joined, they would be read whole, because the planner expects far more threads than there are.
 */
const columns = (body: Sql) => sql`t.id, t.conversation_id, c.number as conversation_number, t.type, t.status, t.state,
  t.action_type, t.action_text, t.action_entities, ${body} as body, t.source_type, t.source_via, t.created_by_id, t.performed_by_id,
  t.assigned_to_id, t.saved_reply_id, t.to_addresses, t.cc, t.bcc, t.created_at, t.opened_at,
  coalesce((select into_id from merged_conversations where id = t.linked_conversation_id), t.linked_conversation_id)
    as linked_conversation_id,
  t.scheduled_by_id, t.send_as_id, t.scheduled_at, t.scheduled_for, t.unschedule_on_customer_reply, t.undoable,
  t.then_status, t.then_assigns, t.then_assignee_id,
  (select ${customerPerson("customer")} from customers customer
    where customer.id = coalesce(t.customer_id, case when t.type = 'message' then c.customer_id end)) as customer,
  (select json_build_object('customer_id', customer_id, 'rating', rating, 'comments', comments)
    from ratings where thread_id = t.id) as rating`

/** Nobody sees the drafts of others, but who schedules one for somebody else goes on seeing it. */
export function visibleThreads({ userId }: Pick<Viewer, "userId">): Sql {
  return visibleToUser(sql`${userId}`)
}

export function visibleToUser(userId: Sql): Sql {
  return sql`(t.state <> 'draft' or t.created_by_id = ${userId} or t.scheduled_by_id = ${userId})`
}

export interface ThreadSelection {
  /** Those of conversations that the viewer may read. */
  conversationIds: number[]
  /** Of each conversation, from its newest on. */
  skip: number
  size: number
}

/** Newest first in each conversation; one short index walk for each. */
export function listThreads(db: Db, viewer: Viewer, selection: ThreadSelection): Promise<ThreadRow[]> {
  const { conversationIds, skip, size } = selection
  return db.many(sql`
    select ${columns(sql`t.body`)} from unnest(${conversationIds}::bigint[]) as wanted (id)
    cross join lateral (
      select * from threads t where t.conversation_id = wanted.id and ${visibleThreads(viewer)}
      order by t.created_at desc, t.id desc limit ${size} offset ${skip}
    ) t
    join conversations c on c.id = t.conversation_id order by t.conversation_id, t.created_at desc, t.id desc`)
}

/** Those of them that the viewer may read, in no order. */
export function listThreadsById(
  db: Db,
  viewer: Viewer,
  { ids, chatLength }: { ids: number[]; chatLength: number | undefined },
): Promise<ThreadRow[]> {
  return db.many(sql`
    select ${columns(bodyUpTo(chatLength))} from threads t join conversations c on c.id = t.conversation_id
    where t.id = any(${ids}::bigint[]) and ${readableBy(viewer)} and ${visibleThreads(viewer)}`)
}

function bodyUpTo(chatLength: number | undefined): Sql {
  if (chatLength === undefined) return sql`t.body`
  return sql`case when t.type in ('chat', 'widgetchat') then left(t.body, ${chatLength}) else t.body end`
}

export function findThread(
  db: Db,
  viewer: Viewer,
  { conversationId, threadId }: { conversationId: number; threadId: number },
): Promise<ThreadRow | undefined> {
  return db.maybe(sql`
    select ${columns(sql`t.body`)} from threads t join conversations c on c.id = t.conversation_id
    where t.id = ${threadId} and t.conversation_id = ${conversationId}
      and ${readableBy(viewer)} and ${visibleThreads(viewer)}`)
}

export interface OriginalRow {
  original: string
  /** Whether the text has changed since. */
  edited: boolean
}

/** The text as it was first written; nothing where the viewer may not read the thread, or it is a line item. */
export function findOriginal(
  db: Db,
  viewer: Viewer,
  { conversationId, threadId }: { conversationId: number; threadId: number },
): Promise<OriginalRow | undefined> {
  return db.maybe(sql`
    select coalesce(t.original_body, t.body) as original, t.original_body is not null as edited
    from threads t join conversations c on c.id = t.conversation_id
    where t.id = ${threadId} and t.conversation_id = ${conversationId} and t.body is not null
      and ${readableBy(viewer)} and ${visibleThreads(viewer)}`)
}
