import { defaultPreferences } from "@deskhand/contract/people/preferences"
import { type Db, sql } from "../../db/db.ts"
import type { EventRow } from "../../events/queries.ts"
import type { NewMail } from "./owe.ts"

export type NoticeReason = "mentioned" | "assigned" | "replied" | "arrived"

export interface NoticeContents {
  reason: NoticeReason
}

interface Heard {
  reason: NoticeReason
  conversationId: number
  actorId: number | null
  /** Whom it names; without one, whoever has the conversation. */
  userId: number | null
  threadId: number | null
}

interface Told {
  user_id: number
  email: string
  reason: NoticeReason
  conversation_id: number
  thread_id: number | null
  inbox_id: number
  inbox_email: string
}

/** Who of us wants to know of it by mail, each once for each event, with what matters most to them. */
export async function noticesIn(db: Db, events: EventRow[]): Promise<NewMail[]> {
  const heard = events.flatMap(heardOf)
  if (heard.length === 0) return []
  return (await listTold(db, heard)).map((told) => ({
    inboxId: told.inbox_id,
    kind: "notification",
    conversationId: told.conversation_id,
    ...(told.thread_id !== null && { threadId: told.thread_id }),
    userId: told.user_id,
    contents: { reason: told.reason },
    recipients: [{ address: told.email, role: "to" }],
    from: told.inbox_email,
  }))
}

function heardOf({ kind, conversation_id: conversationId, user_id: actorId, data }: EventRow): Heard[] {
  if (conversationId === null) return []
  const { to = null, threadId = null } = data as { to?: number | null; threadId?: number }
  const all = { conversationId, actorId, userId: null, threadId: null }
  switch (kind) {
    case "convo.assigned":
      return to === null ? [] : [{ ...all, reason: "assigned", userId: to }]
    case "convo.created":
      return [{ ...all, reason: "assigned" }, ...(actorId === null ? [{ ...all, reason: "arrived" as const }] : [])]
    case "convo.customer.reply.created":
      return [
        { ...all, reason: "replied", threadId },
        { ...all, reason: "arrived", threadId },
      ]
    case "convo.note.created":
      return [{ ...all, reason: "mentioned", threadId }]
    default:
      return []
  }
}

const usual = defaultPreferences.mailNotifications

/** Those who may see the conversation, are somebody who signs in, and did not do it themselves. */
function listTold(db: Db, heard: Heard[]): Promise<Told[]> {
  const column = <Name extends keyof Heard>(name: Name) => heard.map((one) => one[name])
  return db.many(sql`
    with heard as (
      select * from unnest(${column("reason")}::text[], ${column("conversationId")}::bigint[],
        ${column("actorId")}::bigint[], ${column("userId")}::bigint[], ${column("threadId")}::bigint[])
        with ordinality as heard (reason, conversation_id, actor_id, user_id, thread_id, place)
    ), meant as (
      select heard.*, coalesce(heard.user_id, c.assignee_id) as meant_id
      from heard join conversations c on c.id = conversation_id where reason in ('assigned', 'replied')
      union all
      select heard.*, coalesce(team_members.user_id, named.id)
      from heard join threads on threads.id = thread_id
      cross join regexp_matches(regexp_replace(threads.body, '<[^<>]*>', ' ', 'g'),
        '(?:^|[^[:alnum:]._@-])@([[:alnum:]._-]{1,60})', 'g') as name
      join users named on lower(named.mention) in (lower(name[1]), lower(rtrim(name[1], '._-')))
      left join team_members on team_members.team_id = named.id
      where reason = 'mentioned'
      union all
      select heard.*, p.user_id from heard cross join user_preferences p
      where reason = 'arrived' and p.preferences ->> 'mailNotifications' = 'all'
    )
    select distinct on (u.id, meant.conversation_id, meant.thread_id) u.id as user_id, u.email, meant.reason,
      meant.conversation_id, meant.thread_id, c.inbox_id, i.email as inbox_email
    from meant join conversations c on c.id = meant.conversation_id and c.state = 'published' and c.status <> 'spam'
    join inboxes i on i.id = c.inbox_id
    join users u on u.id = meant_id and u.type = 'user' and u.deactivated_at is null
    left join user_preferences p on p.user_id = u.id
    where u.id is distinct from meant.actor_id
      and coalesce(p.preferences ->> 'mailNotifications', ${usual}) <> 'none'
      and (u.role in ('owner', 'admin')
        or exists (select from inbox_users where inbox_users.inbox_id = c.inbox_id and inbox_users.user_id = u.id))
    order by u.id, meant.conversation_id, meant.thread_id,
      array_position(array['mentioned', 'assigned', 'replied', 'arrived'], meant.reason)`)
}
