import { deriveColumns, previewedThread } from "../../conversations/threads/summary/derive.ts"
import { type Db, sql } from "../../db/db.ts"
import { previewOf } from "../../search/plain-text.ts"
import { insertDetails, insertEach, insertRow, insertRows } from "./rows.ts"
import { insertSearchEntries } from "./search.ts"
import {
  insertAttachments,
  insertThreads,
  lineItem,
  type NewThread,
  type Source,
  type Status,
  usualSource,
} from "./threads.ts"

export interface NewConversation<Name extends string> {
  inboxId: number
  customerId: number
  subject: string
  type?: "email" | "chat" | "phone"
  status?: Status
  state?: "published" | "draft" | "deleted"
  assigneeId?: number
  /** Where the first thread came from when left out. */
  source?: Source
  cc?: string[]
  bcc?: string[]
  /** Makes it closed and leaves the line item of it; an import may not know who. */
  closed?: { at: Date; byId?: number }
  snoozed?: { byId: number; until: Date; unsnoozeOnCustomerReply: boolean }
  tagIds?: number[]
  fields?: { fieldId: number; value: string }[]
  /** By name, in order; the first one says who started the conversation and when. */
  threads: Record<Name, NewThread>
}

export interface InsertedConversation<Name extends string> {
  id: number
  number: number
  threads: Record<Name, number>
  /** By file name. */
  attachments: Record<string, number>
  /** By the name of the rated thread. */
  ratings: Record<string, number>
}

export async function insertConversation<Name extends string>(
  db: Db,
  conversation: NewConversation<Name>,
): Promise<InsertedConversation<Name>> {
  const names = Object.keys(conversation.threads) as Name[]
  const threads = [...Object.values<NewThread>(conversation.threads), ...closingThreads(conversation)]
  const id = await insertConversationRow(db, conversation, threads)
  const { number } = await db.one<{ number: number }>(sql`select number from conversations where id = ${id}`)
  const owner = { conversationId: id, customerId: conversation.customerId, status: statusOf(conversation) }
  const threadIds = await insertThreads(db, owner, threads)
  const inserted = threads.map((thread, index) => ({ id: threadIds[index]!, name: names[index] ?? "closed", thread }))
  const tagged = (conversation.tagIds ?? []).map((tagId) => ({ conversationId: id, tagId }))
  await insertDetails(db, "conversation_tags", tagged)
  const fields = (conversation.fields ?? []).map((field) => ({ conversationId: id, ...field }))
  await insertDetails(db, "conversation_fields", fields)
  const { subject } = conversation
  await insertSearchEntries(db, { conversationId: id, subject, threads: inserted })
  return {
    id,
    number,
    threads: Object.fromEntries(inserted.map(({ id, name }) => [name, id])) as Record<Name, number>,
    attachments: await insertAttachments(db, inserted),
    ratings: await insertRatings(db, { conversationId: id, customerId: conversation.customerId, threads: inserted }),
  }
}

type Inserted<Conversations> = {
  [Name in keyof Conversations]: Conversations[Name] extends { threads: infer Threads }
    ? InsertedConversation<keyof Threads & string>
    : never
}

/** Keeps the names of conversations and threads in the type, so that a misspelt one does not compile. */
export async function insertConversations<Conversations extends Record<string, NewConversation<string>>>(
  db: Db,
  conversations: Conversations,
): Promise<Inserted<Conversations>> {
  const inserted = await insertEach<string, NewConversation<string>, InsertedConversation<string>>(
    conversations,
    (conversation) => insertConversation(db, conversation),
  )
  return inserted as Inserted<Conversations>
}

function statusOf({ status = "active", closed }: NewConversation<string>): Status {
  return closed ? "closed" : status
}

function closingThreads({ closed, customerId }: NewConversation<string>): NewThread[] {
  if (!closed) return []
  const action = { type: "status-changed", text: "Marked as Closed" }
  if (closed.byId === undefined) return [{ type: "lineitem", createdAt: closed.at, customerId, action }]
  return [lineItem(closed.byId, closed.at, action)]
}

async function insertConversationRow(
  db: Db,
  conversation: NewConversation<string>,
  threads: NewThread[],
): Promise<number> {
  const { closed, snoozed, source, tagIds: _tags, fields: _fields, threads: _threads, ...scalars } = conversation
  const first = threads[0]
  if (!first) throw new Error("A conversation has at least one thread")
  const { type: sourceType, via: sourceVia } = source ?? first.source ?? usualSource(first)
  return insertRow(db, "conversations", {
    type: "email",
    ...scalars,
    status: statusOf(conversation),
    createdByUserId: first.createdById,
    createdByCustomerId: first.createdById === undefined ? (first.customerId ?? conversation.customerId) : undefined,
    sourceType,
    sourceVia,
    createdAt: first.createdAt,
    closedAt: closed?.at,
    closedById: closed?.byId,
    snoozedUntil: snoozed?.until,
    snoozedById: snoozed?.byId,
    unsnoozeOnCustomerReply: snoozed?.unsnoozeOnCustomerReply,
    preview: previewOf(previewedThread(threads)?.body ?? ""),
    ...deriveColumns(threads, first.createdAt),
  })
}

interface RatedConversation {
  conversationId: number
  customerId: number
  threads: { id: number; name: string; thread: NewThread }[]
}

async function insertRatings(db: Db, { threads, ...owner }: RatedConversation): Promise<Record<string, number>> {
  const rated = threads.flatMap(({ id, name, thread: { rating, createdById } }) =>
    rating ? [{ name, row: { threadId: id, userId: createdById, ...rating, ...owner } }] : [],
  )
  const rows = rated.map(({ row: { at, ...row } }) => ({ ...row, createdAt: at, modifiedAt: at }))
  const ids = await insertRows(db, "ratings", rows)
  return Object.fromEntries(rated.map(({ name }, index) => [name, ids[index]])) as Record<string, number>
}

export interface NewMerge {
  inboxId: number
  intoId: number
  mergedAt: Date
}

/** The old conversation itself is gone; its id and number come from the sequences as if it had been there. */
export async function insertMerged(db: Db, { inboxId, intoId, mergedAt }: NewMerge): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into merged_conversations (id, number, inbox_id, into_id, merged_at)
    values (nextval(pg_get_serial_sequence('conversations', 'id')), nextval('conversation_numbers'),
      ${inboxId}, ${intoId}, ${mergedAt})
    returning id`)
  return id
}
