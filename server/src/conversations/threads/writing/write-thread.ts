import type { Db } from "../../../db/db.ts"
import type { Acting } from "../../../users/acting.ts"
import type { PreparedAttachment } from "../../attachments/store.ts"
import { addToConversation, type Change } from "../../change.ts"
import type { ChangeEvent } from "../../change-events.ts"
import type { Extensible } from "./addition.ts"
import type { Outcome, Thread } from "./insert.ts"

export interface Writing extends Extensible, Acting {
  thread: Thread
  attachments: PreparedAttachment[]
  /** What becomes of the conversation by it. */
  change: Change
  /** What its writer wants to become of the conversation once it is published. */
  outcome?: Outcome
  /** What the feed calls it once it is published. */
  event: ChangeEvent["kind"]
  now: Date
  imported: boolean
}

/** Adds what somebody of the desk wrote, the last in its transaction. Unsent ones change nothing yet, and nothing is told of them to others. */
export function writeThread(db: Db, writing: Writing): ReturnType<typeof addToConversation> {
  const { conversation, threads, attachments, change, userId, performedById, now, imported } = writing
  const { state } = writing.thread
  const unsent = state !== "published"
  const performed = performedById !== undefined && { performedById }
  const thread = { ...writing.thread, ...performed, ...(unsent && writing.outcome && { outcome: writing.outcome }) }
  const event = imported ? "convo.imported" : (unsentKinds[state] ?? writing.event)
  return addToConversation(db, conversation, imported || unsent ? {} : change, {
    userId,
    ...performed,
    now,
    imported,
    adds: { thread, attachments, threads, event },
  })
}

const unsentKinds: Partial<Record<Thread["state"], ChangeEvent["kind"]>> = {
  draft: "convo.draft.changed",
  review: "convo.thread.created",
}
