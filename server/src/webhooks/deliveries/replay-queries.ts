import { type Db, empty, sql } from "../../db/db.ts"
import { type DeliveryFilter, type StoredState, whereFilter } from "./queries.ts"

export interface Picked {
  id: number
  lane: string
  created_at: Date
}

/** It stays until the end, and nobody else replays meanwhile: of two, neither would see what the other makes pending. */
export async function holdWebhook(db: Db, id: number): Promise<boolean> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended('webhook replay', ${id}))`)
  return (await db.maybe(sql`select from webhooks where id = ${id} for key share`)) !== undefined
}

export function lockDelivery(
  db: Db,
  { webhookId, id }: { webhookId: number; id: number },
): Promise<(Picked & { state: StoredState; kind: string }) | undefined> {
  return db.maybe(sql`
    select id, lane, created_at, state, kind from webhook_deliveries
    where id = ${id} and webhook_id = ${webhookId} for no key update`)
}

export interface SettledFilter extends DeliveryFilter {
  settledUntil: Date
  after: Picked | undefined
  most: number
}

/** The oldest first, without tests. */
export function lockSettled(db: Db, { settledUntil, after, most, ...filter }: SettledFilter): Promise<Picked[]> {
  return db.many(sql`
    select id, lane, created_at from webhook_deliveries
    where ${whereFilter(filter)} and state <> 'pending' and settled_at <= ${settledUntil}
      and event_number is not null
      ${after ? sql`and (created_at, id) > (${after.created_at}, ${after.id})` : empty}
    order by created_at, id limit ${most} for no key update`)
}

/**
 * The lanes in which something is pending. Their last one is held, so that nobody settles it, and looks for what comes
 * next, before what is replayed is there to be found.
 */
export async function holdLanes(db: Db, webhookId: number, lanes: string[]): Promise<Set<string>> {
  const held = new Set<string>()
  const pending = sql`select id from webhook_deliveries
    where webhook_id = ${webhookId} and lane = lanes.lane and state = 'pending'`
  for (let open = lanes; open.length > 0; ) {
    const locked = await db.many<{ lane: string }>(sql`
      select lane from (select unnest(${open}::text[]) as lane order by 1) lanes
      cross join lateral (${pending} order by id desc limit 1 for share) last`)
    for (const { lane } of locked) held.add(lane)
    // One that was settled while it was waited for may not have been the only one.
    const others = await db.many<{ lane: string }>(sql`
      select lane from unnest(${open.filter((lane) => !held.has(lane))}::text[]) as lanes (lane)
      where exists (${pending})`)
    open = others.map(({ lane }) => lane)
  }
  return held
}

export async function updateReplayed(
  db: Db,
  { ids, dueIds, now }: { ids: number[]; dueIds: number[]; now: Date },
): Promise<void> {
  await db.run(sql`
    update webhook_deliveries set state = 'pending', tries = 0, settled_at = null,
      due_at = case when id = any(${dueIds}::bigint[]) then ${now}::timestamptz end
    where id = any(${ids}::bigint[])`)
}
