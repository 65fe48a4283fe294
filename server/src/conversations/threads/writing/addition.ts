import { findOldConversationDays } from "../../../account/queries.ts"
import { type Outcome, orThrow, withEachAsync } from "../../../db/batch.ts"
import type { Db } from "../../../db/db.ts"
import { reserveIds } from "../../../db/write-rows.ts"
import type { Viewer } from "../../../http/viewer.ts"
import type { PreparedAttachment } from "../../attachments/store.ts"
import { type HeldConversation, holdEach } from "../../held.ts"
import type { TellingThread } from "../summary/derive.ts"
import { mapTellingThreads } from "../summary/telling.ts"
import { refuseFinished } from "./refuse-finished.ts"

export interface Addition {
  conversationId: number
  viewer: Viewer
  now: Date
  attachments: PreparedAttachment[]
  /** Sees the conversation as it is under the lock, before anything changes. */
  check: (db: Db) => Promise<void>
}

/** A conversation that takes one thread more, those that it has, and ids for that and its line items. */
export interface Extensible {
  conversation: HeldConversation
  threads: (TellingThread & { id: number })[]
  ids: number[]
}

/** For a thread and the line items that it usually leaves. */
export const reservedIds = 4

export async function holdExtensible(db: Db, addition: Addition): Promise<Extensible> {
  return orThrow((await holdEachExtensible(db, [addition]))[0])
}

/** All is asked at once, the locks first: what comes after them sees what their last holders have done. */
export async function holdEachExtensible(db: Db, additions: Addition[]): Promise<Outcome<Extensible>[]> {
  const [conversations, policyDays, threads, reserved] = await Promise.all([
    holdEach(
      db,
      additions.map(({ viewer, conversationId: id }) => ({ viewer, id })),
    ),
    findOldConversationDays(db),
    mapTellingThreads(
      db,
      additions.map(({ conversationId }) => conversationId),
    ),
    reserveIds(db, { threads: additions.length * reservedIds }),
  ])
  return withEachAsync(additions, async ({ now, check }, index) => {
    const conversation = orThrow(conversations[index])
    await check(db)
    refuseFinished(conversation, { now, policyDays })
    const ids = reserved.threads.slice(index * reservedIds, (index + 1) * reservedIds)
    return { conversation, threads: threads.get(conversation.id) ?? [], ids }
  })
}
