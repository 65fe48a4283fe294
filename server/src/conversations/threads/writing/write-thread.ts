import type { Db } from "../../../db/db.ts"
import type { Acting } from "../../../users/acting.ts"
import type { PreparedAttachment } from "../../attachments/store.ts"
import { addToConversations, type Change } from "../../change.ts"
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

/** Adds what somebody of the desk wrote. Unsent ones change nothing yet, and nothing is told of them to others. Gives its id. */
export async function writeThread(db: Db, writing: Writing): Promise<number> {
  const { conversation, threads, ids, attachments, change, userId, performedById, now, imported } = writing
  const { state } = writing.thread
  const unsent = state !== "published"
  const performed = performedById !== undefined && { performedById }
  const thread = { ...writing.thread, ...performed, ...(unsent && writing.outcome && { outcome: writing.outcome }) }
  const event = imported ? "convo.imported" : (unsentKinds[state] ?? writing.event)
  const [id = 0] = await addToConversations(db, [
    {
      before: conversation,
      change: imported || unsent ? {} : change,
      happening: { userId, ...performed, now, imported },
      adds: { thread, attachments, threads, ids, event },
    },
  ])
  return id
}

const unsentKinds: Partial<Record<Thread["state"], ChangeEvent["kind"]>> = {
  draft: "convo.draft.changed",
  review: "convo.thread.created",
}
