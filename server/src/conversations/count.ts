import { type Db, join, type Sql, sql, unnamed } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import { isAmongHolders } from "./field-filter.ts"
import {
  among,
  type Candidates,
  type ConversationFilter,
  isScopeAlone,
  narrower,
  ownDrafts,
  scopeOf,
  tagged,
  within,
  withinUnseen,
} from "./filter.ts"
import { countedFolder, listedState } from "./folder-filter.ts"
import { liftTerms } from "./lift.ts"
import { nobody } from "./rules.ts"
import { oppositeOf } from "./search.ts"
import { countOf, indexQueryOfFilter, matches, withTags } from "./search-index.ts"
import { changedDuring, countChanged, countWeeks, isWideRange, sumOf } from "./weeks.ts"

/** Known from the counters wherever they can tell, counted only for filters that no counter is kept for. */
export async function countConversations(
  db: Db,
  filter: ConversationFilter,
  viewer: Viewer,
  candidates?: Candidates,
): Promise<number> {
  const weeks = candidates || !isWideRange(filter) ? undefined : await countWeeks(db, { filter, viewer })
  if (weeks) return sumOf(weeks)
  const left = candidates ? undefined : await leftOutOf(db, filter)
  if (left) {
    const all = await countConversations(db, scopeOf(filter), viewer)
    return all - (await countConversations(db, left, viewer))
  }
  const published = candidates ? sql`select count(*) from ${among(candidates, filter)}` : countListed(filter)
  const { total } = await db.one<{ total: number }>(sql`
    select coalesce((${published}), 0) + (select count(*) from conversations where ${ownDrafts(filter, viewer)}) as total`)
  return total
}

/**
 * The list of what a query leaves out, where it asks for nothing else and that is counted at least as soon: often there is a
 * counter for it. What stands outside of the conversation's own row is tested one by one, unless it is a tag.
 */
export async function leftOutOf(db: Db, filter: ConversationFilter): Promise<ConversationFilter | undefined> {
  const leftOut = filter.search?.leftOut
  if (leftOut === undefined || !isScopeAlone(filter)) return undefined
  const scope = scopeOf(filter)
  const lifted = await liftTerms(db, leftOut.query, scope)
  if (lifted.rest === undefined) return lifted.filter
  return leftOut.deep ? undefined : { ...scope, search: leftOut }
}

export async function countOwnDrafts(db: Db, filter: ConversationFilter, viewer: Viewer): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from conversations where ${ownDrafts(filter, viewer)}`)
  return total
}

function countListed(filter: ConversationFilter): Sql {
  const { search } = filter
  const opposite = search && isScopeAlone(filter) ? oppositeOf(search) : undefined
  if (opposite) return countRest(scopeOf(filter), opposite)
  const index = filter.fields.length > 0 ? indexQueryOfFilter(filter) : undefined
  if (index) return sql`select ${unnamed} ${countOf(matches(index, filter))}`
  const counted = search ? { ...filter, search: { ...search, condition: search.counted } } : filter
  const range = changedDuring(filter)
  const changed = range && countChanged(filter, { range, condition: narrower(counted) })
  return changed ?? countPublished(counted)
}

function countRest(scope: ConversationFilter, opposite: "unassigned" | "attachments"): Sql {
  const leftOut =
    opposite === "unassigned"
      ? countPublished({ ...scope, assigneeId: nobody })
      : sql`select count(*) from conversations where state = 'published' and ${within(scope)} and has_attachments`
  return sql`select (${countPublished(scope)}) - coalesce((${leftOut}), 0)`
}

/** Those beside the viewer's own drafts. */
export function countPublished(filter: ConversationFilter): Sql {
  const { tagIds, assigneeId, modifiedSince, number, search, folder, fields } = filter
  const hasCounter =
    modifiedSince === undefined &&
    number === undefined &&
    search === undefined &&
    folder !== "needsattention" &&
    fields.length === 0
  if (hasCounter && tagIds === undefined)
    return assigneeId === undefined
      ? sql`select sum(amount) from cell_totals where ${listed(filter)}`
      : sql`select sum(amount) from conversation_totals where ${listed(filter)} and assignee_id = ${assigneeId}`
  if (hasCounter && tagIds !== undefined && assigneeId === undefined) {
    // The planner is not told which tags, so that it need not plan anew for others.
    const counted = sql`select sum(amount) from tag_totals
      where tag_id = any((select ${tagIds}::bigint[])::bigint[]) and ${listed(filter)}`
    return tagIds.length < 2 ? counted : sql`select (${counted}) - (${countRepeated(filter, tagIds)})`
  }
  return sql`select count(*) from conversations
    where ${listedState(filter.folder)} and ${within(filter)} ${narrower(filter, isAmongHolders)} ${tagged(filter)}`
}

/** Those of each tag that have an earlier one of the list too, and so are counted twice. */
function countRepeated(filter: ConversationFilter, tagIds: number[]): Sql {
  const repeated = tagIds.slice(1).map((tagId, index) => {
    const earlier = tagIds.slice(0, index + 1)
    return filter.folder === undefined
      ? sql`(select ${unnamed} ${countOf(matches(withTags([[tagId], earlier]), filter))})`
      : sql`(select count(*) from conversation_tags t join conversations on id = t.conversation_id
          where t.tag_id = ${tagId} and ${listedState(filter.folder)} and ${within(filter)} ${narrower(filter)}
            and exists (select from conversation_tags earlier where earlier.conversation_id = t.conversation_id
              and earlier.tag_id = any(${earlier}::bigint[])))`
  })
  return sql`select ${join(repeated, " + ")}`
}

/** Where counters count what the filter asks for. */
export function listed(filter: ConversationFilter): Sql {
  return sql`${countedFolder(filter.folder)} and ${withinUnseen(filter)}`
}
