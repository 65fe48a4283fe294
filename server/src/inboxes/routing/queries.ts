import type { Routing } from "@deskhand/contract/routing"
import { type Db, sql } from "../../db/db.ts"
import { type Viewer, visibleTo } from "../../http/viewer.ts"
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

/** Those in the rotation in their order, whoever they are; then everybody who could be put into it. */
export function listCandidates(db: Db, viewer: Viewer, inboxId: number): Promise<Candidate[]> {
  return db.many(sql`
    with people as (
      select users.id, deactivated_at is not null as deactivated, role = 'light user' as light,
        role in ('owner', 'admin') or exists (
          select from inbox_users where inbox_id = ${inboxId} and user_id = users.id
        ) as has_access
      from users where type <> 'team'
    ), held as (
      select assignee_id, sum(amount) as amount from conversation_totals
      where inbox_id = ${inboxId} and ${visibleTo(viewer, sql`inbox_id`)} and status = 'active'
        and home_folder not in ('deleted', 'drafts')
      group by assignee_id
    )
    select people.id as "userId", deactivated, light, has_access as "hasAccess",
      turn.user_id is not null as "inRotation", coalesce(email_status = 'away', false) as away,
      coalesce(held.amount, 0) as "conversationsCount"
    from people
    left join routing_users turn on turn.inbox_id = ${inboxId} and turn.user_id = people.id
    left join user_statuses on user_statuses.user_id = people.id
    left join held on held.assignee_id = people.id
    where turn.user_id is not null or (has_access and not light and not deactivated)
    order by turn.position nulls last, people.id`)
}
