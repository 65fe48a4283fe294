import { type Db, sql } from "../db/db.ts"
import { eventsWritten, type WrittenEvent } from "../events/record.ts"
import { wordsOfThread } from "./threads/summary/words.ts"
import type { LineItem, Thread } from "./threads/writing/insert.ts"
import type { Update } from "./update.ts"

export interface WrittenChange {
  update: Update
  events: WrittenEvent[]
  items: LineItem[]
  /** It comes after them. */
  thread?: Thread
}

export interface WrittenId {
  id: number | null
}

/** Whether it can be written together with others: it copies nothing from elsewhere, and the thread is not to be sent later. */
export function isPlain({ update: { before, after }, thread }: WrittenChange): boolean {
  const stays =
    after.inbox_id === before.inbox_id && after.customer_id === before.customer_id && after.subject === before.subject
  return stays && thread?.outcome === undefined && thread?.undoable === undefined
}

/** As `writeChange`, of many conversations at once. */
export async function writeChanges(db: Db, given: WrittenChange[]): Promise<WrittenId[]> {
  const threads = given.flatMap(({ update: { after }, items, thread }) => [
    ...items.map((item) => ({ ...itemValues(item), ...placeOf(after) })),
    ...(thread ? [{ ...threadValues(thread), ...placeOf(after) }] : []),
  ])
  const events = given.flatMap(({ update: { after }, events }) =>
    events.map(({ kind, userId, inboxId, fromInboxId, data = {}, tellsThread = false }) => ({
      conversation_id: after.id,
      kind,
      user_id: userId,
      inbox_id: inboxId,
      from_inbox_id: fromInboxId,
      data,
      tells_thread: tellsThread,
    })),
  )
  if (events.length > 0) db.tell(eventsWritten)
  const rows = await db.many<{ conversation_id: number; id: number }>(sql`
    with change as materialized (
      select * from json_to_recordset(${JSON.stringify(given.map(({ update }) => updateValues(update)))}) as row
        (id bigint, status text, state text, assignee_id bigint, kept_unassigned boolean, closed_at timestamptz,
        closed_by_id bigint, snoozed_until timestamptz, snoozed_by_id bigint, unsnooze_on_customer_reply boolean,
        modified_at timestamptz, user_updated_at timestamptz, retold boolean, preview text, cc text[], bcc text[],
        thread_count integer, held_thread_count integer, has_attachments boolean, needs_attention boolean,
        waiting_since timestamptz, scheduled_for timestamptz, scheduled_by_id bigint,
        unschedule_on_customer_reply boolean)
    ), given as materialized (
      select nextval('threads_id_seq') as id, row.* from json_to_recordset(${JSON.stringify(threads)}) as row
        (conversation_id bigint, type text, status text, state text, body text, source_type text, source_via text, customer_id bigint,
        created_by_id bigint, assigned_to_id bigint, to_addresses text[], cc text[], bcc text[], created_at timestamptz,
        linked_conversation_id bigint, action_type text, action_text text, action_entities jsonb, performed_by_id bigint,
        words tsvector)
    ), threads_written as (
      insert into threads (id, conversation_id, source_type, type, status, state, body, source_via, customer_id,
        created_by_id, assigned_to_id, to_addresses, cc, bcc, created_at, linked_conversation_id, action_type, action_text,
        action_entities, performed_by_id)
      select id, conversation_id, source_type, type, status, state, body, source_via, customer_id, created_by_id,
        assigned_to_id, to_addresses, cc, bcc, created_at, linked_conversation_id, action_type, action_text, action_entities,
        performed_by_id
      from given
    ), found_by as (
      insert into search_entries (conversation_id, thread_id, words)
      select conversation_id, id, words from given where words is not null
    ), told as (
      update conversations c set status = change.status, state = change.state, assignee_id = change.assignee_id,
        kept_unassigned = change.kept_unassigned, closed_at = change.closed_at, closed_by_id = change.closed_by_id,
        snoozed_until = change.snoozed_until, snoozed_by_id = change.snoozed_by_id,
        unsnooze_on_customer_reply = change.unsnooze_on_customer_reply, modified_at = change.modified_at,
        user_updated_at = change.user_updated_at, preview = coalesce(change.preview, c.preview),
        cc = coalesce(change.cc, c.cc), bcc = coalesce(change.bcc, c.bcc),
        thread_count = coalesce(change.thread_count, c.thread_count),
        held_thread_count = coalesce(change.held_thread_count, c.held_thread_count),
        has_attachments = coalesce(change.has_attachments, c.has_attachments),
        needs_attention = coalesce(change.needs_attention, c.needs_attention),
        waiting_since = case when retold then change.waiting_since else c.waiting_since end,
        scheduled_for = case when retold then change.scheduled_for else c.scheduled_for end,
        scheduled_by_id = case when retold then change.scheduled_by_id else c.scheduled_by_id end,
        unschedule_on_customer_reply =
          case when retold then change.unschedule_on_customer_reply else c.unschedule_on_customer_reply end
      from change where c.id = change.id
    ), recorded as (
      insert into events (kind, subject_id, user_id, inbox_id, from_inbox_id, conversation_id, data)
      select kind, conversation_id, user_id, inbox_id, from_inbox_id, conversation_id,
        case when tells_thread then data || jsonb_build_object('threadId', (
          select max(given.id) from given where given.conversation_id = event.conversation_id)) else data end
      from json_to_recordset(${JSON.stringify(events)}) as event (conversation_id bigint, kind text, user_id bigint,
        inbox_id bigint, from_inbox_id bigint, data jsonb, tells_thread boolean)
    )
    select conversation_id, max(id) as id from given where type <> 'lineitem' group by 1`)
  const ids = new Map(rows.map(({ conversation_id, id }) => [conversation_id, id]))
  return given.map(({ update }) => ({ id: ids.get(update.after.id) ?? null }))
}

