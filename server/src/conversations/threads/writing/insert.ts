import { type Db, type Sql, sql } from "../../../db/db.ts"
import { inOneStatement, insertRows, reserveIds } from "../../../db/write-rows.ts"
import { entryTable, type NewThreadRecord, type SearchEntry, threadTable } from "../columns.ts"
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
  /** Without an assignee named, its writer gets the conversation where nobody has it and the inbox assigns on reply. */
  assignsWriter?: boolean
}

export interface Place {
  conversationId: number
  /** As it is with this thread. */
  status: ThreadRow["status"]
  assigneeId: number | null
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

export function threadRecord(place: Place, thread: Thread): NewThreadRecord {
  const { outcome, undoable } = thread
  return {
    ...commonColumns(place, thread),
    type: thread.type,
    state: thread.state,
    body: thread.body,
    source_type: thread.source ?? "api",
    to_addresses: thread.to,
    cc: thread.cc,
    bcc: thread.bcc,
    scheduled_by_id: undoable?.byId ?? null,
    send_as_id: (undoable && thread.createdById) ?? null,
    scheduled_at: undoable ? thread.createdAt : null,
    scheduled_for: undoable?.until ?? null,
    unschedule_on_customer_reply: undoable ? false : null,
    undoable: undoable !== undefined,
    then_status: outcome?.status ?? null,
    then_assigns: outcome?.assigneeId !== undefined,
    then_assignee_id: outcome?.assigneeId ?? null,
    then_assigns_writer: outcome?.assignsWriter ?? false,
    action_type: null,
    action_text: null,
    action_entities: null,
  }
}

export function lineItemRecord(place: Place, item: LineItem): NewThreadRecord {
  return {
    ...commonColumns(place, item),
    type: "lineitem",
    state: "published",
    body: null,
    source_type: "api",
    to_addresses: [],
    cc: [],
    bcc: [],
    scheduled_by_id: null,
    send_as_id: null,
    scheduled_at: null,
    scheduled_for: null,
    unschedule_on_customer_reply: null,
    undoable: false,
    then_status: null,
    then_assigns: false,
    then_assignee_id: null,
    then_assigns_writer: false,
    action_type: item.action,
    action_text: item.text,
    action_entities: item.entities ?? null,
  }
}

function commonColumns(place: Place, thread: Thread | LineItem) {
  return {
    conversation_id: place.conversationId,
    status: place.status,
    source_via: thread.createdById === undefined ? ("customer" as const) : ("user" as const),
    customer_id: thread.customerId ?? null,
    created_by_id: thread.createdById ?? null,
    performed_by_id: thread.performedById ?? null,
    assigned_to_id: place.assigneeId,
    created_at: thread.createdAt,
    linked_conversation_id: thread.linkedConversationId ?? null,
  }
}

/** Each with the words by which it is found. Gives their ids. */
export async function insertThreads(db: Db, place: Place, threads: Thread[]): Promise<number[]> {
  const { threads: ids } = await reserveIds(db, { threads: threads.length })
  const numbered = threads.map((thread, index) => ({ ...thread, id: ids[index] ?? 0 }))
  const rows = numbered.map(({ id, ...thread }) => ({ id, ...threadRecord(place, thread) }))
  const entries = newEntries(place.conversationId, numbered)
  await db.run(inOneStatement({ threads_written: insertRows(threadTable, rows), ...writingEntries(entries) }))
  return ids
}

export async function insertLineItems(db: Db, place: Place, items: LineItem[]): Promise<void> {
  const rows = items.map((item) => lineItemRecord(place, item))
  if (rows.length > 0) await db.run(insertRows(threadTable, rows))
}

/** The subject stands under the thread number 0, which no thread has. */
export function subjectEntry(conversationId: number, subject: string): SearchEntry {
  return { conversation_id: conversationId, thread_id: 0, words: wordsOfSubject(subject) }
}

/** Of threads that others may read. */
export function threadEntries(
  conversationId: number,
  threads: (Pick<Thread, "words" | "to" | "cc" | "bcc"> & { id: number })[],
): SearchEntry[] {
  return threads.map((thread) => ({
    conversation_id: conversationId,
    thread_id: thread.id,
    words: wordsOfThread(thread),
  }))
}

/** Of new threads. A draft is nobody's to find and has none (ADR 6). */
export function newEntries(conversationId: number, threads: (Thread & { id: number })[]): SearchEntry[] {
  return threadEntries(
    conversationId,
    threads.filter(({ state }) => state !== "draft"),
  )
}

/** A part of a statement. All in one, because each changes the search document (ADR 4). */
export function writingEntries(entries: SearchEntry[]): Record<string, Sql> {
  return entries.length === 0 ? {} : { found_by: insertRows(entryTable, entries) }
}

/** Of what is new, whose text has changed, or which others may read from now on. */
export async function putEntries(db: Db, entries: SearchEntry[]): Promise<void> {
  if (entries.length > 0)
    await db.run(sql`${insertRows(entryTable, entries)}
      on conflict (conversation_id, thread_id) do update set words = excluded.words`)
}
