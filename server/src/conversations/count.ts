import { type Db, empty, type Sql, sql } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import { isAmongHolders } from "./field-filter.ts"
import { type ConversationFilter, narrower, ownDrafts, tagged, within } from "./filter.ts"
import { countedFolder, listedState } from "./folder-filter.ts"

/** Known from the counters wherever they can tell, counted only for filters that no counter is kept for. */
export async function countConversations(db: Db, filter: ConversationFilter, viewer: Viewer): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    select coalesce((${countPublished(filter)}), 0)
      + (select count(*) from conversations where ${ownDrafts(filter, viewer)}) as total`)
  return total
}

function countPublished(filter: ConversationFilter): Sql {
  const { tagIds, assigneeId, modifiedSince, number, search, folder, fields } = filter
  const [tagId] = tagIds ?? []
  const hasCounter =
    modifiedSince === undefined &&
    number === undefined &&
    search === undefined &&
    folder !== "needsattention" &&
    fields.length === 0
  if (hasCounter && tagIds === undefined)
    return sql`select sum(amount) from conversation_totals where ${listed(filter)}
      ${assigneeId === undefined ? empty : sql`and assignee_id = ${assigneeId}`}`
  if (hasCounter && tagIds?.length === 1 && assigneeId === undefined)
    return sql`select sum(amount) from tag_totals where tag_id = ${tagId} and ${listed(filter)}`
  return sql`select count(*) from conversations
    where ${listedState(filter.folder)} and ${within(filter)} ${narrower(filter, isAmongHolders)} ${tagged(filter)}`
}

function listed(filter: ConversationFilter): Sql {
  return sql`${countedFolder(filter.folder)} and ${within(filter)}`
}
