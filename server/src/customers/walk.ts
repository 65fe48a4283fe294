import type { CustomerSortField } from "@deskhand/contract/customers/customer"
import { type Db, empty, join, type Sql, sql } from "../db/db.ts"
import { type PageRange, pageIds, type Walk, type WalkParts } from "../db/page-walk.ts"
import type { Position } from "../http/cursor.ts"
import type { Viewer } from "../http/viewer.ts"
import { asksNothing, type CustomerFilter, conditionsOf, inboxAlone, inInbox } from "./filter.ts"
import { scoreOf } from "./search.ts"
import { type CustomerVersionsRow, versionColumns, versionTables } from "./versions.ts"

export interface CustomerList extends PageRange {
  filter: CustomerFilter
  order: { field: CustomerSortField; descending: boolean }
  viewer: Viewer
  /** Lists only customers behind it, newest first. */
  after?: Position | undefined
  /** More columns of the page's row, over `page` and the customers `c` on it. */
  columns?: Sql
}

/** A page with the versions of its customers, the total, and the columns that the list asks for. */
export type PageRow<Columns = unknown> = CustomerVersionsRow & { total: number } & Columns

/** Reads customers in the order of an index, tests what the index does not tell, and stops when the page is full. */
export function walkPage<Columns>(db: Db, list: CustomerList, walk: Walk): Promise<PageRow<Columns>> {
  return db.one(readPage(list, pageIds(walk, list.order.descending, walkThrough(list)), walk.total))
}

/** Reads all matches and sorts them. Undefined where more than `most` match. */
export async function sortPage<Columns>(
  db: Db,
  list: CustomerList,
  most: number,
): Promise<PageRow<Columns> | undefined> {
  const { order, skip, size } = list
  const words = order.field === "score" ? list.filter.search?.scored : undefined
  const keys = [...(words === undefined ? [] : [sql`score`]), ...sortKeys[order.field]]
  const ids = sql`select id from found ${orderBy(keys, order.descending ? sql`desc` : sql`asc`)}
    limit ${size} offset ${skip}`
  // Materialized, so that the planner cannot walk the whole list in its order instead.
  const row = await db.one<PageRow<Columns>>(sql`
    with found as materialized (
      select id, created_at, updated_at, first_name_key, last_name_key,
        ${words === undefined ? sql`null` : scoreOf(words)} as score
      from customers where ${matching(list)} limit ${most + 1})
    ${readPage(list, ids, sql`select count(*) from found`)}`)
  return row.total > most ? undefined : row
}

function readPage({ viewer, columns }: CustomerList, ids: Sql, total: Sql): Sql {
  return sql`
    select ${versionColumns(viewer)}, (${total}) as total ${columns ? sql`, ${columns}` : empty}
    from ${versionTables(sql`array(${ids})`)}`
}

type Matches = Pick<CustomerList, "filter" | "viewer" | "after">

/** Ids in the order of an index. */
export function walkThrough(list: Matches & Pick<CustomerList, "order">): (parts: WalkParts) => Sql {
  const { filter, order, viewer } = list
  const inboxId = order.field === "createdAt" ? inboxAlone(filter) : undefined
  return ({ direction, limit }) =>
    inboxId === undefined
      ? sql`
        select id from customers where ${matching(list)} ${orderBy(sortKeys[order.field], direction)} limit ${limit}`
      : sql`
        select customer_id as id from customer_inboxes where ${inInbox(inboxId, viewer)}
        order by customer_created_at ${direction}, customer_id ${direction} limit ${limit}`
}

/** As in the indexes of db/schema/07-customers.sql. Who has no name comes after the others, and first backwards. */
const sortKeys = {
  createdAt: [sql`created_at`, sql`id`],
  modifiedAt: [sql`updated_at`, sql`id`],
  firstName: [sql`first_name_key`, sql`created_at`, sql`id`],
  lastName: [sql`last_name_key`, sql`created_at`, sql`id`],
  // No index has scores: a walk goes by change, and so does a list without words to score.
  score: [sql`updated_at`, sql`id`],
} satisfies Record<CustomerSortField, Sql[]>

function orderBy(keys: Sql[], direction: Sql): Sql {
  return sql`order by ${join(keys.map((key) => sql`${key} ${direction}`))}`
}

/** Neither part of a position ever changes, so whoever pages by it meets everybody once. */
function matching({ filter, viewer, after }: Matches): Sql {
  const isBehind = after ? sql`(created_at, id) < (${after.createdAt}, ${after.id})` : sql`true`
  return sql`${isBehind} ${conditionsOf(filter, viewer)}`
}

/** Reads a counter where one is kept; other filters are counted over their index. */
export function totalOf(filter: CustomerFilter, viewer: Viewer): Sql {
  const inboxId = inboxAlone(filter)
  if (inboxId !== undefined && !viewer.inboxIds.includes(inboxId)) return sql`select 0::bigint`
  if (inboxId !== undefined)
    return sql`select coalesce(sum(amount), 0) from table_totals where table_name = customers_of(${inboxId})`
  return asksNothing(filter)
    ? sql`select coalesce(sum(amount), 0) from table_totals where table_name = 'customers'`
    : sql`select count(*) from customers where true ${conditionsOf(filter, viewer)}`
}
