import type { CustomerSortField } from "@deskhand/contract/customer"
import { type Db, join, raw, type Sql, sql } from "../db/db.ts"
import { nearPage, walkPage } from "../db/page-walk.ts"
import type { Position } from "../http/cursor.ts"
import type { Viewer } from "../http/viewer.ts"
import { asksNothing, type CustomerFilter, conditionsOf, inboxAlone, inInbox } from "./filter.ts"
import { scoreOf } from "./search.ts"
import {
  type CustomerVersions,
  type CustomerVersionsRow,
  readVersions,
  versionColumns,
  versionTables,
} from "./versions.ts"

export interface CustomerList {
  filter: CustomerFilter
  order: { field: CustomerSortField; descending: boolean }
  viewer: Viewer
  /** How many there are in all, which decides from which end a page is walked to. */
  total: number
  skip: number
  size: number
}

/** The ids of one page. */
export async function listCustomerIds(db: Db, list: CustomerList): Promise<number[]> {
  const walk = walkThrough(list)
  const page = { ...list, descending: list.order.descending }
  const rows = await walkPage<{ id: number }>(
    db,
    page,
    ({ direction, limit, offset }) => sql`${walk({ direction, limit })} offset ${offset}`,
  )
  return rows.map(({ id }) => id)
}

function walkThrough({ filter, order, viewer }: Omit<CustomerList, "total">) {
  const inboxId = order.field === "createdAt" ? inboxAlone(filter) : undefined
  return ({ direction, limit }: { direction: Sql; limit: Sql }): Sql =>
    inboxId === undefined
      ? sql`
        select id from customers where true ${conditionsOf(filter, viewer)}
        order by ${join(sortKeys(order.field, scoreIn(filter)).map((key) => sql`${key} ${direction}`))} limit ${limit}`
      : sql`
        select customer_id as id from customer_inboxes where ${inInbox(inboxId, viewer)}
        order by customer_created_at ${direction}, customer_id ${direction} limit ${limit}`
}

/** A page near the beginning, with the versions of who is on it, in one statement; undefined where it is farther. */
export async function findNearCustomers(
  db: Db,
  list: Omit<CustomerList, "total">,
): Promise<(CustomerVersions & { total: number }) | undefined> {
  const page = nearPage({ ...list, descending: list.order.descending }, walkThrough(list))
  if (!page) return undefined
  const { filter, viewer } = list
  const row = await db.one<CustomerVersionsRow & { total: number }>(sql`
    select ${versionColumns(viewer)}, (${totalOf(filter, viewer)}) as total from ${versionTables(sql`array(${page})`)}`)
  return { ...readVersions(row), total: row.total }
}

/** As in the indexes of migration 0012. Who has no name comes after the others, and first backwards. */
function sortKeys(field: CustomerSortField, score: Sql | undefined): Sql[] {
  switch (field) {
    case "createdAt":
      return [sql`created_at`, sql`id`]
    case "modifiedAt":
      return [sql`updated_at`, sql`id`]
    case "firstName":
      return [sql`first_name_key`, sql`created_at`, sql`id`]
    case "lastName":
      return [sql`last_name_key`, sql`created_at`, sql`id`]
    case "score":
      return [...(score ? [score] : []), sql`updated_at`, sql`id`]
  }
}

function scoreIn({ search }: CustomerFilter): Sql | undefined {
  return search?.scored === undefined ? undefined : scoreOf(search.scored)
}

export async function countCustomers(db: Db, filter: CustomerFilter, viewer: Viewer): Promise<number> {
  return (await db.one<{ total: number }>(totalOf(filter, viewer))).total
}

/** Known where a counter is kept; other filters are counted over their index. */
function totalOf(filter: CustomerFilter, viewer: Viewer): Sql {
  const inboxId = inboxAlone(filter)
  if (inboxId !== undefined && !viewer.inboxIds.includes(inboxId)) return sql`select 0::bigint as total`
  if (inboxId !== undefined)
    return sql`select coalesce(sum(amount), 0) as total from table_totals where table_name = customers_of(${inboxId})`
  return asksNothing(filter)
    ? sql`select coalesce(sum(amount), 0) as total from table_totals where table_name = 'customers'`
    : sql`select count(*) as total from customers where true ${conditionsOf(filter, viewer)}`
}

