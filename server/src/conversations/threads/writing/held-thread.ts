import { type Db, sql } from "../../../db/db.ts"
import { conflict, DeskError, forbidden, notFound } from "../../../errors.ts"
import { administers, type Viewer } from "../../../http/viewer.ts"
import { type HeldConversation, holdConversation } from "../../held.ts"
import type { ThreadRow } from "../reading/queries.ts"
import { type UnsentThread, unsentColumns } from "../scheduling/unsent.ts"

/** A thread that nobody else can change until the transaction ends, nor its conversation. */
export interface HeldThread extends Omit<UnsentThread, "created_by_id"> {
  type: Exclude<ThreadRow["type"], "lineitem">
  state: ThreadRow["state"]
  /** Null when the customer wrote it. */
  created_by_id: number | null
  scheduled_for: Date | null
  unschedule_on_customer_reply: boolean | null
}

export interface ThreadEdit {
  conversationId: number
  threadId: number
  viewer: Viewer
  now: Date
  /** Sees the thread as it is under the lock, before anything changes. */
  check: (db: Db) => Promise<void>
}

/** Refuses who has no say in it at all; of a draft that is nobody's business only that there is none. */
export async function holdThread(
  db: Db,
  { conversationId, threadId, viewer, check }: ThreadEdit,
): Promise<{ conversation: HeldConversation; thread: HeldThread }> {
  const conversation = await holdConversation(db, viewer, conversationId)
  const thread = await db.maybe<Omit<HeldThread, "type"> & { type: ThreadRow["type"] }>(sql`
    select ${unsentColumns}, type, state, scheduled_for, unschedule_on_customer_reply from threads
    where id = ${threadId} and conversation_id = ${conversation.id} for no key update`)
  if (!thread) throw notFound()
  const { type } = thread
  if (type === "lineitem") throw fixed("A line item records what happened, and stays as it is")
  const held = { ...thread, type }
  const itsWriter = isWriter(viewer, held)
  if (viewer.role === "light user" && !(itsWriter && type === "note"))
    throw forbidden("Light users change their own notes, and no other threads")
  if (isUnsent(held) && !itsWriter && !administers(viewer))
    throw held.state === "draft" && !held.undoable ? notFound() : forbidden("Only its author and admins decide on this")
  await check(db)
  return { conversation, thread: held }
}

export function fixed(message: string): DeskError {
  return new DeskError(403, "thread_fixed", message)
}

/** Its author, and who schedules it for somebody else. */
export function isWriter({ userId }: Viewer, thread: HeldThread): boolean {
  return thread.created_by_id === userId || thread.scheduled_by_id === userId
}

export function isUnsent({ state }: HeldThread): boolean {
  return state === "draft" || state === "review"
}

/** Admins decide what becomes of the drafts of others, but do not write in them. */
export function refuseForeignDraft(viewer: Viewer, thread: HeldThread): void {
  if (thread.state === "draft" && !isWriter(viewer, thread)) throw forbidden("Only its author writes in a draft")
}

export function refuseSending({ scope }: Viewer): void {
  if (scope === "drafts-only") throw forbidden("This token writes drafts, and does not send them")
}

/** Of replies alone: nothing else is drafted. */
export function asUnsent(thread: HeldThread): UnsentThread {
  const { created_by_id: createdById } = thread
  if (createdById === null || !isUnsent(thread)) throw conflict("thread_state", "This is not a draft any more")
  return { ...thread, created_by_id: createdById }
}

/** What line items call it. */
export function nameOf({ type, created_by_id: createdById }: HeldThread): string {
  if (createdById === null) return "what the customer wrote"
  return names[type]
}

const names: Record<HeldThread["type"], string> = {
  message: "a reply",
  note: "a note",
  phone: "a call",
  chat: "a chat",
  widgetchat: "a chat",
  customer: "what the customer wrote",
  forwardparent: "a forward",
  forwardchild: "a forward",
}
