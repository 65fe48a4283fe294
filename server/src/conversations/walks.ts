import { type Db, type Sql, sql } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import { countConversations } from "./count.ts"
import { isAmongHolders } from "./field-filter.ts"
import {
  among,
  type Candidates,
  type ConversationFilter,
  type ConversationOrder,
  isScopeAlone,
  narrower,
  ownDrafts,
  scopeOf,
  tagged,
  within,
} from "./filter.ts"
import { isRare, listedState } from "./folder-filter.ts"
import { bandOf } from "./order.ts"

export interface Walked {
  filter: ConversationFilter
  order: ConversationOrder
  viewer: Viewer
  /** How many there are in all, which decides from which end a page is walked to. */
  total: number
  skip: number
  size: number
  /** Found by a search before: no others are listed. */
  candidates?: Candidates
}

/** The conditions whose rows make up the list. Most are walked in the order of an index, one by one. */
export async function sourcesOf(db: Db, list: Walked): Promise<Sql[]> {
  const drafts = sql`conversations where ${ownDrafts(list.filter, list.viewer)}`
  return [...(await publishedOf(db, list)), drafts]
}

async function publishedOf(db: Db, list: Walked): Promise<Sql[]> {
  const { filter, order, candidates } = list
  if (candidates) return [among(candidates, filter)]
  if (await isWorthFetching(db, list))
    return [
      // The planner would take the way of the order rather than that of the condition, and pass by everything.
      sql`(select * from conversations where ${listedState(filter.folder)} and ${within(filter)}
        ${narrower(filter, isAmongHolders)} ${tagged(filter)} offset 0) as conversations where true`,
    ]
  if (filter.tagIds && order.field === "createdAt") return tagWalks(filter)
  const cells = await listCells(db, filter)
  return cells.map(
    ({ inbox_id, status }) => sql`conversations where inbox_id = ${inbox_id} and status = ${status}
      and ${listedState(filter.folder)} ${narrower(filter)} ${tagged(filter)}`,
  )
}

/** Few enough to fetch and sort; a walk for what is so rare would pass by most of the desk. */
export const few = 5_000

/** What a tag has, or a folder with an index of its own, stands together there, however little of it is shown. */
const fewTogether = 20_000

/** What has changed lately stands together in an index, and a walk may pass by all that is closed to find some of it there. */
const fewChanged = 60_000

/** Only to walk farther than this it pays to ask how many the walk would pass by. */
export const farWalk = 1_000

/** A walk looks at all that it passes by, so that a far page of what is rather rare comes sooner from sorting it all. */
async function isWorthFetching(db: Db, { filter, order, viewer, total, skip, size }: Walked): Promise<boolean> {
  // Tags and assignees have indexes in that order, and a walk passes by nothing else.
  const passing = order.field === "createdAt" ? { ...filter, tagIds: undefined, assigneeId: undefined } : filter
  if (isScopeAlone(passing) && filter.search === undefined) return false
  if (total <= fetchable(filter, order)) return true
  const reach = Math.min(skip + size, total - skip)
  if (reach <= farWalk || !Number.isFinite(total)) return false
  const cost = isInIndex(filter, order) ? fetchedForPassed : 1
  return cost * total ** 2 < reach * (await countConversations(db, scopeOf(filter), viewer))
}

function fetchable({ tagIds, folder, modifiedSince }: ConversationFilter, order: ConversationOrder): number {
  if (modifiedSince !== undefined && order.field !== "modifiedAt") return fewChanged
  return (tagIds !== undefined && !bandOf(order)) || isRare(folder) ? fewTogether : few
}

/** So many can be passed by in the time that it takes to fetch one, where the index has all that is asked for. */
const fetchedForPassed = 13

/** Assignee, last change and number stand in every index. Ranges of them follow age, so that a walk by age passes by even fewer. */
function isInIndex(filter: ConversationFilter, order: ConversationOrder): boolean {
  const { search } = filter
  if (search !== undefined) return order.field === "createdAt" && search.ranges !== undefined && isScopeAlone(filter)
  return isScopeAlone({ ...filter, assigneeId: undefined, modifiedSince: undefined })
}

interface Cell {
  inbox_id: number
  status: string
}

/** Where so many walks would be merged, those that find nothing are worth leaving out. */
const manyCells = 40

async function listCells(db: Db, filter: ConversationFilter): Promise<Cell[]> {
  const { inboxIds, statuses } = filter
  if (inboxIds.length * statuses.length <= manyCells)
    return inboxIds.flatMap((inbox_id) => statuses.map((status) => ({ inbox_id, status })))
  return db.many(sql`
    select inbox_id, status from conversation_totals where ${within(filter)}
    group by 1, 2 having sum(amount) > 0 order by 1, 2`)
}

/**
 * A tag's own index has the conversations' moments, so its conversations come in order one by one. What has an earlier
 * tag of the list too comes with that one. The planner is not told which tag it is: it would plan anew for each.
 */
export function tagWalks(filter: ConversationFilter): Sql[] {
  return (filter.tagIds ?? []).map((tagId, index, tagIds) => {
    const earlier = tagIds.slice(0, index)
    const alone =
      index === 0
        ? sql`true`
        : sql`not exists (select from conversation_tags
            where conversation_id = t.conversation_id and tag_id = any(${earlier}::bigint[]) offset 0)`
    return sql`(select t.conversation_id as id, t.created_at, conversations.xmin as version from conversation_tags t
      join conversations on conversations.id = t.conversation_id
      where t.tag_id = (select ${tagId}::bigint) and ${alone} and ${listedState(filter.folder)} and ${within(filter)}
        ${narrower(filter)}) as tagged`
  })
}

/**
 * Every inbox with every status. The planner is not told how many there are, so that it has one plan for all and makes
 * it once.
 */
export function cellsOf({ inboxIds, statuses }: ConversationFilter): Sql {
  return sql`(select inbox, status from unnest((select ${inboxIds}::bigint[])) as inbox,
    unnest((select ${statuses}::text[])) as status) as cell`
}
