import { type Db, type Sql, sql } from "../../db/db.ts"
import { referenceVersion } from "../../db/reference-version.ts"
import type { Viewer } from "../../http/viewer.ts"
import { readableBy } from "../queries.ts"
import { type ThreadSelection, visibleThreads } from "./queries.ts"

/** Those of the threads of one conversation, to see whether what was made of them is still right. */
export interface ThreadVersionsRow {
  conversation_id: number
  /** Of all that the viewer may see. */
  total: number
  /** Of those on the page, newest first, with commas between; each begins with the thread's id. */
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

export function versionsIn({ versions, shared, attachments }: ThreadVersionsRow): ThreadVersion[] {
  if (!versions) return []
  const hasAttachments = attachments !== "{}"
  const rest = ` ${shared} ${attachments}`
  return versions.split(",").map((text) => ({ id: Number.parseInt(text, 10), version: text + rest, hasAttachments }))
}

/** Undefined where the viewer may not read the conversation. */
export function findThreadVersions(
  db: Db,
  viewer: Viewer,
  { conversationId, skip, size }: { conversationId: number; skip: number; size: number },
): Promise<ThreadVersionsRow | undefined> {
  return db.maybe(sql`
    select ${columns({ skip, size })} from conversations c ${threadsOf(viewer)}
    where c.id = ${conversationId} and ${readableBy(viewer)}`)
}

/** Of those of the conversations that the viewer may read, in no order. */
export function listThreadVersions(
  db: Db,
  viewer: Viewer,
  { conversationIds, skip, size }: ThreadSelection,
): Promise<ThreadVersionsRow[]> {
  // Behind a select, so that the planner does not count them, and keeps one plan for one and for many.
  return db.many(sql`
    select ${columns({ skip, size })} from unnest((select ${conversationIds}::bigint[])) as wanted (id)
    join conversations c on c.id = wanted.id ${threadsOf(viewer)} where ${readableBy(viewer)}`)
}

/**
 * Every row that threads are shown from, by the database's own version of it: the thread by itself; customers, ratings and
 * attachments of all of them at once, and where conversations went that they are linked with. All are read to be counted.
 */
function columns({ skip, size }: { skip: number; size: number }): Sql {
  const from = Math.min(skip + 1, lastPlace)
  const to = Math.min(skip + size, lastPlace)
  return sql`c.id as conversation_id, t.total,
    array_to_string(t.versions[${from}::integer : ${to}::integer], ',') as versions,
    concat(c.customer_id,
      ' ', array(select id || '.' || xmin from customers where id = any(t.customer_ids || c.customer_id)),
      ' ', array(select thread_id || '.' || xmin from ratings where thread_id = any(t.ids)),
      ' ', array(select id || '.' || into_id from merged_conversations where id = any(t.linked_ids)),
      ' ', ${referenceVersion}) as shared,
    array(select id || '.' || xmin from attachments
      where thread_id = any(t.ids) and state <> 'pending')::text as attachments`
}

/** That an array can have. */
const lastPlace = 2 ** 31 - 1

function threadsOf(viewer: Viewer): Sql {
  return sql`cross join lateral (
    select count(*) as total, array_agg(t.id) as ids,
      array_agg(t.id || ' ' || t.xmin order by t.created_at desc, t.id desc) as versions,
      array_agg(t.customer_id) as customer_ids,
      array_agg(t.linked_conversation_id) filter (where t.linked_conversation_id is not null) as linked_ids
    from threads t where t.conversation_id = c.id and ${visibleThreads(viewer)}
  ) t`
}
