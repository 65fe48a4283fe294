import type { Db } from "../../db/db.ts"
import { insertAttachments, type PreparedAttachment } from "../attachments/store.ts"
import { type Change, changeConversation } from "../change.ts"
import type { ChangeEvent } from "../change-events.ts"
import type { HeldConversation } from "../held.ts"
import { insertEntries, insertThread, type Thread, threadEntry } from "./insert.ts"

export interface Writing {
  conversation: HeldConversation
  thread: Thread
  attachments: PreparedAttachment[]
  /** What becomes of the conversation once it is published. */
  change: Change & { status: HeldConversation["status"] }
  /** What the feed calls it once it is published. */
  event: ChangeEvent["kind"]
  /** In whose name. */
  userId: number
  now: Date
  imported: boolean
}

/** Adds what somebody of the desk wrote. Unsent ones change nothing yet, and nothing is told of them to others. */
export async function writeThread(db: Db, writing: Writing): Promise<number> {
  const { conversation, change, userId, now, imported } = writing
  const { state } = writing.thread
  const unsent = state !== "published"
  const then = { status: change.status, ...(change.assigneeId !== undefined && { assigneeId: change.assigneeId }) }
  const thread = { ...writing.thread, ...(unsent && { then }) }
  let id = 0
  await changeConversation(db, conversation, imported || unsent ? {} : change, {
    userId,
    now,
    imported,
    async write(place) {
      id = await insertThread(db, place, thread)
      if (!unsent) await insertEntries(db, conversation.id, [threadEntry(id, thread)])
      await insertAttachments(db, id, writing.attachments)
      const kind = imported ? "convo.imported" : (unsentKinds[state] ?? writing.event)
      return { ...(!unsent && { thread: { ...thread, id } }), event: { kind, data: { threadId: id } } }
    },
  })
  return id
}

const unsentKinds: Partial<Record<Thread["state"], ChangeEvent["kind"]>> = {
  draft: "convo.draft.changed",
  review: "convo.thread.created",
}
