import type { DeliveryState } from "@deskhand/contract/webhook-delivery"
import { type Db, empty, type Sql, sql } from "../../db/db.ts"
import { planRows } from "../../db/plan-rows.ts"
import type { PageRequest } from "../../http/hal.ts"
import { rowsOf } from "../../http/page-rows.ts"
import { deliveriesDue } from "../queue.ts"

/** As they are stored: what is held is pending, and its webhook is disabled. */
export type StoredState = Exclude<DeliveryState, "held">

export interface AttemptRow {
  at: string
  status: number | null
  error: string | null
  durationMs: number
  response: string | null
}

export interface DeliveryRow {
  id: number
  webhook_id: number
  token: string
  kind: string
  event_number: number | null
  state: StoredState
  due_at: Date | null
  attempts: AttemptRow[]
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

/** The newest first. */
export function listDeliveries(db: Db, filter: DeliveryFilter, page: PageRequest): Promise<DeliveryRow[]> {
  return db.many(sql`
    select ${columns} from webhook_deliveries where ${whereFilter(filter)}
    order by created_at desc, id desc ${rowsOf(page)}`)
}

/** More are not worth counting: nobody pages through them. */
const mostCounted = 10_000

/** How many there are, or, where they are many, how many the planner expects. */
export async function countDeliveries(db: Db, filter: DeliveryFilter): Promise<{ total: number; estimated: boolean }> {
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from (
      select from webhook_deliveries where ${whereFilter(filter)} limit ${mostCounted + 1}) as found`)
  if (total <= mostCounted) return { total, estimated: false }
  const expected = await planRows(db, sql`select from webhook_deliveries where ${whereFilter(filter)}`)
  return { total: Math.max(total, expected), estimated: true }
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

/** Longer than any attempt: so soon another may take what somebody has taken, and it need not be hastened. */
const claimSeconds = 60

/**
 * What waits for its next attempt need not wait any longer. What is being sent right now is left alone, as far as can
 * be told: it was taken once more than there are attempts.
 */
export async function hastenDeliveries(db: Db, { webhookId, now }: { webhookId: number; now: Date }): Promise<void> {
  const lent = sql`due_at <= ${now}::timestamptz + make_interval(secs => ${claimSeconds})`
  await db.run(sql`
    update webhook_deliveries set due_at = ${now}
    where webhook_id = ${webhookId} and due_at > ${now} and not (claims > jsonb_array_length(attempts) and ${lent})`)
  db.tell(deliveriesDue)
}

export function deleteDeliveries(db: Db, webhookId: number, most: number): Promise<number> {
  return db.run(sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries where webhook_id = ${webhookId} order by created_at, id limit ${most})`)
}
