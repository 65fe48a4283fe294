import { daysBefore, findRetention, noteRemoved } from "../account/retention.ts"
import { type Db, type Sql, sql } from "../db/db.ts"
import { recordEvents } from "../events/record.ts"
import type { Desk } from "../http/route.ts"

/**
 * Removes conversations for good, with everything in them; files are swept later. The caller holds their locks. Counters
 * follow by triggers, for which tags must go before what they hang on.
 */
export async function removeConversations(db: Db, ids: number[], { userId }: { userId: number | null }): Promise<void> {
  if (ids.length === 0) return
  const going = sql`any(${ids}::bigint[])`
  // First, so that nobody gathers the words of what is about to go.
  await db.run(sql`delete from search_documents where conversation_id = ${going}`)
  await db.run(sql`delete from search_entries where conversation_id = ${going}`)
  await db.run(sql`delete from conversation_tags where conversation_id = ${going}`)
  const gone = await db.many<{ id: number; inbox_id: number; state: string }>(
    sql`delete from conversations where id = ${going} returning id, inbox_id, state`,
  )
  await recordEvents(
    db,
    gone
      .toSorted((one, other) => one.id - other.id)
      .map(({ id, inbox_id: inboxId, state }) => ({
        // Nobody but its author has ever seen a draft.
        kind: state === "draft" ? "convo.draft.changed" : "convo.deleted",
        subjectId: id,
        userId,
        inboxId,
        conversationId: id,
        data: { purged: true },
      })),
  )
}

/** Few enough for one short transaction. */
const batchSize = 50

/** Removes what has been in the Deleted or the Spam folder for long enough, where the desk or its operator wants that. */
export async function purgeDeleted({ db, now, config }: Desk, _payload: unknown, signal: AbortSignal): Promise<void> {
  const { deletedDays, spamDays } = await findRetention(db, config)
  for (const [what, days, which] of [
    ["deleted conversations", deletedDays, sql`state = 'deleted'`],
    ["spam", spamDays, sql`status = 'spam' and state = 'published'`],
  ] as const) {
    if (days === undefined) continue
    const count = await purge(db, sql`${which} and modified_at <= ${daysBefore(now(), days)}`, signal)
    await noteRemoved(db, what, { count, days })
  }
}

/** Gives how many are gone. */
async function purge(db: Db, which: Sql, signal: AbortSignal): Promise<number> {
  let gone = 0
  for (let removed = batchSize; removed === batchSize && !signal.aborted; gone += removed)
    removed = await db.transaction(async (db) => {
      const old = await db.many<{ id: number }>(sql`
        select id from conversations where ${which} order by modified_at, id limit ${batchSize} for update skip locked`)
      await removeConversations(
        db,
        old.map(({ id }) => id),
        { userId: null },
      )
      return old.length
    })
  return gone
}
