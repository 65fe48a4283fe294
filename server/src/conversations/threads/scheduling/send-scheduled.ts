import type { Db } from "../../../db/db.ts"
import type { Desk } from "../../../http/route.ts"
import { eachDue } from "../../../jobs/each-due.ts"
import { changeConversation } from "../../change.ts"
import { type HeldConversation, holdIdleConversation } from "../../held.ts"
import { lineText } from "../../line-items.ts"
import { publishThread } from "./publish.ts"
import { type DueThread, listDueThreads, lockDueThread, type UnsentThread, updateUnscheduled } from "./unsent.ts"

/** Sends what is due. Any number of nodes may do so at once. */
export function sendScheduled({ db, now }: Desk, _payload: unknown, signal: AbortSignal): Promise<void> {
  return eachDue({
    what: "scheduled threads",
    list: (most) => listDueThreads(db, { now: now(), most }),
    settle: (due) => sendThread(db, due, now()),
    signal,
  })
}

function sendThread(db: Db, due: DueThread, now: Date): Promise<void> {
  return db.transaction(async (db) => {
    // Whoever holds it writes to it or sends this very thread; the next turn looks again.
    const conversation = await holdIdleConversation(db, due.conversation_id)
    const thread = conversation && (await lockDueThread(db, due, now))
    if (!thread) return
    if (conversation.state === "deleted") await keepThread(db, { conversation, thread, now })
    else {
      const userId = thread.send_as_id ?? thread.created_by_id
      const { scheduled_by_id: byId } = thread
      await publishThread(
        db,
        { conversation, thread },
        {
          userId,
          ...(byId !== null && byId !== userId && { performedById: byId }),
          ...(!thread.undoable && { because: "by a scheduled reply" }),
          now,
        },
      )
    }
  })
}

interface Sending {
  conversation: HeldConversation
  thread: UnsentThread
  now: Date
}

/** What missed its time in a deleted conversation must not go out, long after, when somebody restores it. */
async function keepThread(db: Db, { conversation, thread, now }: Sending): Promise<void> {
  await changeConversation(
    db,
    conversation,
    {},
    {
      userId: thread.scheduled_by_id ?? thread.created_by_id,
      now,
      because: "because the conversation was deleted",
      notes: [lineText("unscheduled", "not sent")],
      async write() {
        await updateUnscheduled(db, thread.id)
        return {}
      },
    },
  )
}
