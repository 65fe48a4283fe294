import { type Db, sql } from "../../db/db.ts"
import type { MailKind, Recipient } from "./owe.ts"

/** A mail that this node alone may send, for as long as it is lent. */
export interface Claimed {
  id: number
  claim: string
  /** The inbox whose own relay it goes through, or that of all. */
  relay: number
  inbox_id: number | null
  kind: MailKind
  conversation_id: number | null
  thread_id: number | null
  user_id: number | null
  contents: Record<string, unknown>
  message_id: string | null
  created_at: Date
  /** Those that ended before this one. */
  attempts: number
  last_attempt_at: Date | null
  /** The attempt before this one never ended, as far as anybody knows. */
  unsure: boolean
  /** It is written with no other beside it, because an attempt before this one did not end. */
  suspect: boolean
  /** How often the process ended, or stalled for longer than the lease, while it was written alone. */
  crashes: number
  /** In the order in which they are named. */
  recipients: ClaimedRecipient[]
}

export interface ClaimedRecipient extends Recipient {
  state: "waiting" | "sent" | "failed" | "bounced"
}

/** Inboxes without a relay of their own share the operator's, as does what the desk itself sends. */
export const sharedRelay = 0

export interface Claiming {
  now: Date
  lentUntil: Date
  most: number
  /** Under way through one relay. */
  mostEach: number
  /** What this node is doing through each. */
  busy: ReadonlyMap<number, number>
}

/** What is due, the first of every inbox before the second of any. No relay takes the place of another. */
export async function claimDue(db: Db, { now, lentUntil, most, mostEach, busy }: Claiming): Promise<Claimed[]> {
  return db.many(sql`
    with lanes as (
      select inboxes.id, coalesce(mail_connections.inbox_id, ${sharedRelay}) as relay
      from inboxes left join mail_connections on inbox_id = inboxes.id and kind = 'smtp' and enabled
      union all select 0, ${sharedRelay}
    ), waiting as (
      select mail.id, mail.due_at, lanes.relay, row_number() over (partition by lanes.id order by due_at, mail.id) as place
      from lanes cross join lateral (
        select id, due_at from outgoing_mail
        where coalesce(inbox_id, 0) = lanes.id and state = 'waiting' and due_at <= ${now}
          and claim is null and not suspect
        order by due_at, id limit ${mostEach} for update skip locked
      ) mail
    ), ranked as (
      select *, row_number() over (partition by relay order by place, due_at, id) as turn from waiting
    ), due as (
      select ranked.id, relay from ranked
      left join unnest(${[...busy.keys()]}::bigint[], ${[...busy.values()]}::int[]) as load (relay, under_way) using (relay)
      where turn <= ${mostEach} - coalesce(under_way, 0)
      order by turn, due_at limit ${most}
    ), claimed as (
      update outgoing_mail mail set claimed_until = ${lentUntil}, claim = gen_random_uuid()
      from due where mail.id = due.id
      returning due.relay, ${claimedColumns}
    )
    select claimed.*, ${recipientsOf} from claimed order by id`)
}

const claimedColumns = sql`mail.id, claim, inbox_id, kind, conversation_id, thread_id, user_id, contents, message_id,
  created_at, attempts, last_attempt_at, unsure, suspect, crashes`

const recipientsOf = sql`(
  select json_agg(json_build_object('address', address, 'role', role, 'state', state) order by place, address)
  from outgoing_recipients where mail_id = claimed.id) as recipients`

const isSuspect = (now: Date) => sql`state = 'waiting' and (suspect or claim is not null) and due_at <= ${now}
  and (claimed_until is null or claimed_until <= ${now})`

/** Whether an attempt was begun that never ended. */
export async function hasSuspects(db: Db, now: Date): Promise<boolean> {
  return (await db.maybe(sql`select from outgoing_mail where ${isSuspect(now)} limit 1`)) !== undefined
}

/** One at a time. Only the end of a process in which it was alone is counted: of several, one was to blame. */
export function claimSuspect(
  db: Db,
  { now, lentUntil }: Pick<Claiming, "now" | "lentUntil">,
): Promise<Claimed | undefined> {
  const crashed = sql`(suspect and claim is not null)::integer`
  return db.maybe(sql`
    with claimed as (
      update outgoing_mail mail set claimed_until = ${lentUntil}, claim = gen_random_uuid(), suspect = true,
        unsure = unsure or claim is not null, crashes = crashes + ${crashed}, attempts = attempts + ${crashed}
      where id = (
        select id from outgoing_mail where ${isSuspect(now)} order by id limit 1 for update skip locked)
      returning ${claimedColumns}
    )
    select claimed.*, coalesce(connection.inbox_id, ${sharedRelay}) as relay, ${recipientsOf}
    from claimed left join mail_connections connection
      on connection.inbox_id = claimed.inbox_id and connection.kind = 'smtp' and enabled`)
}

/** It is written, and others may be written beside it again: what ends the process from here on is not its fault. */
export async function clearSuspicion(db: Db, { id, claim }: Claimed): Promise<void> {
  await db.run(sql`update outgoing_mail set suspect = false where id = ${id} and claim = ${claim}::uuid`)
}

/** Gives those that are still this node's. */
export async function renewClaims(db: Db, claims: string[], lentUntil: Date): Promise<Set<string>> {
  const rows = await db.many<{ claim: string }>(sql`
    update outgoing_mail set claimed_until = ${lentUntil} where claim = any(${claims}::uuid[]) and state = 'waiting'
    returning claim`)
  return new Set(rows.map(({ claim }) => claim))
}
