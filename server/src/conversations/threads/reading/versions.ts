import { type Db, sql } from "../../../db/db.ts"
import { gatheringIn } from "../../../db/gathering.ts"
import { referenceVersion } from "../../../db/reference-version.ts"
import type { Viewer } from "../../../http/viewer.ts"
import { type GuardedVersion, mayRead } from "../../queries.ts"
import { visibleToUser } from "./queries.ts"

/** Those of the threads of one conversation that one user sees, to tell whether what was made of them is still right. */
export interface ThreadVersionsRow extends Pick<GuardedVersion, "inbox_id" | "state" | "created_by_user_id"> {
  conversation_id: number
  user_id: number
  /** Newest first, with commas between; each begins with the thread's id. Null where there are none. */
  versions: string | null
  /** Of what stands on any of them, and of their attachments: an array, as the database writes it. */
  shared: string
  attachments: string
}

export interface ThreadVersion {
  id: number
  version: string
  /** Whether any of the conversation's threads has some. */
  hasAttachments: boolean
}

/** Undefined where the viewer may not read the conversation. */
export async function findThreadVersions(
  db: Db,
  viewer: Viewer,
  conversationId: number,
): Promise<ThreadVersion[] | undefined> {
  const row = await versionsGathered(db).find(keyOf(conversationId, viewer.userId))
  return row && mayRead(viewer, row) ? versionsIn(row) : undefined
}

const versionsGathered = gatheringIn(mapVersions)

async function mapVersions(db: Db, keys: string[]): Promise<Map<string, ThreadVersionsRow>> {
  const pairs = keys.map((key) => key.split(" ").map(Number) as [number, number])
  const rows = await listRows(
    db,
    pairs.map(([conversationId]) => conversationId),
    pairs.map(([, userId]) => userId),
  )
  return new Map(rows.map((row) => [keyOf(row.conversation_id, row.user_id), row]))
}

function keyOf(conversationId: number, userId: number): string {
  return `${conversationId} ${userId}`
}

/** Of those of the conversations that the viewer may read. */
export async function mapThreadVersions(
  db: Db,
  viewer: Viewer,
  conversationIds: number[],
): Promise<Map<number, ThreadVersion[]>> {
  const userIds = conversationIds.map(() => viewer.userId)
  const rows = (await listRows(db, conversationIds, userIds)).filter((row) => mayRead(viewer, row))
  return new Map(rows.map((row) => [row.conversation_id, versionsIn(row)]))
}

/**
 * Every row that threads are shown from, by the database's own version of it: the thread by itself; customers, ratings and
 * attachments of all of them at once, and where conversations went that they are linked with. All threads are read, also
 * for a page: they have to be counted. The arrays stand behind a select, so that the planner does not count them, and
 * keeps one plan for one conversation and for many.
 */
function listRows(db: Db, conversationIds: number[], userIds: number[]): Promise<ThreadVersionsRow[]> {
  return db.many(sql`
    select c.id as conversation_id, wanted.user_id, c.inbox_id, c.state, c.created_by_user_id, t.versions,
      concat(c.customer_id,
        ' ', array(select id || '.' || xmin from customers where id = any(t.customer_ids || c.customer_id)),
        ' ', array(select thread_id || '.' || xmin from ratings where thread_id = any(t.ids)),
        ' ', array(select id || '.' || into_id from merged_conversations where id = any(t.linked_ids)),
        ' ', ${referenceVersion}) as shared,
      array(select id || '.' || xmin from attachments
        where thread_id = any(t.ids) and state <> 'pending')::text as attachments
    from unnest((select ${conversationIds}::bigint[]), (select ${userIds}::bigint[])) as wanted (id, user_id)
    join conversations c on c.id = wanted.id
    cross join lateral (
      select string_agg(t.id || ' ' || t.xmin, ',' order by t.created_at desc, t.id desc) as versions,
        array_agg(t.id) as ids, array_agg(t.customer_id) as customer_ids,
        array_agg(t.linked_conversation_id) filter (where t.linked_conversation_id is not null) as linked_ids
      from threads t where t.conversation_id = c.id and ${visibleToUser(sql`wanted.user_id`)}
    ) t`)
}

function versionsIn({ versions, shared, attachments }: ThreadVersionsRow): ThreadVersion[] {
  if (!versions) return []
  const hasAttachments = attachments !== "{}"
  const rest = ` ${shared} ${attachments}`
  return versions.split(",").map((text) => ({ id: Number.parseInt(text, 10), version: text + rest, hasAttachments }))
}
