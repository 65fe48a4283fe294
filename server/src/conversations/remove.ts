import { type Db, sql } from "../db/db.ts"
import { recordEvent } from "../events/record.ts"

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
  for (const { id, inbox_id: inboxId, state } of gone.toSorted((one, other) => one.id - other.id))
    await recordEvent(db, {
      // Nobody but its author has ever seen a draft.
      kind: state === "draft" ? "convo.draft.changed" : "convo.deleted",
      subjectId: id,
      userId,
      inboxId,
      conversationId: id,
      data: { purged: true },
    })
}
