import { findOldConversationDays } from "../../account/queries.ts"
import type { Db } from "../../db/db.ts"
import { takeTurn } from "../../routing/turns.ts"
import type { Vector } from "../../search/words.ts"
import { arrivalOf } from "../arrival.ts"
import { insertAttachments, insertAttachmentsOf, type PreparedAttachment } from "../attachments/store.ts"
import { addToConversation } from "../change.ts"
import type { NewRow } from "../columns.ts"
import { holdAnyConversation } from "../held.ts"
import { insertConversation } from "../insert.ts"
import { insertConversations } from "../insert-many.ts"
import { isFull, isTooOld } from "../rules.ts"
import { deriveColumns } from "../threads/summary/derive.ts"
import { listTellingThreads } from "../threads/summary/telling.ts"
import { writeCustomerThread } from "../threads/writing/add-customer-thread.ts"
import type { Extensible } from "../threads/writing/addition.ts"
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
  subject: string
  status: "active" | "closed" | "spam"
  /** Old mail: nobody is told of it, and it is not routed, now or later. */
  imported: boolean
}

export interface Occasion {
  inboxId: number
  now: Date
}

/** A conversation that begins with it: counted, routed and told as one that the API makes or imports. */
export async function beginConversation(
  db: Db,
  received: Received,
  { inboxId, now, ...opening }: Opening & Occasion,
): Promise<Written> {
  const turn = opening.status === "active" && !opening.imported ? await takeTurn(db, inboxId, now) : undefined
  const { row, contents } = newRow({ ...opening, received }, { inboxId, now, assigneeId: turn?.userId ?? null })
  const [thread] = contents.threads
  const arrival = turn && thread ? { arrival: arrivalOf(turn, thread, now) } : {}
  const { id: conversationId, thread_ids: threadIds } = await insertConversation(db, row, { ...contents, ...arrival })
  const threadId = threadIds[0] ?? 0
  await insertAttachments(db, threadId, received.attachments)
  return { conversationId, threadId }
}

/** Several that nobody has room for, in their order. */
export async function beginConversations(
  db: Db,
  given: (Opening & { received: Received })[],
  occasion: Occasion,
): Promise<Written[]> {
  if (given.length === 0) return []
  const inserted = await insertConversations(
    db,
    given.map((one) => newRow(one, { ...occasion, assigneeId: null })),
  )
  const written = inserted.map(({ id, thread_ids: [threadId = 0] }) => ({ conversationId: id, threadId }))
  await insertAttachmentsOf(
    db,
    written.map(({ threadId }, index) => ({ threadId, attachments: given[index]?.received.attachments ?? [] })),
  )
  return written
}

function newRow(
  { received, subject, status, imported }: Opening & { received: Received },
  { inboxId, now, assigneeId }: Occasion & { assigneeId: number | null },
): NewRow {
  const { customerId, receivedAt: createdAt, attachments } = received
  const thread = threadOf(received, "published")
  const { modifiedAt, ...derived } = deriveColumns([{ type: thread.type, createdAt, attachments }], createdAt)
  const row: NewRow["row"] = {
    inboxId,
    type: "email",
    source: "email",
    status,
    state: "published",
    subject,
    preview: received.preview,
    customerId,
    assigneeId,
    keptUnassigned: imported,
    createdByUserId: null,
    createdByCustomerId: customerId,
    cc: thread.cc,
    bcc: [],
    ...(status === "closed" && { closedAt: createdAt }),
    createdAt,
    modifiedAt: imported ? modifiedAt : now,
    ...derived,
  }
  const kind = imported ? "convo.imported" : "convo.created"
  return { row, contents: { threads: [thread], events: [{ kind, userId: null, inboxId }] } }
}

/** One that takes a thread more; undefined where it is gone, in the bin, full, or older than the desk allows. */
export async function holdOpenConversation(db: Db, id: number, now: Date): Promise<Extensible | undefined> {
  const [conversation, policyDays, threads] = await Promise.all([
    holdAnyConversation(db, id),
    findOldConversationDays(db),
    listTellingThreads(db, id),
  ])
  if (conversation?.state !== "published") return undefined
  if (isFull(conversation.held_thread_count) || isTooOld(conversation.created_at, now, policyDays)) return undefined
  return { conversation, threads }
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
  const { last } =
    quietly && !imported
      ? await addToConversation(
          db,
          held.conversation,
          {},
          {
            userId: undefined,
            customerId,
            now,
            adds: { ...adding, keepsCopies: true, event: "convo.thread.created", threads: held.threads },
          },
        )
      : await writeCustomerThread(db, held, { ...adding, customerId, imported, now })
  return { conversationId: held.conversation.id, threadId: (await last).id ?? 0 }
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
