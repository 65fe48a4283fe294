import type { BulkAction } from "@deskhand/contract/conversations/bulk-action"
import type { ViewFilters } from "@deskhand/contract/conversations/view"
import { type Db, sql } from "../db/db.ts"
import type { PageRequest } from "../http/hal.ts"
import { rowsOf } from "../http/page-rows.ts"
import type { Scope } from "../http/viewer.ts"
import type { Action, Snapshot } from "./rules.ts"

export interface BulkRow {
  id: number
  user_id: number
  scope: Scope
  action: Action
  filters: ViewFilters | null
  state: BulkAction["state"]
  total: number | null
  created_at: Date
  finished_at: Date | null
}

const columns = sql`id, user_id, scope, action, filters, state, total, created_at, finished_at`

export async function insertBulk(
  db: Db,
  bulk: Pick<BulkRow, "action" | "filters" | "scope"> & { userId: number; now: Date },
): Promise<number> {
  const filters = bulk.filters && JSON.stringify(bulk.filters)
  const { id } = await db.one<{ id: number }>(sql`
    insert into bulk_actions (user_id, scope, action, filters, state, created_at)
    values (${bulk.userId}, ${bulk.scope}, ${JSON.stringify(bulk.action)}::jsonb, ${filters}::jsonb, 'gathering',
      ${bulk.now}) returning id`)
  return id
}

/** Of one that is named twice, once. */
export async function insertItems(db: Db, bulkId: number, conversationIds: number[]): Promise<void> {
  await db.run(sql`
    insert into bulk_items (bulk_id, conversation_id)
    select ${bulkId}, id from unnest(${conversationIds}::bigint[]) as given (id) on conflict do nothing`)
}

/** All that are to be changed are known from now on. */
export async function updateGathered(db: Db, id: number): Promise<void> {
  await db.run(sql`update bulk_actions set state = 'running',
    total = (select count(*) from bulk_items where bulk_id = ${id}) where id = ${id}`)
}

export function findBulk(db: Db, id: number): Promise<BulkRow | undefined> {
  return db.maybe(sql`select ${columns} from bulk_actions where id = ${id}`)
}

export function lockBulk(db: Db, id: number): Promise<BulkRow | undefined> {
  return db.maybe(sql`select ${columns} from bulk_actions where id = ${id} for update`)
}

export function findOwnBulk(db: Db, userId: number, id: number): Promise<BulkRow | undefined> {
  return db.maybe(sql`select ${columns} from bulk_actions where id = ${id} and user_id = ${userId}`)
}

export function listOwnBulks(db: Db, userId: number, page: PageRequest): Promise<BulkRow[]> {
  return db.many(sql`
    select ${columns} from bulk_actions where user_id = ${userId} order by id desc ${rowsOf(page)}`)
}

export async function countOwnBulks(db: Db, userId: number): Promise<number> {
  return (await db.one<{ total: number }>(sql`select count(*) as total from bulk_actions where user_id = ${userId}`))
    .total
}

export async function updateBulkState(
  db: Db,
  { id, state, now }: { id: number; state: BulkRow["state"]; now: Date },
): Promise<void> {
  await db.run(sql`
    update bulk_actions set state = ${state},
      finished_at = case when ${state} = 'done' then ${now} else finished_at end,
      undone_at = case when ${state} = 'undone' then ${now} else undone_at end
    where id = ${id}`)
}

export type ItemState = "waiting" | "done" | "unchanged" | "failed" | "skipped" | "undone" | "kept"

export async function listItemIds(
  db: Db,
  { bulkId, state, most }: { bulkId: number; state: ItemState; most: number },
): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select conversation_id as id from bulk_items where bulk_id = ${bulkId} and state = ${state}
    order by conversation_id limit ${most}`)
  return rows.map(({ id }) => id)
}

export interface ItemRow {
  before: Snapshot | null
  after: Snapshot | null
}

interface ItemPlace {
  bulkId: number
  conversationId: number
}

/** Nothing where somebody else has settled it by now. */
export function lockItem(db: Db, item: ItemPlace & { state: ItemState }): Promise<ItemRow | undefined> {
  return db.maybe(sql`
    select before, after from bulk_items
    where bulk_id = ${item.bulkId} and conversation_id = ${item.conversationId} and state = ${item.state} for update`)
}

export async function updateItem(
  db: Db,
  item: ItemPlace & { state: ItemState; before?: Snapshot; after?: Snapshot | undefined },
): Promise<void> {
  const before = item.before && JSON.stringify(item.before)
  const after = item.after && JSON.stringify(item.after)
  await db.run(sql`
    update bulk_items set state = ${item.state}, before = coalesce(${before ?? null}::jsonb, before),
      after = coalesce(${after ?? null}::jsonb, after)
    where bulk_id = ${item.bulkId} and conversation_id = ${item.conversationId}`)
}

/** Only where it is still as it was when it failed. */
export async function updateFailedItem(
  db: Db,
  item: ItemPlace & { from: ItemState; state: ItemState; message: string },
): Promise<void> {
  await db.run(sql`
    update bulk_items set state = ${item.state}, message = ${item.message.slice(0, 500)}
    where bulk_id = ${item.bulkId} and conversation_id = ${item.conversationId} and state = ${item.from}`)
}

export async function skipWaiting(db: Db, bulkId: number): Promise<void> {
  await db.run(sql`update bulk_items set state = 'skipped' where bulk_id = ${bulkId} and state = 'waiting'`)
}

export async function failWaiting(db: Db, bulkId: number, message: string): Promise<void> {
  await db.run(sql`
    update bulk_items set state = 'failed', message = ${message} where bulk_id = ${bulkId} and state = 'waiting'`)
}

export interface Progress {
  counts: Record<ItemState, number>
  failures: { conversation_id: number; message: string }[]
}

export async function findProgress(db: Db, bulkId: number): Promise<Progress> {
  const [rows, failures] = await Promise.all([
    db.many<{ state: ItemState; count: number }>(sql`
      select state, count(*) as count from bulk_items where bulk_id = ${bulkId} group by state`),
    db.many<Progress["failures"][number]>(sql`
      select conversation_id, coalesce(message, '') as message from bulk_items
      where bulk_id = ${bulkId} and state in ('failed', 'kept') order by conversation_id limit 100`),
  ])
  const none = { waiting: 0, done: 0, unchanged: 0, failed: 0, skipped: 0, undone: 0, kept: 0 }
  return { counts: { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }, failures }
}

export async function deleteBulksBefore(db: Db, before: Date): Promise<void> {
  await db.run(sql`delete from bulk_actions where created_at < ${before}`)
}
