import { type Db, sql } from "../../db/db.ts"
import type { Listener } from "../hears.ts"
import { deliveriesDue } from "./queue.ts"

export function listListeners(db: Db): Promise<Listener[]> {
  return db.many(sql`
    select webhooks.id, events, notification, inbox_ids, role as owner_role,
      array(select inbox_id from inbox_users where inbox_users.user_id = webhooks.user_id) as owner_inbox_ids
    from webhooks join users on users.id = user_id order by webhooks.id`)
}

/** Gives their ids, in the same order. */
export async function insertMessages(db: Db, bodies: string[], now: Date): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('webhook_messages', 'id')) as id from generate_series(1, ${bodies.length})`)
  const ids = rows.map(({ id }) => id)
  await db.run(sql`
    insert into webhook_messages (id, body, created_at)
    select id, body, ${now} from unnest(${ids}::bigint[], ${bodies}::text[]) as new (id, body)`)
  return ids
}

export interface NewDelivery {
  webhookId: number
  messageId: number
  kind: string
  eventNumber: number | null
  inboxId: number | null
  lane: string
}

/**
 * In their order. One that follows another of its lane is not due before that is settled, and that one is held until
 * this is written: who settles it finds what comes next.
 */
export async function insertDeliveries(db: Db, deliveries: NewDelivery[], now: Date): Promise<void> {
  const column = <Name extends keyof NewDelivery>(name: Name) => deliveries.map((delivery) => delivery[name])
  await db.run(sql`
    with new as (
      select * from unnest(${column("webhookId")}::bigint[], ${column("messageId")}::bigint[], ${column("kind")}::text[],
        ${column("eventNumber")}::bigint[], ${column("inboxId")}::bigint[], ${column("lane")}::text[])
        with ordinality as new (webhook_id, message_id, kind, event_number, inbox_id, lane, place)
    ), taken as materialized (
      select lanes.webhook_id, lanes.lane
      from (select distinct webhook_id, lane from new order by webhook_id, lane) lanes
      cross join lateral (
        select id from webhook_deliveries
        where webhook_id = lanes.webhook_id and lane = lanes.lane and state = 'pending'
        order by id desc limit 1 for share
      ) last
    )
    insert into webhook_deliveries (webhook_id, message_id, kind, event_number, inbox_id, lane, due_at, created_at)
    select webhook_id, message_id, kind, event_number, inbox_id, lane,
      case when row_number() over (partition by webhook_id, lane order by place) = 1
        and not exists (select from taken where taken.webhook_id = new.webhook_id and taken.lane = new.lane)
        then ${now}::timestamptz end,
      ${now}
    from new order by place`)
  db.tell(deliveriesDue)
}
