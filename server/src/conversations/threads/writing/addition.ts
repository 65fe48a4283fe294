import { oldConversationDays } from "../../../account/queries.ts"
import { type Outcome, orThrow, withEachAsync } from "../../../db/batch.ts"
import { type Db, early, sql } from "../../../db/db.ts"
import { reservedIds } from "../../../db/write-rows.ts"
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
  /** Whether an unassigned conversation is assigned to the writer of a reply, where its inbox does so (ADR 78). */
  assignsWriter?: boolean
  /** Sees the conversation as it is under the lock, before anything changes. */
  check: (db: Db) => Promise<void>
}

/** A conversation that takes one thread more, those that it has, and ids for that and its line items. */
export interface Extensible {
  conversation: HeldConversation
  threads: (TellingThread & { id: number })[]
  ids: number[]
}

export async function holdExtensible(db: Db, addition: Addition): Promise<Extensible> {
  return orThrow((await holdEachExtensible(db, [addition]))[0])
}

/** All is asked at once, the locks first: what comes after them sees what their last holders have done. */
export async function holdEachExtensible(db: Db, additions: Addition[]): Promise<Outcome<Extensible>[]> {
  const [conversations, { policyDays, ids }, threads] = await Promise.all([
    holdEach(
      db,
      additions.map(({ viewer, conversationId: id }) => ({ viewer, id })),
    ),
    prepareThreads(db, additions.length),
    mapTellingThreads(
      db,
      additions.map(({ conversationId }) => conversationId),
    ),
  ])
  return withEachAsync(additions, async ({ now, check }, index) => {
    const conversation = orThrow(conversations[index])
    await check(db)
    refuseFinished(conversation, { now, policyDays })
    return { conversation, threads: threads.get(conversation.id) ?? [], ids: ids[index] ?? [] }
  })
}

/** A thread and the line items that it usually leaves. */
const idsEach = 4

/** How old conversations may be that take a thread more, and ids for so many additions. One statement, because each costs. */
export async function prepareThreads(db: Db, count: number): Promise<{ policyDays: number | null; ids: number[][] }> {
  const { days, threads } = await db.one<{ days: number | null; threads: number[] }>(
    sql`${early} select ${oldConversationDays} as days, ${reservedIds({ threads: count * idsEach })}`,
  )
  const ids = Array.from({ length: count }, (_, index) => threads.slice(index * idsEach, (index + 1) * idsEach))
  return { policyDays: days, ids }
}
