import type { DeliveryState } from "@deskhand/contract/events/webhook-delivery"
import { type Db, empty, type Sql, sql } from "../../db/db.ts"
import { estimatedTotal } from "../../db/page-walk.ts"
import { planRows } from "../../db/plan-rows.ts"
import type { PageRequest } from "../../http/hal.ts"
import { rowsOf } from "../../http/page-rows.ts"
import { type Attempt, deliveriesDue } from "./queue.ts"

/** As they are stored: what is held is pending, and its webhook is disabled. */
export type StoredState = Exclude<DeliveryState, "held">

export interface DeliveryRow {
  id: number
  webhook_id: number
  token: string
  kind: string
  event_number: number | null
  state: StoredState
  due_at: Date | null
  attempts: Attempt[]
  created_at: Date
  settled_at: Date | null
}

const columns = sql`id, webhook_id, token, kind, event_number, state, due_at, attempts, created_at, settled_at`

export interface DeliveryFilter {
  webhookId: number
  state?: StoredState | undefined
  since?: Date | undefined
  until?: Date | undefined
}

/** Written out, so that plans know which index has them. */
const states: Record<StoredState, Sql> = {
  pending: sql`and state = 'pending'`,
  delivered: sql`and state = 'delivered'`,
  failed: sql`and state = 'failed'`,
  cancelled: sql`and state = 'cancelled'`,
}

export function whereFilter({ webhookId, state, since, until }: DeliveryFilter): Sql {
  return sql`webhook_id = ${webhookId} ${state ? states[state] : empty}
    ${since ? sql`and created_at >= ${since}` : empty} ${until ? sql`and created_at < ${until}` : empty}`
}

export interface FoundDeliveries {
  rows: DeliveryRow[]
  total: number
  /** The total is a guess until the last page, which knows it. */
  estimated?: true | undefined
}

/** More are not worth counting for every page. */
const mostCounted = 10_000

/** The newest first. */
export async function findDeliveries(db: Db, filter: DeliveryFilter, page: PageRequest): Promise<FoundDeliveries> {
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from (
      select from webhook_deliveries where ${whereFilter(filter)} limit ${mostCounted + 1}) as found`)
  if (total === 0) return { rows: [], total }
  if (total <= mostCounted) return { rows: await listFewDeliveries(db, filter, page), total }
  const { size } = page
  const skip = (page.number - 1) * size
  const rows = await db.many<DeliveryRow>(sql`
    select ${columns} from webhook_deliveries where ${whereFilter(filter)}
    order by created_at desc, id desc limit ${size + 1} offset ${skip}`)
  const expected = await planRows(db, sql`select from webhook_deliveries where ${whereFilter(filter)}`)
  const estimate = Math.max(total, expected)
  return { ...estimatedTotal(rows.length, { skip, size, estimate }), rows: rows.slice(0, size) }
}

/** Those of a state first, then in their order: the index that has the order would be walked to its end for a few. */
function listFewDeliveries(db: Db, filter: DeliveryFilter, page: PageRequest): Promise<DeliveryRow[]> {
  return db.many(sql`
    with found as materialized (select id, created_at from webhook_deliveries where ${whereFilter(filter)})
    select ${columns} from webhook_deliveries
    where id in (select id from found order by created_at desc, id desc ${rowsOf(page)})
    order by created_at desc, id desc`)
}

/** With the body as it is sent; null where that is no longer kept. */
export function findDelivery(
  db: Db,
  { webhookId, id }: { webhookId: number; id: number },
): Promise<(DeliveryRow & { body: string | null }) | undefined> {
  return db.maybe(sql`
    select ${columns}, (select body from webhook_messages where webhook_messages.id = message_id) as body
    from webhook_deliveries where id = ${id} and webhook_id = ${webhookId}`)
}

/** Longer than anything is lent to be sent, at any JOB_LEASE: so soon it is due by itself, and need not be hastened. */
const lentSeconds = 75

/**
 * What waits for its next attempt need not wait any longer. What is being sent right now is left alone, as far as can
 * be told (it was taken once more than there are attempts), and so is what is being settled.
 */
export async function hastenDeliveries(db: Db, { webhookId, now }: { webhookId: number; now: Date }): Promise<void> {
  const isLent = sql`claims > jsonb_array_length(attempts)
    and due_at <= ${now}::timestamptz + make_interval(secs => ${lentSeconds})`
  await db.run(sql`
    update webhook_deliveries set due_at = ${now} where id in (
      select id from webhook_deliveries where webhook_id = ${webhookId} and due_at > ${now} and not (${isLent})
      for update skip locked)`)
  db.tell(deliveriesDue)
}

/** What was sent out of turn: it has been settled already. */
export async function insertSettled(
  db: Db,
  delivery: Pick<DeliveryRow, "webhook_id" | "token" | "kind" | "state" | "attempts"> & {
    messageId: number
    lane: string
    now: Date
  },
): Promise<DeliveryRow> {
  return db.one(sql`
    insert into webhook_deliveries (webhook_id, message_id, token, kind, lane, state, tries, attempts, created_at,
      settled_at)
    values (${delivery.webhook_id}, ${delivery.messageId}, ${delivery.token}, ${delivery.kind}, ${delivery.lane},
      ${delivery.state}, ${delivery.attempts.length}, ${JSON.stringify(delivery.attempts)}, ${delivery.now},
      ${delivery.now}) returning ${columns}`)
}

export function deleteDeliveries(db: Db, webhookId: number, most: number): Promise<number> {
  return db.run(sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries where webhook_id = ${webhookId} order by created_at, id limit ${most})`)
}
