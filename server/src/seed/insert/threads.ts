import type { Db } from "../../db/db.ts"
import { keyOf } from "../../files/files.ts"
import { type Columns, insertRows } from "./rows.ts"

export type Status = "active" | "pending" | "closed" | "spam"

export type ThreadType =
  | "widgetchat"
  | "chat"
  | "customer"
  | "forwardchild"
  | "forwardparent"
  | "lineitem"
  | "message"
  | "note"
  | "phone"

export interface Source {
  type: string
  via: "user" | "customer"
}

export interface Action {
  type: string
  text: string
  /** The interface's own words: workflow, user, inbox, originalConversation. */
  entities?: Record<string, number>
}

export interface NewAttachment {
  filename: string
  mimeType: string
  content: Buffer
  state: "valid" | "virus" | "pending"
  finding?: string
  width?: number
  height?: number
}

export interface NewThread {
  type: ThreadType
  createdAt: Date
  /** Nobody when the customer wrote it. */
  createdById?: number
  /** The conversation's own customer when left out. */
  customerId?: number
  /** Only line items have none. */
  body?: string
  action?: Action
  /** The conversation's own status when left out. */
  status?: Status
  state?: "bounced" | "draft" | "hidden" | "published" | "review"
  source?: Source
  assignedToId?: number
  savedReplyId?: number
  to?: string[]
  cc?: string[]
  bcc?: string[]
  openedAt?: Date
  linkedConversationId?: number
  scheduled?: { byId: number; sendAsId: number; at: Date; for: Date; unscheduleOnCustomerReply: boolean }
  attachments?: NewAttachment[]
  rating?: { rating: "great" | "okay" | "not_good" | "unknown"; comments?: string; at: Date }
}

type More = Partial<Omit<NewThread, "createdAt" | "body">>

export function fromCustomer(createdAt: Date, body: string, more: More = {}): NewThread {
  return { type: "customer", createdAt, body, ...more }
}

export function reply(createdById: number, createdAt: Date, body: string, more: More = {}): NewThread {
  return { type: "message", createdById, createdAt, body, ...more }
}

export function note(createdById: number, createdAt: Date, body: string, more: More = {}): NewThread {
  return { type: "note", createdById, createdAt, body, ...more }
}

export function lineItem(createdById: number, createdAt: Date, action: Action, more: More = {}): NewThread {
  return { type: "lineitem", createdById, createdAt, action, ...more }
}

export interface ThreadOwner {
  conversationId: number
  customerId: number
  status: Status
}

/** Gives the ids in the order of the threads. */
export async function insertThreads(db: Db, owner: ThreadOwner, threads: NewThread[]): Promise<number[]> {
  return insertRows(
    db,
    "threads",
    threads.map((thread) => threadColumns(owner, thread)),
  )
}

function threadColumns(owner: ThreadOwner, thread: NewThread): Columns {
  const { action, source, scheduled, to, attachments: _attachments, rating: _rating, ...scalars } = thread
  const internal = thread.createdById !== undefined && (thread.type === "note" || thread.type === "lineitem")
  const { type: sourceType, via: sourceVia } = source ?? usualSource(thread)
  return {
    conversationId: owner.conversationId,
    status: owner.status,
    ...scalars,
    customerId: thread.customerId ?? (internal ? undefined : owner.customerId),
    actionType: action?.type,
    actionText: action?.text,
    actionEntities: action?.entities,
    sourceType,
    sourceVia,
    toAddresses: to,
    scheduledById: scheduled?.byId,
    sendAsId: scheduled?.sendAsId,
    scheduledAt: scheduled?.at,
    scheduledFor: scheduled?.for,
    unscheduleOnCustomerReply: scheduled?.unscheduleOnCustomerReply,
  }
}

export function usualSource(thread: NewThread): Source {
  return thread.createdById === undefined ? { type: "email", via: "customer" } : { type: "web", via: "user" }
}

/** Gives the ids by file name. The contents are written by whoever has a store. */
export async function insertAttachments(
  db: Db,
  threads: { id: number; thread: NewThread }[],
): Promise<Record<string, number>> {
  const rows = threads.flatMap(({ id, thread }) =>
    (thread.attachments ?? []).map((attachment) => attachmentColumns(id, thread, attachment)),
  )
  const ids = await insertRows(db, "attachments", rows)
  return Object.fromEntries(rows.map(({ filename }, index) => [filename, ids[index]])) as Record<string, number>
}

function attachmentColumns(threadId: number, { createdAt }: NewThread, { content, ...attachment }: NewAttachment) {
  const storageKey = keyOf(content)
  const sha256 = Buffer.from(storageKey, "hex")
  return { threadId, ...attachment, sizeBytes: content.length, sha256, storageKey, createdAt }
}
