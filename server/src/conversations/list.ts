import { type Db, empty, join, type Sql, sql } from "../db/db.ts"
import { walkPage } from "../db/page-walk.ts"
import { countConversations } from "./count.ts"
import type { ConversationFilter, ConversationOrder } from "./filter.ts"
import { scoreOf } from "./search.ts"
import { sourcesOf, type Walked } from "./walks.ts"

export interface ConversationList extends Walked {
  /** The filter leaves so few that each can be looked at, as the score of a search demands. */
  bounded?: boolean
  /** Counts a part of the list, where a search knows it sooner than the table. */
  countPart?: (filter: ConversationFilter) => Promise<number>
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
    const total = await (list.countPart?.(filter) ?? countConversations(db, filter, viewer, list.candidates))
    if (skip < total)
      ids.push(...(await walk(db, { ...list, filter, total, skip, size: list.size - ids.length }, sortKeys.createdAt)))
    skip = Math.max(0, skip - total)
    if (ids.length === list.size) break
  }
  return ids
}

/** A page, newest first or last, of what these give, each with `id` and `created_at`. */
export function mergeByAge(db: Db, list: ConversationList, sources: (direction: Sql) => Sql[]): Promise<number[]> {
  return merge(db, list, { key: sortKeys.createdAt, sources })
}

async function walk(db: Db, list: ConversationList, key: Sql): Promise<number[]> {
  const sources = await sourcesOf(db, list)
  return merge(db, list, { key, sources: () => sources })
}

/** Each walk is ordered by its index; the database merges them and stops when the page is full. */
async function merge(
  db: Db,
  list: ConversationList,
  { key, sources }: { key: Sql; sources: (direction: Sql) => Sql[] },
): Promise<number[]> {
  const page = { ...list, descending: list.order.descending }
  const rows = await walkPage<{ id: number }>(db, page, ({ direction, limit, offset, reach }) => {
    // Each walk needs its own order and limit: the planner merges only what comes in order, and would otherwise plan
    // to read a walk to its end.
    const order = sql`order by key ${direction} ${nullsOf(list.order, direction)}, id ${direction}`
    const walks = sources(direction).map((from) => sql`(select id, ${key} as key from ${from} ${order} limit ${reach})`)
    return sql`select id from (${join(walks, " union all ")}) as merged ${order} limit ${limit} offset ${offset}`
  })
  return rows.map((row) => row.id)
}

/** Who waits for nothing comes last both ways, which backwards takes an index of its own. */
function nullsOf({ field, descending }: ConversationOrder, direction: Sql): Sql {
  if (field !== "waitingSince" || !descending) return empty
  return direction.sql === "desc" ? sql`nulls last` : sql`nulls first`
}

/** Columns of the indexes in migrations 0004 and 0011. */
const sortKeys = {
  createdAt: sql`created_at`,
  modifiedAt: sql`modified_at`,
  number: sql`number`,
  waitingSince: sql`waiting_since`,
  subject: sql`subject_key`,
  customerName: sql`customer_name_key`,
  customerEmail: sql`customer_email_key`,
}