export interface CustomerStretch {
  filter: CustomerFilter
  viewer: Viewer
  /** The last one seen; undefined begins with the newest. */
  after: Position | undefined
  size: number
}

export interface FewCustomers {
  positions: Position[]
  total: number
}

/** One page of those that are few enough to be fetched and sorted; undefined when there are more than `most`. */
export async function listFewCustomers(
  db: Db,
  list: Omit<CustomerList, "total"> & Partial<CustomerStretch>,
  most: number,
): Promise<FewCustomers | undefined> {
  const { filter, order, viewer, after, skip, size } = list
  const direction = order.descending ? sql`desc` : sql`asc`
  const score = order.field === "score" ? scoreIn(filter) : undefined
  const keys = sortKeys(order.field, score && sql`score`).map((key) => sql`${key} ${direction}`)
  // Materialized, so that the planner cannot walk the whole list in its order instead.
  const { total, page } = await db.one<{ total: number; page: { id: number; at: number }[] }>(sql`
    with found as materialized (
      select id, created_at, updated_at, first_name_key, last_name_key, ${score ?? sql`null`} as score from customers
      where ${isBehind(after)} ${conditionsOf(filter, viewer)} limit ${most + 1}
    )
    select (select count(*) from found) as total, coalesce((
      select json_agg(json_build_object('id', id, 'at', extract(epoch from created_at) * 1000))
      from (select id, created_at from found order by ${join(keys)} limit ${size} offset ${skip}) as shown
    ), '[]') as page`)
  if (total > most) return undefined
  return { total, positions: page.map(({ id, at }) => ({ id, createdAt: new Date(at) })) }
}

/** Newest first. Neither part of a position ever changes, so whoever walks on meets everybody once. */
export async function listCustomerPositions(db: Db, stretch: CustomerStretch): Promise<Position[]> {
  const { filter, viewer, after, size } = stretch
  const rows = await db.many<{ id: number; created_at: Date }>(sql`
    select id, created_at from customers
    where ${isBehind(after)} ${conditionsOf(filter, viewer)}
    order by created_at desc, id desc limit ${size}`)
  return rows.map((row) => ({ createdAt: row.created_at, id: row.id }))
}

export interface SealedStretch extends CustomerVersions {
  /** The last one that is shown, where there are more behind it. */
  last: Position | undefined
  signingKey: Buffer
}

/** The same in one statement with their versions and the key that cursors are sealed with. */
export async function findSealedCustomers(db: Db, stretch: CustomerStretch): Promise<SealedStretch> {
  const { filter, viewer, after, size } = stretch
  // In the text, as those of other first pages are.
  const most = raw(String(size + 1))
  const row = await db.one<CustomerVersionsRow & { signing_key: Buffer; last_at: Date | null }>(sql`
    select ${versionColumns(viewer)}, (select signing_key from account),
      max(c.created_at) filter (where page.position = ${raw(String(size))}) as last_at
    from ${versionTables(sql`array(
      select id from customers where ${isBehind(after)} ${conditionsOf(filter, viewer)}
      order by created_at desc, id desc limit ${most})`)}`)
  const { versions, reference } = readVersions(row)
  const shown = versions.slice(0, size)
  const last = versions.length > size && row.last_at ? { createdAt: row.last_at, id: shown.at(-1)?.id ?? 0 } : undefined
  return { versions: shown, reference, last, signingKey: row.signing_key }
}

function isBehind(after: Position | undefined): Sql {
  return after ? sql`(created_at, id) < (${after.createdAt}, ${after.id})` : sql`true`
}

/** Those of an organization, newest first. */
export async function listOrganizationCustomerIds(
  db: Db,
  page: { organizationId: number; total: number; skip: number; size: number },
): Promise<number[]> {
  const rows = await walkPage<{ id: number }>(
    db,
    { ...page, descending: true },
    ({ direction, limit, offset }) => sql`
      select id from customers where organization_id = ${page.organizationId}
      order by created_at ${direction}, id ${direction} limit ${limit} offset ${offset}`,
  )
  return rows.map(({ id }) => id)
}
