import { type Db, sql } from "../../../db/db.ts"
import type { ThreadRow } from "../reading/queries.ts"
import { type FoundThread, wordsOfSubject, wordsOfThread } from "../summary/words.ts"
import type { StatusWord } from "./status-after.ts"

export interface Thread extends FoundThread {
  type: Exclude<ThreadRow["type"], "lineitem">
  /** Hidden are words that a machine sent: they are kept, and nobody waits for an answer to them. */
  state: "published" | "draft" | "review" | "hidden"
  /** How it came, where that was not by the API. */
  source?: "email"
  /** Undefined when the customer wrote it. */
  createdById: number | undefined
  /** Who really wrote it down, where that is not who it says. */
  performedById?: number
  customerId: number | undefined
  createdAt: Date
  /** The other half of a forward or of a continuation. */
  linkedConversationId?: number
  /** What becomes of the conversation when it is published; of those that are not yet. */
  outcome?: Outcome
  /** A draft that goes out by itself, in the name of who wrote it, unless it is taken back before. */
  undoable?: { until: Date; byId: number }
}

export interface Outcome {
  /** Without it as by any reply. */
  status?: StatusWord
  /** Null unassigns; without it the assignee stays. */
  assigneeId?: number | null
}

export interface Place {
  conversationId: number
  /** As it is with this thread. */
  status: ThreadRow["status"]
  assigneeId: number | null
}

/** Gives its id. The words by which it is found are inserted for all of a conversation's new threads at once. */
export async function insertThread(db: Db, place: Place, thread: Thread): Promise<number> {
  const { outcome, undoable } = thread
  const { id } = await db.one<{ id: number }>(sql`
    insert into threads (conversation_id, type, status, state, body, source_type, source_via, customer_id, created_by_id,
      assigned_to_id, to_addresses, cc, bcc, created_at, then_status, then_assigns, then_assignee_id, scheduled_by_id,
      send_as_id, scheduled_at, scheduled_for, unschedule_on_customer_reply, undoable,
      linked_conversation_id, performed_by_id)
    values (${place.conversationId}, ${thread.type}, ${place.status}, ${thread.state}, ${thread.body}, 'api',
      ${thread.createdById === undefined ? "customer" : "user"}, ${thread.customerId ?? null},
      ${thread.createdById ?? null}, ${place.assigneeId}, ${thread.to}, ${thread.cc}, ${thread.bcc}, ${thread.createdAt},
      ${outcome?.status ?? null}, ${outcome?.assigneeId !== undefined}, ${outcome?.assigneeId ?? null},
      ${undoable?.byId ?? null}, ${(undoable && thread.createdById) ?? null}, ${undoable ? thread.createdAt : null},
      ${undoable?.until ?? null}, ${undoable ? false : null}, ${undoable !== undefined},
      ${thread.linkedConversationId ?? null}, ${thread.performedById ?? null})
    returning id`)
  return id
}

export interface LineItem {
  /** Undefined when the customer or time did it. */
  createdById: number | undefined
  /** Who really did it, where that is not who it says. */
  performedById?: number
  customerId: number | undefined
  createdAt: Date
  action: string
  text: string
  entities?: Record<string, number>
  linkedConversationId?: number
}

export async function insertLineItem(db: Db, place: Place, item: LineItem): Promise<void> {
  await db.run(sql`
    insert into threads (conversation_id, type, status, action_type, action_text, action_entities, source_type,
      source_via, customer_id, created_by_id, assigned_to_id, created_at, performed_by_id,
      linked_conversation_id)
    values (${place.conversationId}, 'lineitem', ${place.status}, ${item.action}, ${item.text},
      ${item.entities === undefined ? null : JSON.stringify(item.entities)}, 'api',
      ${item.createdById === undefined ? "customer" : "user"}, ${item.customerId ?? null}, ${item.createdById ?? null},
      ${place.assigneeId}, ${item.createdAt}, ${item.performedById ?? null},
      ${item.linkedConversationId ?? null})`)
}

export interface SearchEntry {
  threadId: number
  /** As PostgreSQL writes a tsvector. */
  words: string
}

/** The subject stands under the thread number 0, which no thread has. */
export function subjectEntry(subject: string): SearchEntry {
  return { threadId: 0, words: wordsOfSubject(subject) }
}

export async function updateSubjectEntry(db: Db, conversationId: number, subject: string): Promise<void> {
  await db.run(sql`update search_entries set words = ${wordsOfSubject(subject)}::tsvector
    where conversation_id = ${conversationId} and thread_id = 0`)
}

export function threadEntry(threadId: number, thread: Pick<Thread, "words" | "to" | "cc" | "bcc">): SearchEntry {
  return { threadId, words: wordsOfThread(thread) }
}

/**
 * In one statement, because each changes the search document (ADR 4). A draft is nobody's to find and has none (ADR 6).
 */
export async function insertEntries(db: Db, conversationId: number, entries: SearchEntry[]): Promise<void> {
  const threadIds = entries.map(({ threadId }) => threadId)
  const words = entries.map((entry) => entry.words)
  await db.run(sql`insert into search_entries (conversation_id, thread_id, words)
    select ${conversationId}, thread_id, words::tsvector
    from unnest(${threadIds}::bigint[], ${words}::text[]) as entry (thread_id, words)`)
}

/** What is found of a thread whose text has changed, or which others may read from now on. */
export async function putEntry(db: Db, conversationId: number, { threadId, words }: SearchEntry): Promise<void> {
  await db.run(sql`insert into search_entries (conversation_id, thread_id, words)
    values (${conversationId}, ${threadId}, ${words}::tsvector)
    on conflict (conversation_id, thread_id) do update set words = excluded.words`)
}
