import { type Db, sql } from "../../db/db.ts"

/**
 * Whether something has come since the thread that a writer saw last. What was drafted before and sent after counts by
 * its sending; of a thread that is gone only the id is left to compare.
 */
export async function hasUnseen(
  db: Db,
  { conversationId, lastSeenThreadId }: { conversationId: number; lastSeenThreadId: number },
): Promise<boolean> {
  const found = await db.maybe(sql`
    select from threads t
    left join threads seen on seen.id = ${lastSeenThreadId} and seen.conversation_id = t.conversation_id
    where t.conversation_id = ${conversationId} and t.type <> 'lineitem' and t.state <> 'draft'
      and case when seen.id is null then t.id > ${lastSeenThreadId}
        else (t.created_at, t.id) > (seen.created_at, seen.id) end
    limit 1`)
  return found !== undefined
}
