import type { Db } from "../../../db/db.ts"
import { previewOf } from "../../../search/plain-text.ts"
import type { HeldConversation } from "../../held.ts"
import type { Told } from "../../update.ts"
import type { LineItem, Thread } from "../writing/insert.ts"
import { deriveColumns, previewedThread, type TellingThread } from "./derive.ts"
import { findBody, listTellingThreads } from "./telling.ts"

/** A thread that can be read from now on. */
export interface WrittenThread {
  id: number
  body: string
  cc: string[]
  bcc: string[]
}

export interface Retelling {
  written: WrittenThread | undefined
  /** Left out when it is history that is being written down. */
  now?: Date
}

/** After its threads have changed: what the conversation tells of them. */
export async function retold(db: Db, conversation: HeldConversation, retelling: Retelling): Promise<Told> {
  return tell(db, conversation, { ...retelling, threads: await listTellingThreads(db, conversation.id) })
}

/** What it tells once these are there too, as if they had ids. */
export function toldWith(
  db: Db,
  conversation: HeldConversation,
  { threads, adding, items, now }: Foretelling,
): Promise<Told> {
  const { thread, attachments } = adding
  const added = { ...tellingOf(thread), attachments, id: idToCome }
  const written = { ...thread, id: idToCome, ...(adding.keepsCopies && { cc: [], bcc: [] }) }
  return tell(db, conversation, {
    threads: [...threads, ...items.map((item) => ({ ...tellingOf({ ...item, type: "lineitem" }), id: 0 })), added],
    written: thread.state === "published" ? written : undefined,
    unsent: written,
    ...(now && { now }),
  })
}

/** Greater than any. */
const idToCome = Number.MAX_SAFE_INTEGER

export interface Foretelling {
  /** Those that are there. */
  threads: (TellingThread & { id: number })[]
  adding: Adding
  /** Line items that come before it. */
  items: LineItem[]
  now?: Date
}

/** A thread that is about to be written. */
export interface Adding {
  thread: Thread
  /** The next reply goes to whom it would have gone to, whomever this one copies. */
  keepsCopies?: boolean
  attachments: readonly unknown[]
}

function tellingOf(
  thread: Pick<Thread, "createdById" | "createdAt" | "undoable"> & { type: string; state?: string },
): TellingThread {
  const { type, state = "published", createdAt, createdById, undoable } = thread
  return {
    type,
    state,
    createdAt,
    ...(createdById !== undefined && { createdById }),
    ...(undoable && { scheduled: { for: undoable.until, byId: undoable.byId, unscheduleOnCustomerReply: false } }),
  }
}

interface Telling extends Retelling {
  threads: (TellingThread & { id: number })[]
  /** What is not in the database yet, though nobody else may read it. */
  unsent?: WrittenThread
}

async function tell(db: Db, conversation: HeldConversation, { threads, written, unsent, now }: Telling): Promise<Told> {
  const { modifiedAt, userUpdatedAt, ...derived } = deriveColumns(threads, conversation.created_at)
  const { cc = [], bcc = [] } = written ?? {}
  const previewed = previewedThread(threads)?.id
  const known = [written, unsent].find((thread) => previewed === undefined || thread?.id === previewed)
  const body = known || previewed === undefined ? known?.body : await findBody(db, previewed)
  return {
    modifiedAt: now ?? new Date(Math.max(conversation.modified_at.getTime(), modifiedAt.getTime())),
    userUpdatedAt,
    threads: {
      ...derived,
      preview: previewOf(body ?? ""),
      cc: cc.length > 0 ? cc : conversation.cc,
      bcc: bcc.length > 0 ? bcc : conversation.bcc,
    },
  }
}
