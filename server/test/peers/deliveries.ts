import { type Db, sql } from "../../src/db/db.ts"

/** One that no request has made, for what it is owed. */
export async function addWebhook(
  db: Db,
  {
    userId,
    state = "enabled",
    url = "https://receiver.example/hook",
  }: { userId: number; state?: string; url?: string },
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into webhooks (user_id, url, state, events, plain_secret)
    values (${userId}, ${url}, ${state}, '{tag.created}', 'secret') returning id`)
  return id
}

export interface AddedDelivery {
  webhookId: number
  body?: string
  kind?: string
  eventNumber?: number | null
  lane?: string
  state?: string
  dueAt?: Date | null
  attempts?: object[]
  createdAt?: Date
}

/** As the engine leaves it. */
export async function addDelivery(db: Db, delivery: AddedDelivery): Promise<number> {
  const { state = "pending", eventNumber = 1, createdAt = new Date("2026-03-04T05:00:00Z") } = delivery
  const message = await db.one<{ id: number }>(
    sql`insert into webhook_messages (body) values (${delivery.body ?? "{}"}) returning id`,
  )
  const { id } = await db.one<{ id: number }>(sql`
    insert into webhook_deliveries (webhook_id, message_id, kind, event_number, lane, state, due_at, attempts, created_at,
      settled_at)
    values (${delivery.webhookId}, ${message.id}, ${delivery.kind ?? "tag.created"}, ${eventNumber},
      ${delivery.lane ?? "tag:1"}, ${state}, ${delivery.dueAt ?? null}, ${JSON.stringify(delivery.attempts ?? [])},
      ${createdAt}, ${state === "pending" ? null : createdAt}) returning id`)
  return id
}

/** Many alike, a second apart, each in a lane of its own. */
export async function addDeliveries(
  db: Db,
  {
    webhookId,
    amount,
    createdAt,
    state = "pending",
  }: Required<Pick<AddedDelivery, "webhookId" | "createdAt">> & {
    amount: number
    state?: string
  },
): Promise<void> {
  await db.run(sql`
    insert into webhook_deliveries (webhook_id, message_id, kind, event_number, lane, state, due_at, created_at, settled_at)
    select ${webhookId}, 1, 'tag.created', n, 'tag:' || n, ${state},
      case when ${state} = 'pending' then moment end, moment, case when ${state} <> 'pending' then moment end
    from generate_series(1, ${amount}) n
    cross join lateral (select ${createdAt}::timestamptz + make_interval(secs => n) as moment) as at`)
}
