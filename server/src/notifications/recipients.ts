import type { FeedKind } from "@deskhand/contract/events/event"
import {
  type NotificationChannel,
  type NotificationKind,
  notificationKinds,
} from "@deskhand/contract/people/notification-kinds"
import { defaultPreferences, mailChoices } from "@deskhand/contract/people/preferences"
import { type Db, type Sql, sql } from "../db/db.ts"
import type { Occurrence } from "./occurrences.ts"

export interface Recipient {
  user_id: number
  email: string
  kind: NotificationKind
  event_number: number
  event_kind: FeedKind
  conversation_id: number
  thread_id: number | null
  actor_id: number | null
  inbox_id: number
  created_at: Date
  /** When the quiet hours end that this user has now; null outside of them. */
  quiet_until: Date | null
}

/**
 * Who is notified through a channel, each once for each thread or other change, with the kind that matters most to them:
 * people who may see the conversation, want this kind there, and did not do it themselves.
 */
export function listRecipients(
  db: Db,
  occurrences: Occurrence[],
  { channel, now }: { channel: NotificationChannel; now: Date },
): Promise<Recipient[]> {
  const column = <Value>(of: (occurrence: Occurrence) => Value) => occurrences.map(of)
  return db.many(sql`
    with occurred as (
      select * from unnest(${column(({ kind }) => kind)}::text[], ${column(({ event }) => event.number)}::bigint[],
        ${column(({ event }) => event.kind)}::text[], ${column(({ event }) => event.conversation_id)}::bigint[],
        ${column(({ threadId }) => threadId)}::bigint[], ${column(({ event }) => event.user_id)}::bigint[],
        ${column(({ userId }) => userId)}::bigint[], ${column(({ event }) => event.created_at)}::timestamptz[])
        as occurred (kind, event_number, event_kind, conversation_id, thread_id, actor_id, named_id, created_at)
    ), concerned as (
      select occurred.*, coalesce(named_id, c.assignee_id) as user_id
      from occurred join conversations c on c.id = conversation_id where kind in ('assigned', 'replied', 'noted')
      union all
      select occurred.*, coalesce(team_members.user_id, named.id)
      from occurred join threads on threads.id = thread_id
      cross join regexp_matches(regexp_replace(threads.body, '<[^<>]*>', ' ', 'g'),
        '(?:^|[^[:alnum:]._@-])@([[:alnum:]._-]{1,60})', 'g') as name
      join users named on lower(named.mention) in (lower(name[1]), lower(rtrim(name[1], '._-')))
      left join team_members on team_members.team_id = named.id
      where kind = 'mentioned'
      union all
      select occurred.*, threads.created_by_id
      from occurred join threads on threads.id = thread_id and threads.state = 'bounced' where kind = 'undelivered'
      union all
      select occurred.*, followers.user_id from occurred join conversation_followers followers using (conversation_id)
      where kind = 'followed'
      union all
      select occurred.*, p.user_id from occurred cross join user_preferences p
      where kind = 'arrived' and (p.preferences ->> 'mailNotifications' = 'all' or p.preferences ? 'notifications')
    )
    select distinct on (u.id, concerned.conversation_id, thread_id) u.id as user_id, u.email, concerned.kind,
      event_number, event_kind, concerned.conversation_id, thread_id, actor_id, c.inbox_id, concerned.created_at,
      ${quietUntil(now)} as quiet_until
    from concerned join conversations c on c.id = concerned.conversation_id
      and c.state = 'published' and c.status <> 'spam'
    join users u on u.id = concerned.user_id and u.type = 'user' and u.deactivated_at is null
    left join user_preferences p on p.user_id = u.id
    where u.id is distinct from actor_id and (${choicesOf(channel)} ->> concerned.kind)::boolean
      and (u.role in ('owner', 'admin')
        or exists (select from inbox_users where inbox_users.inbox_id = c.inbox_id and inbox_users.user_id = u.id))
    order by u.id, concerned.conversation_id, thread_id,
      array_position(${[...notificationKinds]}::text[], concerned.kind), event_number`)
}

/** Which kinds a user wants in this channel, as `preferencesOf` says it. */
function choicesOf(channel: NotificationChannel): Sql {
  const standard =
    channel === "mail"
      ? sql`${JSON.stringify(mailChoices)}::jsonb
          -> coalesce(p.preferences ->> 'mailNotifications', ${defaultPreferences.mailNotifications})`
      : sql`${JSON.stringify(defaultPreferences.notifications[channel])}::jsonb`
  return sql`(${standard} || coalesce(p.preferences -> 'notifications' -> ${channel}::text, '{}'))`
}

/** Quiet hours are in the user's time zone, and may span midnight. */
function quietUntil(now: Date): Sql {
  return sql`(
    select (here.at::date + quiet.until + case when here.at::time >= quiet.until then interval '1 day' else '0' end)
      at time zone u.timezone
    from (select (${now}::timestamptz at time zone u.timezone) as at) here,
      (select (hours ->> 'from')::time as since, (hours ->> 'to')::time as until
        from (select p.preferences -> 'quietHours' as hours) chosen where (hours ->> 'enabled')::boolean) quiet
    where case when quiet.since <= quiet.until then here.at::time >= quiet.since and here.at::time < quiet.until
      else here.at::time >= quiet.since or here.at::time < quiet.until end)`
}
