import { type Db, empty, join, type Sql, sql, unnamed } from "../../db/db.ts"
import type { Viewer } from "../../http/viewer.ts"
import { type ConversationFilter, hasKeptPlan, isScopeAlone, matching, ownDrafts, withinUnseen } from "./filter.ts"
import { countedFolder } from "./folders.ts"

/** How many a list has: from the counters wherever they can tell, counted otherwise. */
export async function countConversations(db: Db, filter: ConversationFilter, viewer: Viewer): Promise<number> {
  return (await db.one<{ total: number }>(sql`select ${totalOf(filter, viewer)} as total`)).total
}

/** The same as part of another statement. */
export function totalOf(filter: ConversationFilter, viewer: Viewer): Sql {
  return sql`coalesce((${countPublished(filter)}), 0)
    + (select count(*) from ${ownDrafts(filter, viewer)})`
}

/** Those beside the viewer's own drafts. */
export function countPublished(filter: ConversationFilter): Sql {
  const { tagIds, assigneeId, folder } = filter
  const hasCounter =
    folder !== "needsattention" &&
    isScopeAlone({ ...filter, tagIds: undefined, assigneeId: undefined, folder: undefined })
  if (!hasCounter || (tagIds !== undefined && assigneeId !== undefined))
    return sql`select ${hasKeptPlan(filter) ? empty : unnamed} count(*) from ${matching(filter)}`
  if (assigneeId !== undefined)
    return sql`select sum(amount) from conversation_totals where ${listed(filter)} and assignee_id = (select ${assigneeId}::bigint)`
  if (tagIds === undefined) return sql`select sum(amount) from cell_totals where ${listed(filter)}`
  // The planner is not told which tags, so that it need not plan anew for others.
  const counted = sql`select sum(amount) from tag_totals
    where tag_id = any((select ${tagIds}::bigint[])::bigint[]) and ${listed(filter)}`
  return tagIds.length < 2 ? counted : sql`select ${unnamed} (${counted}) - (${countRepeated(filter, tagIds)})`
}

/** Those of each tag that have an earlier one of the list too, and so are counted twice. */
function countRepeated(filter: ConversationFilter, tagIds: number[]): Sql {
  const repeated = tagIds.slice(1).map((tagId, index) => {
    const words = `'+${tagId}' & (${tagIds
      .slice(0, index + 1)
      .map((earlier) => `'+${earlier}'`)
      .join(" | ")})`
    const both = { ...filter, tagIds: undefined, documents: { words, positive: true } }
    return sql`(select count(*) from ${matching(both)})`
  })
  return sql`select ${join(repeated, " + ")}`
}

/** Where counters count what the filter asks for. */
export function listed(filter: ConversationFilter): Sql {
  return sql`${countedFolder(filter.folder)} and ${withinUnseen(filter)}`
}
