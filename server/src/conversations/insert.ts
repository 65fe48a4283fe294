import { type Db, sql } from "../db/db.ts"
import { column, inOneStatement, insertNumberedRows, insertRows, table } from "../db/write-rows.ts"
import { type NewEvent, writingEvents } from "../events/record.ts"
import type { FieldValue } from "../inboxes/fields/values.ts"
import { conversationTable, type NewConversationRecord } from "./columns.ts"
import { threadTable } from "./threads/columns.ts"
import {
  type LineItem,
  lineItemRecord,
  newEntries,
  subjectEntry,
  type Thread,
  threadRecord,
  writingEntries,
} from "./threads/writing/insert.ts"

/** A conversation that is about to be written, with everything that begins with it. */
export interface NewContents {
  row: NewConversationRecord
  threads: Thread[]
  /** They come after the threads. */
  items: LineItem[]
  events: NewConversationEvent[]
}

export interface NewConversationEvent extends Omit<NewEvent, "subjectId" | "conversationId"> {
  /** It names those threads, by their places from 0 on. */
  tellsThreads?: number[]
}

export interface ConversationIds {
  id: number
  /** Of its threads, in their order. */
  threadIds: number[]
}

/** Ids that were reserved: as many conversations and, in all, as many threads and line items as there are, or more. */
export interface ReservedIds {
  conversations: number[]
  threads: number[]
}

/**
 * In one statement, with the words by which they are found, so that a search document is written once (ADR 4). Their ids
 * are known before it is answered, their numbers are not. Inserted by customer and inbox, so that those who count for the same
 * ones wait for one another in the same order.
 */
export function insertConversations(
  db: Db,
  contents: NewContents[],
  reserved: ReservedIds,
): { ids: ConversationIds[]; numbers: Promise<number[]> } {
  const { conversations, threads } = { conversations: [...reserved.conversations], threads: [...reserved.threads] }
  const numbered = contents.map((content) => ({
    content,
    id: conversations.shift() ?? 0,
    threads: content.threads.map((thread) => ({ ...thread, id: threads.shift() ?? 0 })),
    items: content.items.map((item) => ({ ...item, id: threads.shift() ?? 0 })),
  }))
  const threadRows = numbered.flatMap(({ content: { row }, id, threads, items }) => {
    const place = { conversationId: id, status: row.status, assigneeId: row.assignee_id ?? null }
    return [
      ...threads.map((thread) => ({ id: thread.id, ...threadRecord(place, thread) })),
      ...items.map((item) => ({ id: item.id, ...lineItemRecord(place, item) })),
    ]
  })
  const events = numbered.flatMap(({ content, id, threads }) =>
    content.events.map((event) => eventOf(event, id, threads)),
  )
  const rows = numbered.map(({ content, id }) => ({ id, ...content.row }))
  const written = db.many<{ id: number; number: number }>(
    inOneStatement(
      {
        conversation: sql`${insertNumberedRows(conversationTable, rows, numbering)} returning id, number`,
        ...(threadRows.length > 0 && { threads_written: insertRows(threadTable, threadRows) }),
        ...writingEntries(
          numbered.flatMap(({ content, id, threads }) => [
            subjectEntry(id, content.row.subject),
            ...newEntries(id, threads),
          ]),
        ),
        ...(events.length > 0 && { recorded: writingEvents(db, events) }),
      },
      sql`select id, number from conversation`,
    ),
  )
  const ids = numbered.map(({ id, threads }) => ({ id, threadIds: threads.map((thread) => thread.id) }))
  const numbers = written.then((rows) => {
    const byId = new Map(rows.map(({ id, number }) => [id, number]))
    return ids.map(({ id }) => byId.get(id) ?? 0)
  })
  // Nobody waits for them where the transaction fails by it.
  numbers.catch(() => {})
  return { ids, numbers }
}

const numbering = { sequence: "conversation_numbers", order: sql`customer_id, inbox_id` }

function eventOf(
  { tellsThreads = [], data, ...event }: NewConversationEvent,
  id: number,
  threads: { id: number }[],
): NewEvent {
  const threadIds = tellsThreads.map((place) => threads[place]?.id)
  return {
    ...event,
    subjectId: id,
    conversationId: id,
    data: { ...data, ...(threadIds.length > 0 && { threadIds }) },
  }
}

const tagTable = table("conversation_tags", {
  conversation_id: column<number>("bigint"),
  tag_id: column<number>("bigint"),
})

export async function insertConversationTags(
  db: Db,
  given: { conversationId: number; tagIds: number[] }[],
): Promise<void> {
  const rows = given.flatMap(({ conversationId, tagIds }) =>
    tagIds.toSorted((one, other) => one - other).map((tagId) => ({ conversation_id: conversationId, tag_id: tagId })),
  )
  if (rows.length > 0) await db.run(insertRows(tagTable, rows))
}

const fieldTable = table("conversation_fields", {
  conversation_id: column<number>("bigint"),
  field_id: column<number>("bigint"),
  value: column<string>("text"),
})

export async function insertConversationFields(
  db: Db,
  given: { conversationId: number; fields: FieldValue[] }[],
): Promise<void> {
  const rows = given.flatMap(({ conversationId, fields }) =>
    fields.map(({ fieldId, value }) => ({ conversation_id: conversationId, field_id: fieldId, value })),
  )
  if (rows.length > 0) await db.run(insertRows(fieldTable, rows))
}
