import { type Db, sql } from "../../db/db.ts"
import type { EncryptedSecrets } from "../secrets.ts"
import { mostFailing } from "./schedule.ts"

/** Told when something may be due. */
export const deliveriesDue = "webhook_deliveries_due"

/** A delivery that this node alone may attempt, for as long as it is lent. */
export interface Claimed extends EncryptedSecrets {
  id: number
  webhook_id: number
  claims: number
  /** Attempts so far. */
  tries: number
  token: string
  kind: string
  body: string
  url: string
  /** Null has the prefix of the desk. */
  header_prefix: string | null
  /** The owner may no longer see where it happened. */
  is_forbidden: boolean
}

/** What this node is doing for a webhook. */
export interface Load {
  webhookId: number
  /** Attempts under way. */
  busy: number
  /** How many more may begin now. */
  allowed: number
}

export interface Claiming {
  now: Date
  /** For so long nobody else takes them. */
  lentSeconds: number
  most: number
  /** Attempts under way for one webhook. */
  mostEach: number
  /** Of webhooks that are not idle. */
  loads: readonly Load[]
}

/**
 * What is due, the first of every webhook before the second of any: who has much to catch up on does not hold up the
 * others. One that keeps failing is asked by one delivery at a time.
 */
export function claimDue(db: Db, { now, lentSeconds, most, mostEach, loads }: Claiming): Promise<Claimed[]> {
  const column = (name: keyof Load) => loads.map((load) => load[name])
  const lentUntil = new Date(now.getTime() + lentSeconds * 1_000)
  return db.many(sql`
    with open as (
      select webhooks.id, least(${mostEach} - coalesce(busy, 0), allowed,
        case when failing >= ${mostFailing} then 1 - coalesce(busy, 0) end) as room
      from webhooks join users on users.id = user_id
      left join unnest(${column("webhookId")}::bigint[], ${column("busy")}::int[], ${column("allowed")}::int[])
        as load (id, busy, allowed) on load.id = webhooks.id
      where state = 'enabled' and deactivated_at is null and (paused_until is null or paused_until <= ${now})
    ), due as (
      select delivery.id, row_number() over (partition by open.id order by due_at, delivery.id) as place, due_at
      from open cross join lateral (
        select id, due_at from webhook_deliveries where webhook_id = open.id and due_at <= ${now}
        order by due_at, id limit greatest(room, 0) for update skip locked
      ) delivery
      order by place, due_at limit ${most}
    ), claimed as (
      update webhook_deliveries set due_at = ${lentUntil}, claims = claims + 1 from due
      where webhook_deliveries.id = due.id returning webhook_deliveries.*
    )
    select claimed.id, webhook_id, claims, tries, token, kind, body, url, header_prefix, secret,
      previous_secret, previous_secret_until,
      claimed.inbox_id is not null and role not in ('owner', 'admin') and not exists (
        select from inbox_users where inbox_users.inbox_id = claimed.inbox_id and inbox_users.user_id = users.id)
        as is_forbidden
    from claimed join webhook_messages on webhook_messages.id = message_id
    join webhooks on webhooks.id = webhook_id join users on users.id = webhooks.user_id
    order by claimed.id`)
}

/** How an attempt ended, as it is kept. */
export interface Attempt {
  at: string
  /** Null where there was no answer. */
  status: number | null
  /** Null where there was one. */
  error: string | null
  durationMs: number
  /** The beginning of the answer. */
  response: string
}

export interface Settled {
  id: number
  /** As it was claimed: who was overtaken settles nothing. */
  claims: number
  state: "pending" | "delivered" | "failed" | "cancelled"
  /** Of what stays pending. */
  dueAt: Date | null
  /** None where nothing was sent. */
  attempt: Attempt | null
}

/** More of one delivery are only of use to who replays it without end. */
const mostKept = 50

/** Gives the ids of those that were this node's to settle. What comes next in their lanes is due. */
export async function settleDeliveries(db: Db, settled: Settled[], now: Date): Promise<Set<number>> {
  const column = <Name extends keyof Settled>(name: Name) => settled.map((entry) => entry[name])
  const attempts = settled.map(({ attempt }) => JSON.stringify(attempt === null ? [] : [attempt]))
  const rows = await db.many<{ id: number; webhook_id: number; lane: string; state: string }>(sql`
    with given as (
      select * from unnest(${column("id")}::bigint[], ${column("claims")}::int[], ${column("state")}::text[],
        ${column("dueAt")}::timestamptz[], ${attempts}::jsonb[]) as given (id, claims, state, due_at, attempts)
    ), held as materialized (
      select deliveries.id from webhook_deliveries deliveries join given using (id)
      where deliveries.state = 'pending' and deliveries.claims = given.claims order by id for update of deliveries
    )
    update webhook_deliveries set state = given.state, due_at = given.due_at,
      tries = tries + jsonb_array_length(given.attempts),
      attempts = case when jsonb_array_length(webhook_deliveries.attempts) < ${mostKept}
        then webhook_deliveries.attempts else webhook_deliveries.attempts - 0 end || given.attempts,
      settled_at = case when given.state <> 'pending' then ${now}::timestamptz end
    from given join held using (id) where webhook_deliveries.id = given.id
    returning webhook_deliveries.id, webhook_id, lane, webhook_deliveries.state`)
  await releaseLanes(
    db,
    rows.filter(({ state }) => state !== "pending"),
    now,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Makes due what comes first of these lanes, unless it is. */
export async function releaseLanes(db: Db, lanes: { webhook_id: number; lane: string }[], now: Date): Promise<void> {
  if (lanes.length === 0) return
  const released = await db.run(sql`
    update webhook_deliveries set due_at = ${now} where due_at is null and id in (
      select first.id from (
        select distinct webhook_id, lane
        from unnest(${lanes.map((row) => row.webhook_id)}::bigint[], ${lanes.map(({ lane }) => lane)}::text[])
          as given (webhook_id, lane)
      ) lanes
      cross join lateral (
        select id from webhook_deliveries
        where webhook_id = lanes.webhook_id and lane = lanes.lane and state = 'pending' order by id limit 1
      ) first)`)
  if (released > 0) db.tell(deliveriesDue)
}
