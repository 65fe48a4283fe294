import type { Db } from "../../db/db.ts"
import { reserveIds } from "../../db/write-rows.ts"
import { type Turn, takeTurns } from "../../routing/turns.ts"
import type { Vector } from "../../search/words.ts"
import { insertAttachmentsOf, type PreparedAttachment } from "../attachments/store.ts"
import { addToConversations } from "../change.ts"
import { assignedEvent } from "../create-contents.ts"
import { holdAnyConversation } from "../held.ts"
import { insertConversations, type NewContents } from "../insert.ts"
import { arrivalOf } from "../line-items.ts"
import { isFull, isTooOld } from "../rules.ts"
import { deriveColumns } from "../threads/summary/derive.ts"
import { listTellingThreads } from "../threads/summary/telling.ts"
import { writeCustomerThreads } from "../threads/writing/add-customer-thread.ts"
import { type Extensible, prepareThreads } from "../threads/writing/addition.ts"
import type { Thread } from "../threads/writing/insert.ts"

/** What came by mail, as a thread. */
export interface Received {
  body: string
  customerId: number
  to: string[]
  cc: string[]
  receivedAt: Date
  /** Written to the store already. */
  attachments: PreparedAttachment[]
  /** Of the body, made by whoever read the message. */
  preview: string
  words: Vector
}

export interface Written {
  conversationId: number
  threadId: number
}

export interface Opening {
  received: Received
  subject: string
  status: "active" | "closed" | "spam"
  /** Old mail: nobody is told of it, and it is not routed, now or later. */
  imported: boolean
}

export interface Occasion {
  inboxId: number
  now: Date
}

/** Conversations that begin with them, in their order: counted, routed and told as those that the API makes or imports. */
export async function beginConversations(db: Db, openings: Opening[], { inboxId, now }: Occasion): Promise<Written[]> {
  if (openings.length === 0) return []
  const { length } = openings
  const [turns, reserved] = await Promise.all([
    takeTurns(
      db,
      openings.map(({ status, imported }) => (status === "active" && !imported ? { inboxId, now } : undefined)),
    ),
    // Each a thread, and maybe the line that says whom routing gave it to.
    reserveIds(db, { conversations: length, threads: 2 * length }),
  ])
  const contents = openings.map((opening, index) => contentsOf(opening, { inboxId, now, turn: turns[index] }))
  const { ids } = insertConversations(db, contents, reserved)
  const written = ids.map(({ id, threadIds: [threadId = 0] }) => ({ conversationId: id, threadId }))
  await insertAttachmentsOf(
    db,
    written.map(({ threadId }, index) => ({ threadId, attachments: openings[index]?.received.attachments ?? [] })),
  )
  return written
}

function contentsOf(
  { received, subject, status, imported }: Opening,
  { inboxId, now, turn }: Occasion & { turn: Turn | undefined },
): NewContents {
  const { customerId, receivedAt: createdAt, attachments } = received
  const thread = threadOf(received, "published")
  const derived = deriveColumns([{ type: thread.type, createdAt, attachments }], createdAt)
  const kind = imported ? "convo.imported" : "convo.created"
  return {
    row: {
      ...derived,
      inbox_id: inboxId,
      type: "email",
      status,
      state: "published",
      subject,
      preview: received.preview,
      customer_id: customerId,
      assignee_id: turn?.userId ?? null,
      kept_unassigned: imported,
      created_by_customer_id: customerId,
      source_type: "email",
      source_via: "customer",
      cc: thread.cc,
      bcc: [],
      closed_at: status === "closed" ? createdAt : null,
      created_at: createdAt,
      modified_at: imported ? derived.modified_at : now,
    },
    threads: [thread],
    items: turn ? [arrivalOf(turn, thread, now)] : [],
    events: [{ kind, userId: null, inboxId }, ...(turn ? [assignedEvent(inboxId, turn)] : [])],
  }
}

/** One that takes a thread more; undefined where it is gone, in the bin, full, or older than the desk allows. */
export async function holdOpenConversation(db: Db, id: number, now: Date): Promise<Extensible | undefined> {
  const [conversation, { policyDays, ids }, threads] = await Promise.all([
    holdAnyConversation(db, id),
    prepareThreads(db, 1),
    listTellingThreads(db, id),
  ])
  if (conversation?.state !== "published") return undefined
  if (isFull(conversation.held_thread_count) || isTooOld(conversation.created_at, now, policyDays)) return undefined
  return { conversation, threads, ids: ids.flat() }
}

interface Continuing {
  received: Received
  /** A machine sent it. */
  quietly: boolean
  imported: boolean
  keepsCopies: boolean
  now: Date
}

/**
 * Gives the id of the thread. What a machine sent by itself and old mail reopen nothing, and nobody is told that a customer
 * wrote.
 */
export async function continueConversation(
  db: Db,
  held: Extensible,
  { received, quietly, imported, keepsCopies, now }: Continuing,
): Promise<Written> {
  const { customerId, attachments } = received
  const thread = threadOf(received, quietly ? "hidden" : "published")
  const adding = { thread, attachments, keepsCopies }
  const { conversation, threads, ids } = held
  const isQuiet = quietly && !imported
  const [threadId = 0] = isQuiet
    ? await addToConversations(db, [
        {
          before: conversation,
          change: {},
          happening: { userId: undefined, customerId, now },
          adds: { ...adding, keepsCopies: true, event: "convo.thread.created", threads, ids },
        },
      ])
    : await writeCustomerThreads(db, [{ ...adding, held, customerId, imported, now }])
  return { conversationId: conversation.id, threadId }
}

function threadOf({ body, words, customerId, to, cc, receivedAt }: Received, state: "published" | "hidden"): Thread {
  return {
    type: "customer",
    state,
    source: "email",
    body,
    words,
    createdById: undefined,
    customerId,
    to,
    cc,
    bcc: [],
    createdAt: receivedAt,
  }
}
