import { findOldConversationDays } from "../../../account/queries.ts"
import type { Db } from "../../../db/db.ts"
import type { Viewer } from "../../../http/viewer.ts"
import type { PreparedAttachment } from "../../attachments/store.ts"
import { type HeldConversation, holdConversation } from "../../held.ts"
import type { TellingThread } from "../summary/derive.ts"
import { listTellingThreads } from "../summary/telling.ts"
import { refuseFinished } from "./refuse-finished.ts"

export interface Addition {
  conversationId: number
  viewer: Viewer
  now: Date
  attachments: PreparedAttachment[]
  /** Sees the conversation as it is under the lock, before anything changes. */
  check: (db: Db) => Promise<void>
}

/** A conversation that takes one thread more, and those that it has. */
export interface Extensible {
  conversation: HeldConversation
  threads: (TellingThread & { id: number })[]
}

/** All is asked at once, the lock first: what comes after it sees what its last holder has done. */
export async function holdExtensible(db: Db, { conversationId, viewer, now, check }: Addition): Promise<Extensible> {
  const [conversation, policyDays, threads] = await Promise.all([
    holdConversation(db, viewer, conversationId),
    findOldConversationDays(db),
    listTellingThreads(db, conversationId),
  ])
  await check(db)
  refuseFinished(conversation, { now, policyDays })
  return { conversation, threads }
}
