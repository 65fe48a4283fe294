import type { NewSchedule } from "@deskhand/contract/conversations/thread-change"
import { type Db, sql } from "../../../db/db.ts"
import { conflict } from "../../../errors.ts"
import { changeConversation } from "../../change.ts"
import { readFuture } from "../../editing/snooze.ts"
import type { HeldConversation } from "../../held.ts"
import { lineText } from "../../line-items.ts"
import { asUnsent, type HeldThread, holdThread, refuseSending, type ThreadEdit } from "../writing/held-thread.ts"
import { publishThread } from "./publish.ts"
import { updateUnscheduled } from "./unsent.ts"

/** The draft goes out by itself at that moment. Of a schedule that is there already it takes the place. */
export function scheduleThread(db: Db, given: NewSchedule, edit: ThreadEdit): Promise<void> {
  const { viewer, now } = edit
  const at = readFuture("scheduledFor", given.scheduledFor, now)
  const { unscheduleOnCustomerReply = true, sendAsCreator = false } = given
  return db.transaction(async (db) => {
    const { conversation, thread } = await holdThread(db, edit)
    refuseSending(viewer)
    const { created_by_id: createdById } = drafted(thread)
    const when = at.toISOString().slice(0, 16).replace("T", " ")
    await changeConversation(
      db,
      conversation,
      {},
      {
        userId: viewer.userId,
        now,
        notes: [lineText("scheduled", `scheduled a reply for ${when} UTC`)],
        async write() {
          await db.run(sql`
            update threads set scheduled_by_id = ${viewer.userId}, scheduled_at = ${now}, scheduled_for = ${at},
              send_as_id = ${sendAsCreator ? createdById : viewer.userId}, undoable = false,
              unschedule_on_customer_reply = ${unscheduleOnCustomerReply},
              then_assigns_writer = then_assigns_writer or ${viewer.hasSession === true}
            where id = ${thread.id}`)
          return { event: rescheduled(thread) }
        },
      },
    )
  })
}

export function sendThreadNow(db: Db, edit: ThreadEdit): Promise<void> {
  return db.transaction(async (db) => {
    const { conversation, thread } = await holdThread(db, edit)
    refuseSending(edit.viewer)
    const unsent = drafted(thread)
    if (!thread.scheduled_for) throw conflict("thread_state", "This draft is not scheduled")
    const { viewer, now } = edit
    await publishThread(
      db,
      { conversation, thread: unsent },
      { userId: viewer.userId, assignsWriter: viewer.hasSession, now },
    )
  })
}

export function unscheduleThread(db: Db, edit: ThreadEdit): Promise<void> {
  return db.transaction(async (db) => {
    const { conversation, thread } = await holdThread(db, edit)
    drafted(thread)
    if (thread.scheduled_for) await takeBack(db, { conversation, thread, edit })
  })
}

interface TakingBack {
  conversation: HeldConversation
  thread: HeldThread
  edit: ThreadEdit
}

/** A plain draft again. Of a reply that was undone in time nothing is left to tell. */
export async function takeBack(db: Db, { conversation, thread, edit }: TakingBack): Promise<void> {
  await changeConversation(
    db,
    conversation,
    {},
    {
      userId: edit.viewer.userId,
      now: edit.now,
      notes: thread.undoable ? [] : [lineText("unscheduled", "unscheduled a reply")],
      async write() {
        await updateUnscheduled(db, thread.id)
        return { event: rescheduled(thread) }
      },
    },
  )
}

function drafted(thread: HeldThread) {
  if (thread.state !== "draft" || thread.type !== "message")
    throw conflict("thread_state", "Only a reply that is still a draft has a schedule")
  return asUnsent(thread)
}

/** The conversation tells everybody what goes out of it next. */
function rescheduled({ id: threadId }: HeldThread) {
  return { kind: "convo.updated", data: { changed: ["schedule"], threadId } } as const
}
