import type { NewConversation } from "@deskhand/contract/conversations/new-conversation"
import type { KnownCustomer } from "../customers/actions.ts"
import type { Viewer } from "../http/viewer.ts"
import type { FieldValue } from "../inboxes/fields/values.ts"
import type { InboxDefaults } from "../inboxes/queries.ts"
import type { Turn } from "../routing/turns.ts"
import { previewOf } from "../search/plain-text.ts"
import type { Vector } from "../search/words.ts"
import type { Acting } from "../users/acting.ts"
import type { PreparedAttachment } from "./attachments/store.ts"
import { givenColumns } from "./columns.ts"
import type { NewContents } from "./insert.ts"
import { arrivalOf } from "./line-items.ts"
import { deriveColumns, previewedThread } from "./threads/summary/derive.ts"
import type { GivenThread } from "./threads/writing/given.ts"
import type { LineItem, Thread } from "./threads/writing/insert.ts"

/** A request for a conversation, as far as it can be read without the database. */
export interface Creation {
  given: NewConversation
  threads: GivenThread[]
  /** Of each thread. */
  words: Vector[]
  /** Of each thread, written to the store already. */
  attachments: PreparedAttachment[][]
  createdAt: Date
  closedAt: Date | undefined
  viewer: Viewer
  now: Date
}

/** What the desk knows of those whom it names. */
export interface CreationFacts {
  inbox: InboxDefaults
  acting: Acting
  assigneeId: number | null
  fields: FieldValue[]
  /** That of the conversation, then of each thread that names one. */
  customers: KnownCustomer[]
}

/** What the conversation says until it is known whether one goes out. */
export const autoReplyAsked = "Auto reply asked for"

/** History, and what only drafts are in: nobody is told. */
export function isQuiet({ given, threads }: Creation): boolean {
  return given.imported === true || isDraft(threads)
}

function isDraft(threads: GivenThread[]): boolean {
  return threads.some(({ draft }) => draft) && !threads.some(({ type, draft }) => type !== "note" && !draft)
}

/** Whether routing is to give it to somebody who has room. */
export function awaitsTurn(creation: Creation, { inbox, assigneeId }: CreationFacts): boolean {
  const { status, assignTo } = creation.given
  return inbox.has_room && !isQuiet(creation) && status === "active" && assignTo !== null && assigneeId === null
}

/** Everything that is written of it. */
export function contentsOf(creation: Creation, facts: CreationFacts, turn: Turn | undefined): NewContents {
  const { given, threads, words, attachments, createdAt, closedAt, viewer, now } = creation
  const { inbox, acting } = facts
  const [customer, ...others] = facts.customers
  if (!customer) throw new Error("A conversation has a customer")
  const written = threads.map((thread, index) => {
    const their = namesCustomer(thread) ? (others.shift() ?? customer) : customer
    return { ...threadOf(thread, { userId: acting.userId, viewer, customer: their }), words: words[index] as Vector }
  })
  const opening = written[0]
  if (!opening) throw new Error("A conversation has at least one thread")
  const imported = given.imported === true
  const quietly = isQuiet(creation)
  const derived = deriveColumns(
    written.map((thread, index) => ({ ...tellingThread(thread), attachments: attachments[index] ?? [] })),
    createdAt,
  )
  const isClosed = given.status === "closed"
  const tellsThreads = threads.flatMap((thread, place) => (goesOut(thread) && !quietly ? [place] : []))
  const autoReplies =
    given.autoReply === true && !quietly && inbox.auto_reply_enabled && threads.some(({ type }) => type === "customer")
  const assigneeId = turn?.userId ?? facts.assigneeId
  return {
    row: {
      ...givenColumns(given),
      ...derived,
      inbox_id: inbox.id,
      state: isDraft(threads) ? "draft" : "published",
      preview: previewOf(previewedThread(written.map(tellingThread))?.body ?? ""),
      customer_id: customer.id,
      assignee_id: assigneeId,
      kept_unassigned: given.assignTo === null,
      created_by_user_id: opening.createdById ?? null,
      created_by_customer_id: opening.createdById === undefined ? (opening.customerId ?? customer.id) : null,
      source_type: "api",
      source_via: opening.createdById === undefined ? "customer" : "user",
      ...copiesOf(written),
      closed_by_id: isClosed ? acting.userId : null,
      closed_at: isClosed ? (closedAt ?? (imported ? derived.modified_at : now)) : null,
      created_at: createdAt,
      modified_at: imported || createdAt > now ? derived.modified_at : now,
    },
    threads: written,
    items: [...(turn ? [arrivalOf(turn, opening, now)] : []), ...(autoReplies ? [autoReplyItem(acting, now)] : [])],
    events: [
      {
        kind: isDraft(threads) ? "convo.draft.changed" : imported ? "convo.imported" : "convo.created",
        userId: acting.userId,
        inboxId: inbox.id,
        ...(acting.performedById !== undefined && { data: { performedBy: acting.performedById } }),
        tellsThreads,
      },
      ...(turn ? [assignedEvent(inbox.id, turn)] : []),
    ],
  }
}

/** Told by an event of its own. */
export function assignedEvent(inboxId: number, { userId }: Turn) {
  return { kind: "convo.assigned", userId: null, inboxId, data: { from: null, to: userId } } as const
}

function autoReplyItem({ userId }: Acting, now: Date): LineItem {
  return { createdById: userId, customerId: undefined, createdAt: now, action: "auto-reply-sent", text: autoReplyAsked }
}

/** It is mailed, which is told by the event alone. */
function goesOut({ type, draft, imported }: GivenThread): boolean {
  return type === "reply" && !draft && !imported
}

/** Notes are nobody's but the team's. */
export function namesCustomer({ type, customer }: GivenThread): boolean {
  return customer !== undefined && type !== "note"
}

/** Who wrote it to whom. Customers write chats themselves; phone calls are noted down by a user. */
function threadOf(
  thread: GivenThread,
  { customer, userId, viewer }: { customer: KnownCustomer; userId: number; viewer: Viewer },
): Omit<Thread, "words"> {
  const { type, text, draft, cc, bcc, createdAt } = thread
  const byCustomer = type === "customer" || type === "chat"
  const createdById = byCustomer ? undefined : (thread.userId ?? userId)
  const usualTo = type === "reply" && customer.email !== null ? [customer.email] : []
  return {
    type: type === "reply" ? "message" : type,
    state: draft ? "draft" : "published",
    body: text,
    createdById,
    ...(createdById !== viewer.userId && { performedById: viewer.userId }),
    customerId: type === "note" ? undefined : customer.id,
    to: type === "reply" ? (thread.to ?? usualTo) : [],
    cc: type === "note" ? [] : cc,
    bcc: type === "note" ? [] : bcc,
    createdAt,
  }
}

function tellingThread({ createdById, ...thread }: Thread) {
  return { ...thread, ...(createdById !== undefined && { createdById }) }
}

/** Whom the newest thread that copied anybody copied: the next reply goes there too. */
function copiesOf(threads: Thread[]): { cc: string[]; bcc: string[] } {
  const last = threads.findLast(({ cc, bcc }) => cc.length + bcc.length > 0)
  return { cc: last?.cc ?? [], bcc: last?.bcc ?? [] }
}
