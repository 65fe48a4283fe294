import { type Db, empty, join, sql, unnamed } from "../db/db.ts"
import { ask, type Shared } from "../db/group.ts"
import { eventsWritten, recordingEvents, type WrittenEvent } from "../events/record.ts"
import type { FieldValue } from "../inboxes/fields/values.ts"
import type { Contents, ConversationColumns, Inserted, NewRow } from "./columns.ts"
import { insertConversations } from "./insert-many.ts"
import { wordsOfSubject } from "./threads/summary/words.ts"
import { lineItemRow, threadRow, writingThreads } from "./threads/writing/rows.ts"

/**
 * With its threads, the words by which all of it is found and its events, in one statement: the search document is
 * written once (ADR 4).
 */
export function insertConversation(db: Db, row: ConversationColumns, contents: Contents): Promise<Inserted> {
  return ask(db, insertion, { row, contents })
}

const insertion: Shared<NewRow, Inserted> = { alone: insertOne, together: insertConversations, last: true }

function insertOne(db: Db, { row, contents }: NewRow): Promise<Inserted> {
  const conversation = sql`(select id from conversation)`
  const { threads, arrival } = contents
  const rows = threads.map((thread) => threadRow(row, thread))
  const items = arrival ? [lineItemRow(row, arrival)] : []
  const events = arrival ? [...contents.events, arrived(row)] : contents.events
  const parts = [
    sql`conversation as (
      insert into conversations (inbox_id, type, status, state, subject, preview, customer_id, assignee_id,
        kept_unassigned, created_by_user_id, created_by_customer_id, source_type, source_via, cc, bcc, thread_count,
        held_thread_count, has_attachments, needs_attention, closed_by_id, closed_at, user_updated_at, waiting_since,
        created_at, modified_at)
      values (${row.inboxId}, ${row.type}, ${row.status}, ${row.state}, ${row.subject}, ${row.preview}, ${row.customerId},
        ${row.assigneeId}, ${row.keptUnassigned}, ${row.createdByUserId}, ${row.createdByCustomerId}, ${row.source ?? "api"},
        ${row.createdByUserId === null ? "customer" : "user"}, ${row.cc}, ${row.bcc}, ${row.threadCount},
        ${row.heldThreadCount}, ${row.hasAttachments}, ${row.needsAttention}, ${row.closedById ?? null},
        ${row.closedAt ?? null}, ${row.userUpdatedAt}, ${row.waitingSince ?? null}, ${row.createdAt}, ${row.modifiedAt})
      returning id, number)`,
    ...(threads.length === 0 ? [] : [writingThreads(conversation, [...rows, ...items])]),
    sql`found_by as (
      insert into search_entries (conversation_id, thread_id, words)
      select ${conversation}, 0, ${wordsOfSubject(row.subject)}::tsvector
      ${threads.length === 0 ? empty : sql`union all select ${conversation}, id, words from given where words is not null`})`,
    ...(events.length === 0
      ? []
      : [recordingEvents(events, { conversation, thread: sql`null`, threads: sql`array(select id from given)` })]),
  ]
  if (events.length > 0) db.tell(eventsWritten)
  return db.one(sql`${threads.length > mostNamed ? unnamed : empty} with ${join(parts)}
    select id, number, ${threads.length === 0 ? sql`'{}'::bigint[]` : sql`array(select id from given)`} as thread_ids
    from conversation`)
}

function arrived({ inboxId, assigneeId }: ConversationColumns): WrittenEvent {
  return { kind: "convo.assigned", userId: null, inboxId, data: { from: null, to: assigneeId } }
}

/** A text for each number of threads: of more than this it is not worth keeping. */
const mostNamed = 4

export async function insertConversationTags(db: Db, conversationId: number, tagIds: number[]): Promise<void> {
  if (tagIds.length === 0) return
  await db.run(sql`insert into conversation_tags (conversation_id, tag_id)
    select ${conversationId}, id from unnest(${tagIds}::bigint[]) as given (id) order by id`)
}

export async function insertConversationFields(db: Db, conversationId: number, fields: FieldValue[]): Promise<void> {
  if (fields.length === 0) return
  const fieldIds = fields.map(({ fieldId }) => fieldId)
  const values = fields.map(({ value }) => value)
  await db.run(sql`insert into conversation_fields (conversation_id, field_id, value)
    select ${conversationId}, id, value from unnest(${fieldIds}::bigint[], ${values}::text[]) as given (id, value)`)
}
