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
          and (claimed_until is null or claimed_until <= ${now})
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
      update outgoing_mail mail set claimed_until = ${lentUntil}, claim = gen_random_uuid(),
        unsure = unsure or claim is not null
      from due where mail.id = due.id
      returning mail.id, claim, due.relay, inbox_id, kind, conversation_id, thread_id, user_id, contents, message_id,
        created_at, attempts, last_attempt_at, unsure
    )
    select claimed.*, (
      select json_agg(json_build_object('address', address, 'role', role, 'state', state) order by place, address)
      from outgoing_recipients where mail_id = claimed.id) as recipients
    from claimed order by id`)
}

/** Gives those that are still this node's. */
export async function renewClaims(db: Db, claims: string[], lentUntil: Date): Promise<Set<string>> {
  const rows = await db.many<{ claim: string }>(sql`
    update outgoing_mail set claimed_until = ${lentUntil} where claim = any(${claims}::uuid[]) and state = 'waiting'
    returning claim`)
  return new Set(rows.map(({ claim }) => claim))
}
