import { type Db, type Sql, sql } from "../../db/db.ts"
import { referenceVersion } from "../../db/reference-version.ts"
import type { Viewer } from "../../http/viewer.ts"
import { readableBy } from "../queries.ts"
import { type ThreadSelection, visibleThreads } from "./queries.ts"

/** Those of the threads of one conversation, to see whether what was made of them is still right. */
export interface ThreadVersionsRow {
  conversation_id: number
  /** Of all that the viewer may see; null where none of them is on this page. */
  total: number | null
  /** Newest first, with commas between; each begins with the thread's id. Null where there are none. */
  versions: string | null
  /** Of what all of them are shown from. */
  shared: string
}

export interface ThreadVersion {
  id: number
  version: string
  hasAttachments: boolean
}

export function versionsIn({ versions, shared }: ThreadVersionsRow): ThreadVersion[] {
  if (versions === null) return []
  return versions.split(",").map((text) => ({
    id: Number(text.slice(0, text.indexOf(" "))),
    version: `${text} ${shared}`,
    hasAttachments: !text.endsWith(" "),
  }))
}

/** Undefined where the viewer may not read the conversation. */
export function findThreadVersions(
  db: Db,
  viewer: Viewer,
  { conversationId, skip, size }: { conversationId: number; skip: number; size: number },
): Promise<ThreadVersionsRow | undefined> {
  return db.maybe(sql`
    select ${columns} from conversations c ${pages(viewer, { skip, size })}
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
    select ${columns} from unnest((select ${conversationIds}::bigint[])) as wanted (id)
    join conversations c on c.id = wanted.id
    ${pages(viewer, { skip, size })} where ${readableBy(viewer)}`)
}

const columns = sql`c.id as conversation_id, page.total, page.versions,
  concat(c.customer_id, ' ', (select xmin from customers where id = c.customer_id), ' ', ${referenceVersion}) as shared`

/**
 * Every row that a thread is shown from, by the database's own version of it: the thread, a customer who is not the
 * conversation's, the rating, attachments. Where the conversation went that it is linked to stands there itself.
 */
function pages(viewer: Viewer, { skip, size }: { skip: number; size: number }): Sql {
  return sql`cross join lateral (
    select max(total) as total, string_agg(concat(t.id, ' ', t.version,
      ' ', case when t.customer_id <> c.customer_id then (select xmin from customers where id = t.customer_id) end,
      ' ', case when t.type = 'message' then (select xmin from ratings where thread_id = t.id) end,
      ' ', case when t.linked_conversation_id is not null
        then (select into_id from merged_conversations m where m.id = t.linked_conversation_id) end,
      ' ', case when t.type <> 'lineitem' then (
        select string_agg(concat(a.id, '.', a.xmin), '.' order by a.id) from attachments a
        where a.thread_id = t.id and a.state <> 'pending') end), ',' order by t.created_at desc, t.id desc) as versions
    from (
      select t.id, t.xmin as version, t.type, t.customer_id, t.created_at, t.linked_conversation_id,
        count(*) over () as total
      from threads t where t.conversation_id = c.id and ${visibleThreads(viewer)}
      order by t.created_at desc, t.id desc limit ${size} offset ${skip}
    ) t
  ) page`
}
