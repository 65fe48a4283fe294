import { type Db, sql } from "../../../db/db.ts"
import { changeConversation } from "../../change.ts"
import type { HeldConversation } from "../../held.ts"
import { indexBody } from "../summary/words.ts"
import { asUnsent, type HeldThread, type ThreadEdit } from "../writing/held-thread.ts"
import { putEntries, threadEntries } from "../writing/insert.ts"
import { unscheduled } from "./schedule.ts"

interface Sending {
  conversation: HeldConversation
  thread: HeldThread
  edit: ThreadEdit
}

/** Something newer has come: everybody sees the reply from now on, and its writer decides once more. */
export async function putInReview(db: Db, { conversation, thread, edit }: Sending): Promise<"review"> {
  const { viewer, now } = edit
  const words = await indexBody(thread.body)
  await changeConversation(
    db,
    conversation,
    {},
    {
      userId: viewer.userId,
      now,
      async write() {
        await db.run(sql`update threads set state = 'review', created_at = ${now}, ${unscheduled}
          where id = ${thread.id}`)
        const { id, to, cc, bcc } = asUnsent(thread)
        await putEntries(db, threadEntries(conversation.id, [{ id, to, cc, bcc, words }]))
        return { event: { kind: "convo.thread.created", data: { threadId: thread.id } } }
      },
    },
  )
  return "review"
}

/** It goes out by itself, unless somebody takes it back before. */
export async function sendSoon(db: Db, { conversation, thread, edit }: Sending, seconds: number): Promise<"draft"> {
  const { viewer, now } = edit
  const at = new Date(now.getTime() + seconds * 1_000)
  await changeConversation(
    db,
    conversation,
    {},
    {
      userId: viewer.userId,
      now,
      async write() {
        await db.run(sql`
          update threads set scheduled_by_id = ${viewer.userId}, scheduled_at = ${now}, scheduled_for = ${at},
            send_as_id = created_by_id, unschedule_on_customer_reply = false, undoable = true,
            then_assigns_writer = then_assigns_writer or ${viewer.hasSession === true}
          where id = ${thread.id}`)
        return { event: { kind: "convo.draft.changed", data: { threadId: thread.id } } }
      },
    },
  )
  return "draft"
}
