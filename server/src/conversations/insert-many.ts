import { type Db, sql } from "../db/db.ts"
import { eventsWritten } from "../events/record.ts"
import type { Inserted, NewRow } from "./columns.ts"
import { wordsOfSubject, wordsOfThread } from "./threads/summary/words.ts"

/**
 * As `insertConversation`, for many at once, each with one thread, one event, and maybe what it says of
 * its arrival. Numbered as they are given; written by
 * customer and inbox, so that those who count for the same ones wait for one another in the same order.
 */
export async function insertConversations(db: Db, given: NewRow[]): Promise<Inserted[]> {
  const values = given.map((one, place) => valuesOf({ ...one, place }))
  db.tell(eventsWritten)
  const rows = await db.many<Inserted & { place: number }>(sql`
    with given as materialized (
      select nextval('conversations_id_seq') as id, nextval('conversation_numbers') as number,
        nextval('threads_id_seq') as thread_id, row.*
      from json_to_recordset(${JSON.stringify(values)}) as row (place integer, inbox_id bigint, type text,
        status text, state text, subject text, preview text, customer_id bigint, assignee_id bigint,
        kept_unassigned boolean, created_by_user_id bigint, created_by_customer_id bigint, source_type text, source_via text, cc text[],
        bcc text[], thread_count integer, held_thread_count integer, has_attachments boolean, needs_attention boolean,
        closed_by_id bigint, closed_at timestamptz, user_updated_at timestamptz, waiting_since timestamptz,
        created_at timestamptz, modified_at timestamptz, subject_words tsvector, thread_type text, thread_state text,
        body text, thread_source text, thread_via text, thread_customer_id bigint, thread_created_by_id bigint,
        thread_performed_by_id bigint, to_addresses text[],
        thread_cc text[], thread_bcc text[], thread_created_at timestamptz, words tsvector, kind text, user_id bigint,
        tells_thread boolean, item_via text, item_customer_id bigint, item_created_by_id bigint, item_created_at timestamptz, item_action text,
        item_text text, item_entities jsonb)
    ), conversation as (
      insert into conversations (id, number, inbox_id, type, status, state, subject, preview, customer_id, assignee_id,
        kept_unassigned, created_by_user_id, created_by_customer_id, source_type, source_via, cc, bcc, thread_count,
        held_thread_count, has_attachments, needs_attention, closed_by_id, closed_at, user_updated_at, waiting_since,
        created_at, modified_at)
      select id, number, inbox_id, type, status, state, subject, preview, customer_id, assignee_id, kept_unassigned,
        created_by_user_id, created_by_customer_id, source_type, source_via, cc, bcc, thread_count, held_thread_count,
        has_attachments, needs_attention, closed_by_id, closed_at, user_updated_at, waiting_since, created_at, modified_at
      from given order by customer_id, inbox_id
    ), threads_written as (
      insert into threads (id, conversation_id, type, status, state, body, source_type, source_via, customer_id,
        created_by_id, assigned_to_id, to_addresses, cc, bcc, created_at, performed_by_id, action_type, action_text,
        action_entities)
      select thread_id, id, thread_type, status, thread_state, body, thread_source, thread_via, thread_customer_id,
        thread_created_by_id, assignee_id, to_addresses, thread_cc, thread_bcc, thread_created_at, thread_performed_by_id,
        null, null, null
      from given
      union all
      select nextval('threads_id_seq'), id, 'lineitem', status, 'published', null, 'api', item_via, item_customer_id,
        item_created_by_id, assignee_id, '{}', '{}', '{}', item_created_at, null, item_action, item_text, item_entities
      from given where item_action is not null
    ), found_by as (
      insert into search_entries (conversation_id, thread_id, words)
      select id, 0, subject_words from given
      union all
      select id, thread_id, words from given where words is not null
    ), recorded as (
      insert into events (kind, subject_id, user_id, inbox_id, conversation_id, data)
      select kind, id, user_id, inbox_id, id,
        case when tells_thread then jsonb_build_object('threadIds', jsonb_build_array(thread_id)) else '{}' end
      from given
      union all
      select 'convo.assigned', id, null, inbox_id, id, jsonb_build_object('from', null, 'to', assignee_id)
      from given where item_action is not null
    )
    select place, id, number, array[thread_id] as thread_ids from given`)
  const inserted: Inserted[] = []
  for (const { place, ...row } of rows) inserted[place] = row
  return inserted
}

/** Of the one statement above, by the names of its columns. */
function valuesOf({ row, contents, place }: NewRow & { place: number }): Record<string, unknown> {
  const [thread] = contents.threads
  const [event] = contents.events
  const { arrival } = contents
  if (!thread || !event) throw new Error("A conversation that is written with others has a thread and an event")
  return {
    place,
    inbox_id: row.inboxId,
    type: row.type,
    status: row.status,
    state: row.state,
    subject: row.subject,
    preview: row.preview,
    customer_id: row.customerId,
    assignee_id: row.assigneeId,
    kept_unassigned: row.keptUnassigned,
    created_by_user_id: row.createdByUserId,
    created_by_customer_id: row.createdByCustomerId,
    source_type: row.source ?? "api",
    source_via: row.createdByUserId === null ? "customer" : "user",
    cc: row.cc,
    bcc: row.bcc,
    thread_count: row.threadCount,
    held_thread_count: row.heldThreadCount,
    has_attachments: row.hasAttachments,
    needs_attention: row.needsAttention,
    closed_by_id: row.closedById,
    closed_at: row.closedAt,
    user_updated_at: row.userUpdatedAt,
    waiting_since: row.waitingSince,
    created_at: row.createdAt,
    modified_at: row.modifiedAt,
    subject_words: wordsOfSubject(row.subject),
    thread_type: thread.type,
    thread_state: thread.state,
    body: thread.body,
    thread_source: thread.source ?? "api",
    thread_via: thread.createdById === undefined ? "customer" : "user",
    thread_customer_id: thread.customerId,
    thread_created_by_id: thread.createdById,
    thread_performed_by_id: thread.performedById,
    to_addresses: thread.to,
    thread_cc: thread.cc,
    thread_bcc: thread.bcc,
    thread_created_at: thread.createdAt,
    words: thread.state === "draft" ? null : wordsOfThread(thread),
    kind: event.kind,
    user_id: event.userId,
    tells_thread: event.tellsThreads !== undefined,
    ...(arrival && {
      item_via: arrival.createdById === undefined ? "customer" : "user",
      item_customer_id: arrival.customerId,
      item_created_by_id: arrival.createdById,
      item_created_at: arrival.createdAt,
      item_action: arrival.action,
      item_text: arrival.text,
      item_entities: arrival.entities,
    }),
  }
}
