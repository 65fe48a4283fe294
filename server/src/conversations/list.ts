import { type Db, join, type Sql, sql } from "../db/db.ts"
import { walkPage } from "../db/page-walk.ts"
import type { Viewer } from "../http/viewer.ts"
import { countConversations } from "./count.ts"
import { isAmongHolders } from "./field-filter.ts"
import { type ConversationFilter, type ConversationOrder, narrower, ownDrafts, tagged, within } from "./filter.ts"
import { isRare, listedState } from "./folder-filter.ts"
import { scoreOf } from "./search.ts"

export interface ConversationList {
  filter: ConversationFilter
  order: ConversationOrder
  viewer: Viewer
  /** How many there are in all, which decides from which end a page is walked to. */
  total: number
  skip: number
  size: number
  /** The filter leaves so few that each can be looked at, as the score of a search demands. */
  bounded?: boolean
}

/** The ids of one page. */
export function listConversationIds(db: Db, list: ConversationList): Promise<number[]> {
  switch (list.order.field) {
    case "mailboxid":
      return listGroups(
        db,
        list,
        list.filter.inboxIds.map((inboxId) => ({ key: inboxId, inboxIds: [inboxId] })),
      )
    case "status":
      return listGroups(
        db,
        list,
        list.filter.statuses.map((status) => ({ key: status, statuses: [status] })),
      )
    case "score":
      return walk(db, list, scoreKey(list))
    default:
      return walk(db, list, sortKeys[list.order.field])
  }
}

/** Without free text, and for words that are nearly everywhere, what changed last fits best. */
function scoreKey({ filter, bounded }: ConversationList): Sql {
  return bounded && filter.search?.scored !== undefined ? scoreOf(filter.search.scored) : sortKeys.modifiedAt
}

interface Group extends Partial<ConversationFilter> {
  key: number | string
}

/** One list behind the other, newest first in each; those before the page are only counted. */
async function listGroups(db: Db, list: ConversationList, groups: Group[]): Promise<number[]> {
  const { viewer, order } = list
  const up = groups.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const ids: number[] = []
  let skip = list.skip
  for (const { key: _, ...narrowed } of order.descending ? up.reverse() : up) {
    const filter = { ...list.filter, ...narrowed }
    const total = await countConversations(db, filter, viewer)
    if (skip < total)
      ids.push(...(await walk(db, { ...list, filter, total, skip, size: list.size - ids.length }, sortKeys.createdAt)))
    skip = Math.max(0, skip - total)
    if (ids.length === list.size) break
  }
  return ids
}

/** Each walk is ordered by its index; the database merges them and stops when the page is full. */
async function walk(db: Db, list: ConversationList, key: Sql): Promise<number[]> {
  const page = { ...list, descending: list.order.descending }
  const rows = await walkPage<{ id: number }>(db, page, ({ direction, limit, offset, reach }) => {
    // Each walk needs its own order and limit: the planner merges only what comes in order, and would otherwise plan
    // to read a walk to its end.
    const walks = walksOf(list).map(
      (from) => sql`(select id, ${key} as key from ${from}
        order by key ${direction}, id ${direction} limit ${reach})`,
    )
    return sql`select id from (${join(walks, " union all ")}) as merged
      order by key ${direction}, id ${direction} limit ${limit} offset ${offset}`
  })
  return rows.map((row) => row.id)
}

/** Columns of the indexes in migration 0004. Who waits for nothing comes last by waitingSince, and first backwards. */
const sortKeys = {
  createdAt: sql`created_at`,
  modifiedAt: sql`modified_at`,
  number: sql`number`,
  waitingSince: sql`waiting_since`,
  subject: sql`subject_key`,
  customerName: sql`customer_name_key`,
  customerEmail: sql`customer_email_key`,
}

/** Few enough to fetch and sort; a walk for what is so rare would pass by most of the desk. */
const few = 5_000

/** The conditions whose rows make up the list, one index walk each. */
function walksOf({ filter, order, viewer, total }: ConversationList): Sql[] {
  const drafts = sql`conversations where ${ownDrafts(filter, viewer)}`
  const rest = narrower(filter)
  const state = listedState(filter.folder)
  if (filter.search?.candidateIds)
    return [sql`conversations where ${state} and ${within(filter)} ${rest} ${tagged(filter)}`, drafts]
  if ((filter.fields.length > 0 || isRare(filter.folder)) && total <= few)
    return [
      sql`conversations where ${state} and ${within(filter)} ${narrower(filter, isAmongHolders)} ${tagged(filter)}`,
      drafts,
    ]
  if (filter.tagIds?.length === 1 && order.field === "createdAt") return [tagWalk(filter), drafts]
  if (filter.tagIds && total <= few)
    return [
      sql`conversations where ${state} and ${within(filter)} ${rest} and id in
        (select conversation_id from conversation_tags where tag_id = any(${filter.tagIds}::bigint[]))`,
      drafts,
    ]
  const published = filter.inboxIds.flatMap((inboxId) =>
    filter.statuses.map(
      (status) => sql`conversations where inbox_id = ${inboxId} and status = ${status} and ${state}
        ${rest} ${tagged(filter)}`,
    ),
  )
  return [...published, drafts]
}

/** A tag's own index has the conversations' moments, so its conversations come in order one by one. */
function tagWalk(filter: ConversationFilter): Sql {
  return sql`(select t.conversation_id as id, t.created_at from conversation_tags t
      join conversations on conversations.id = t.conversation_id
      where t.tag_id = ${filter.tagIds?.[0]} and ${listedState(filter.folder)} and ${within(filter)} ${narrower(filter)}) as tagged`
}
