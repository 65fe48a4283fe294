import type { NewPresence, Presence } from "@deskhand/contract/people/presence"
import { hashOf } from "../auth/secrets.ts"
import { readableBy } from "../conversations/queries.ts"
import { longestUndoSeconds } from "../conversations/threads/writing/patch.ts"
import { type Db, type Sql, sql } from "../db/db.ts"
import { type Viewer, visibleTo } from "../http/viewer.ts"

/** Told on every node when somebody comes, goes or does something else; heartbeats tell nothing. */
export const presenceChanged = "presence_changed"

/** As long is somebody there after their last word. */
const lastsMs = 45_000

export interface PresenceRow {
  user_id: number
  conversation_id: number
  activity: Presence["activity"]
  since: Date
  /** When a reply in its undo time goes out. */
  sends_at: Date | null
  inbox_id: number
}

/**
 * One for each user and conversation: what tells most of all their windows. Whoever has sent a reply is replying until it
 * is published, also after they closed the window.
 */
export function listPresences(db: Db, now: Date, condition: Sql = sql`true`): Promise<PresenceRow[]> {
  return db.many(sql`
    with present as (
      select user_id, conversation_id, activity, since, null::timestamptz as sends_at from presences
      where seen_at > ${lapsedAt(now)}
      union all
      select send_as_id, conversation_id, 'replying', scheduled_at, scheduled_for from threads
      where undoable and scheduled_for <= ${new Date(now.getTime() + longestUndoSeconds * 1_000)}
    )
    select distinct on (user_id, conversation_id) user_id, conversation_id, activity, since, sends_at, c.inbox_id
    from present join conversations c on c.id = conversation_id join users on users.id = user_id
    where c.state = 'published' and users.deactivated_at is null and ${condition}
    order by user_id, conversation_id, array_position(array['replying', 'noting', 'viewing'], activity), sends_at, since`)
}

export function seenBy(viewer: Viewer, conversationIds: number[] | undefined): Sql {
  const seen = visibleTo(viewer, sql`c.inbox_id`)
  return conversationIds === undefined ? seen : sql`${seen} and c.id = any(${conversationIds}::bigint[])`
}

export interface Saying extends NewPresence {
  viewer: Viewer
  /** What goes with it when it ends. */
  session: string | undefined
  now: Date
}

/** In one statement, which tells of it where it is news. False when the viewer may not read the conversation. */
export async function putPresence(db: Db, saying: Saying): Promise<boolean> {
  const { viewer, session, conversationId, activity, client = "", now } = saying
  const { put } = await db.one<{ put: boolean }>(sql`
    with former as (
      select from presences where user_id = ${viewer.userId} and client = ${client}
        and conversation_id = ${conversationId} and activity = ${activity} and seen_at > ${lapsedAt(now)}
    ), put as (
      insert into presences as kept (user_id, client, conversation_id, activity, since, seen_at, session_id)
      select ${viewer.userId}, ${client}, c.id, ${activity}, ${now}, ${now},
        (select id from sessions where hash = ${session === undefined ? null : hashOf(session)}::bytea
          and user_id = ${viewer.userId})
      from conversations c where c.id = ${conversationId} and ${readableBy(viewer)}
      on conflict (user_id, client) do update set conversation_id = excluded.conversation_id,
        activity = excluded.activity, seen_at = excluded.seen_at, session_id = excluded.session_id,
        since = case when exists (select from former) then kept.since else excluded.since end
      returning 1
    )
    select exists (select from put) as put,
      case when exists (select from put) and not exists (select from former)
        then pg_notify(${presenceChanged}, '') end as told`)
  return put
}

export async function deletePresence(db: Db, viewer: Viewer, client: string): Promise<void> {
  await db.run(sql`
    with gone as (delete from presences where user_id = ${viewer.userId} and client = ${client} returning 1)
    select pg_notify(${presenceChanged}, '') from gone`)
}

export async function deleteLapsed(db: Db, now: Date): Promise<void> {
  await db.run(sql`delete from presences where seen_at <= ${lapsedAt(now)}`)
}

function lapsedAt(now: Date): Date {
  return new Date(now.getTime() - lastsMs)
}
