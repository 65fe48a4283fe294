import { type Db, sql } from "../../db/db.ts"
import { notFound, preconditionFailed } from "../../errors.ts"
import { changeConversation } from "../change.ts"
import type { HeldConversation } from "../held.ts"
import { lineText } from "../line-items.ts"
import {
  fixed,
  type HeldThread,
  holdThread,
  nameOf,
  refuseForeignDraft,
  type ThreadEdit,
} from "../threads/writing/held-thread.ts"
import { insertAttachment, type PreparedAttachment } from "./store.ts"

/** As many as a new thread takes. */
const mostAttachments = 100

/** Gives its id. */
export function addAttachment(db: Db, prepared: PreparedAttachment, edit: ThreadEdit): Promise<number> {
  return db.transaction(async (db) => {
    const { conversation, thread } = await holdThread(db, edit)
    refuseForeignDraft(edit.viewer, thread)
    if ((await countAttachments(db, thread.id)) >= mostAttachments)
      throw preconditionFailed("attachment_limit", `A thread holds at most ${mostAttachments} attachments`)
    let id = 0
    await tellChange(db, {
      conversation,
      thread,
      edit,
      text: `added ${prepared.filename} to ${nameOf(thread)}`,
      async write() {
        id = await insertAttachment(db, thread.id, prepared)
      },
    })
    return id
  })
}

/** From a draft alone: what others have seen stays. */
export function removeAttachment(db: Db, attachmentId: number, edit: Omit<ThreadEdit, "threadId">): Promise<void> {
  return db.transaction(async (db) => {
    const threadId = await findThreadOf(db, attachmentId)
    if (threadId === undefined) throw notFound()
    const { conversation, thread } = await holdThread(db, { ...edit, threadId })
    if (thread.state !== "draft") throw fixed("Only drafts lose their attachments")
    refuseForeignDraft(edit.viewer, thread)
    let gone = 0
    await tellChange(db, {
      conversation,
      thread,
      edit,
      async write() {
        gone = await db.run(sql`delete from attachments where id = ${attachmentId} and thread_id = ${threadId}`)
      },
    })
    if (gone === 0) throw notFound()
  })
}

interface Telling {
  conversation: HeldConversation
  thread: HeldThread
  edit: Omit<ThreadEdit, "threadId">
  /** Of a line item, unless it is a draft. */
  text?: string
  write: () => Promise<void>
}

async function tellChange(db: Db, { conversation, thread, edit, text, write }: Telling): Promise<void> {
  const isDraft = thread.state === "draft"
  await changeConversation(
    db,
    conversation,
    {},
    {
      userId: edit.viewer.userId,
      now: edit.now,
      notes: isDraft || text === undefined ? [] : [lineText("default", text)],
      async write() {
        await write()
        const kind = isDraft ? "convo.draft.changed" : "convo.thread.updated"
        return { event: { kind, data: { threadId: thread.id, changed: ["attachments"] } } }
      },
    },
  )
}

async function countAttachments(db: Db, threadId: number): Promise<number> {
  const { amount } = await db.one<{ amount: number }>(
    sql`select count(*) as amount from attachments where thread_id = ${threadId}`,
  )
  return amount
}

async function findThreadOf(db: Db, attachmentId: number): Promise<number | undefined> {
  const row = await db.maybe<{ thread_id: number }>(sql`select thread_id from attachments where id = ${attachmentId}`)
  return row?.thread_id
}
