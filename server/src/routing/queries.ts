import type { Routing } from "@deskhand/contract/inboxes/routing"
import { type Db, sql } from "../db/db.ts"
import { type Viewer, visibleTo } from "../http/viewer.ts"
import type { Candidate } from "./rules.ts"

export interface RoutingRow {
  inbox_id: number
  state: Routing["state"]
  assignment_limit: number | null
  assignment_method: NonNullable<Routing["assignmentMethod"]> | null
  user_ids: number[]
}

export function findRouting(db: Db, viewer: Viewer, inboxId: number): Promise<RoutingRow | undefined> {
  return db.maybe(sql`
    select inbox_id, state, assignment_limit, assignment_method,
      array(select user_id from routing_users where inbox_id = routing.inbox_id order by position, user_id) as user_ids
    from routing where inbox_id = ${inboxId} and ${visibleTo(viewer, sql`inbox_id`)}`)
}

export interface InboxCandidate extends Candidate {
  inboxId: number
  name: string
}

/** Of each inbox those in the rotation in their order, whoever they are; then everybody who could be put into it. */
export function listCandidates(db: Db, inboxIds: number[]): Promise<InboxCandidate[]> {
  return db.many(sql`
    with people as (
      select inbox_id, users.id, trim(first_name || ' ' || last_name) as name,
        deactivated_at is not null as deactivated, role = 'light user' as light,
        role in ('owner', 'admin') or exists (
          select from inbox_users where inbox_users.inbox_id = inbox.inbox_id and user_id = users.id
        ) as has_access
      from users, unnest(${inboxIds}::bigint[]) as inbox (inbox_id) where type <> 'team'
    ), held as (
      select inbox_id, assignee_id, sum(amount) as amount from conversation_totals
      where inbox_id = any(${inboxIds}::bigint[]) and status = 'active' and home_folder not in ('deleted', 'drafts')
      group by inbox_id, assignee_id
    )
    select people.inbox_id as "inboxId", people.id as "userId", name, deactivated, light, has_access as "hasAccess",
      turn.user_id is not null as "inRotation", coalesce(email_status = 'away', false) as away,
      coalesce(held.amount, 0) as "conversationsCount", last_assigned_at as "lastAssignedAt"
    from people
    left join routing_users turn on turn.inbox_id = people.inbox_id and turn.user_id = people.id
    left join user_statuses on user_statuses.user_id = people.id
    left join held on held.inbox_id = people.inbox_id and held.assignee_id = people.id
    where turn.user_id is not null or (has_access and not light and not deactivated)
    order by turn.position nulls last, people.id`)
}

/** Held until the end, and made where routing was never set. False for an inbox that is gone. */
export async function lockRouting(db: Db, inboxId: number): Promise<boolean> {
  await db.run(sql`insert into routing (inbox_id) select id from inboxes where id = ${inboxId} on conflict do nothing`)
  return (await db.maybe(sql`select from routing where inbox_id = ${inboxId} for update`)) !== undefined
}

export interface ChangedRoutingRow {
  inboxId: number
  state: Routing["state"]
  assignmentLimit: number
  assignmentMethod: NonNullable<Routing["assignmentMethod"]>
  userIds: number[]
  now: Date
}

/** Who stays in the rotation keeps their turn. */
export async function updateRouting(db: Db, routing: ChangedRoutingRow): Promise<void> {
  const { inboxId, userIds } = routing
  await db.run(sql`update routing set state = ${routing.state}, assignment_limit = ${routing.assignmentLimit},
    assignment_method = ${routing.assignmentMethod}, updated_at = ${routing.now} where inbox_id = ${inboxId}`)
  await db.run(sql`delete from routing_users where inbox_id = ${inboxId} and user_id <> all(${userIds}::bigint[])`)
  await db.run(sql`
    insert into routing_users (inbox_id, user_id, position)
    select ${inboxId}, id, position from unnest(${userIds}::bigint[]) with ordinality as given (id, position)
    on conflict (inbox_id, user_id) do update set position = excluded.position`)
}

/** Deactivated ones too: the rotation says that they are. */
export async function listUserIds(db: Db, ids: number[]): Promise<Set<number>> {
  const rows = await db.many<{ id: number }>(
    sql`select id from users where id = any(${ids}::bigint[]) and type <> 'team'`,
  )
  return new Set(rows.map(({ id }) => id))
}
