import { type Db, sql } from "../../db/db.ts"
import { plainText } from "../../search/plain-text.ts"
import { tsvectorLiteral, wordsOf } from "../../search/words.ts"
import type { ThreadRow } from "./queries.ts"

export interface Thread {
  type: Exclude<ThreadRow["type"], "lineitem">
  state: "published" | "draft"
  body: string
  /** Undefined when the customer wrote it. */
  createdById: number | undefined
  customerId: number | undefined
  to: string[]
  cc: string[]
  bcc: string[]
  createdAt: Date
}

export interface Place {
  conversationId: number
  /** When the conversation was made, which never changes. */
  conversationCreatedAt: Date
  /** As it is with this thread. */
  status: ThreadRow["status"]
  assigneeId: number | null
}

/** With the words by which it is found. Gives its id. */
export async function insertThread(db: Db, place: Place, thread: Thread): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into threads (conversation_id, type, status, state, body, source_type, source_via, customer_id, created_by_id,
      assigned_to_id, to_addresses, cc, bcc, created_at)
    values (${place.conversationId}, ${thread.type}, ${place.status}, ${thread.state}, ${thread.body}, 'api',
      ${thread.createdById === undefined ? "customer" : "user"}, ${thread.customerId ?? null},
      ${thread.createdById ?? null}, ${place.assigneeId}, ${thread.to}, ${thread.cc}, ${thread.bcc}, ${thread.createdAt})
    returning id`)
  // A draft is nobody's to find.
  if (thread.state === "published") await insertThreadWords(db, place, { id, ...thread })
  return id
}

export function insertThreadWords(
  db: Db,
  place: Place,
  thread: Pick<Thread, "body" | "to" | "cc" | "bcc"> & { id: number },
): Promise<void> {
  return insertEntry(db, place, { threadId: thread.id, words: threadWords(thread) })
}

export interface LineItem {
  /** Undefined when the customer or time did it. */
  createdById: number | undefined
  customerId: number | undefined
  createdAt: Date
  action: string
  text: string
  entities?: Record<string, number>
}

export async function insertLineItem(db: Db, place: Place, item: LineItem): Promise<void> {
  await db.run(sql`
    insert into threads (conversation_id, type, status, action_type, action_text, action_entities, source_type,
      source_via, customer_id, created_by_id, assigned_to_id, created_at)
    values (${place.conversationId}, 'lineitem', ${place.status}, ${item.action}, ${item.text},
      ${item.entities === undefined ? null : JSON.stringify(item.entities)}, 'api',
      ${item.createdById === undefined ? "customer" : "user"}, ${item.customerId ?? null}, ${item.createdById ?? null},
      ${place.assigneeId}, ${item.createdAt})`)
}

/** The subject stands under the thread number 0, which no thread has. */
export function insertSubjectWords(db: Db, place: Place, subject: string): Promise<void> {
  return insertEntry(db, place, { threadId: 0, words: tsvectorLiteral([{ label: "A", words: wordsOf(subject) }]) })
}

/** Addresses are found whole, so they are not taken apart into words. */
export function threadWords({ body, to, cc, bcc }: Pick<Thread, "body" | "to" | "cc" | "bcc">): string {
  const addresses = [...to, ...cc, ...bcc].map((address) => address.toLowerCase())
  return tsvectorLiteral([
    { label: "D", words: wordsOf(plainText(body)) },
    { label: "B", words: addresses },
  ])
}

const msPerWeek = 604_800_000

/** Seeded drafts have theirs already. */
async function insertEntry(db: Db, place: Place, { threadId, words }: { threadId: number; words: string }) {
  const week = Math.floor(place.conversationCreatedAt.getTime() / msPerWeek)
  await db.run(sql`insert into search_entries (conversation_id, thread_id, week, words)
    values (${place.conversationId}, ${threadId}, ${week}, ${words})
    on conflict (conversation_id, thread_id) do update set words = excluded.words`)
}
