import { type Db, type Sql, sql } from "../../../db/db.ts"
import type { Viewer } from "../../../http/viewer.ts"
import { visibleThreads } from "../reading/queries.ts"

interface Sending {
  conversationId: number
  /** The draft that is being sent, which is not news to its own writer. */
  threadId?: number
  lastSeenThreadId: number
  viewer: Viewer
}

/**
 * Whether the writer of a reply has missed something. What was drafted before and sent after counts by its sending; of a
 * thread that is gone only the id is left to compare.
 *
 * A reply in its undo time counts as sent. One of a colleague always counts as missed, because nobody sees the drafts of
 * others. The caller holds the conversation's lock, so of several replies that are sent at once only the first finds
 * nothing.
 */
export async function hasUnseen(
  db: Db,
  { conversationId, threadId = 0, lastSeenThreadId, viewer }: Sending,
): Promise<boolean> {
  const found = await db.maybe(sql`
    select from threads t
    left join threads seen on seen.id = ${lastSeenThreadId} and seen.conversation_id = t.conversation_id
    where t.conversation_id = ${conversationId} and t.id <> ${threadId} and t.type <> 'lineitem'
      and (t.state <> 'draft' or t.undoable)
      and case when not ${visibleThreads(viewer)} then true
        when seen.id is null then t.id > ${lastSeenThreadId}
        else (${sentAt(sql`t`)}, t.id) > (${sentAt(sql`seen`)}, seen.id) end
    limit 1`)
  return found !== undefined
}

function sentAt(thread: Sql): Sql {
  return sql`case when ${thread}.undoable then ${thread}.scheduled_at else ${thread}.created_at end`
}