/* Of the statement above, by the names of its columns. */

function placeOf(after: Update["after"]) {
  return { conversation_id: after.id, status: after.status, assigned_to_id: after.assignee_id }
}

function updateValues({ after, told }: Update) {
  const { threads } = told
  return {
    id: after.id,
    status: after.status,
    state: after.state,
    assignee_id: after.assignee_id,
    kept_unassigned: after.kept_unassigned,
    closed_at: after.closed_at,
    closed_by_id: after.closed_by_id,
    snoozed_until: after.snoozed_until,
    snoozed_by_id: after.snoozed_by_id,
    unsnooze_on_customer_reply: after.unsnooze_on_customer_reply,
    modified_at: told.modifiedAt,
    user_updated_at: told.userUpdatedAt,
    retold: threads !== undefined,
    ...(threads && {
      preview: threads.preview,
      cc: threads.cc,
      bcc: threads.bcc,
      thread_count: threads.threadCount,
      held_thread_count: threads.heldThreadCount,
      has_attachments: threads.hasAttachments,
      needs_attention: threads.needsAttention,
      waiting_since: threads.waitingSince,
      scheduled_for: threads.scheduledFor,
      scheduled_by_id: threads.scheduledById,
      unschedule_on_customer_reply: threads.unscheduleOnCustomerReply,
    }),
  }
}

function threadValues(thread: Thread) {
  return {
    type: thread.type,
    state: thread.state,
    body: thread.body,
    source_type: thread.source ?? "api",
    source_via: thread.createdById === undefined ? "customer" : "user",
    customer_id: thread.customerId,
    created_by_id: thread.createdById,
    performed_by_id: thread.performedById,
    to_addresses: thread.to,
    cc: thread.cc,
    bcc: thread.bcc,
    created_at: thread.createdAt,
    linked_conversation_id: thread.linkedConversationId,
    words: thread.state === "draft" ? null : wordsOfThread(thread),
  }
}

function itemValues(item: LineItem) {
  return {
    type: "lineitem",
    state: "published",
    source_type: "api",
    source_via: item.createdById === undefined ? "customer" : "user",
    customer_id: item.customerId,
    created_by_id: item.createdById,
    performed_by_id: item.performedById,
    to_addresses: [],
    cc: [],
    bcc: [],
    created_at: item.createdAt,
    action_type: item.action,
    action_text: item.text,
    action_entities: item.entities,
    linked_conversation_id: item.linkedConversationId,
  }
}
