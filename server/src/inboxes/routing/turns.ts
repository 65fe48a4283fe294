import { type Db, sql } from "../../db/db.ts"
import { nextInTurn, type Turn } from "./rules.ts"

interface EnabledRouting {
  inbox_id: number
  assignment_limit: number
  assignment_method: "round_robin" | "balanced"
}

/**
 * Takes the turn of whoever is next, until the transaction ends for nobody else in this inbox: two conversations that
 * come at once see one another's turns and loads. Undefined where routing is off or nobody can take more.
 */
export async function takeTurn(db: Db, inboxId: number, now: Date): Promise<number | undefined> {
  const routing = await db.maybe<EnabledRouting>(sql`
    select inbox_id, assignment_limit, assignment_method from routing
    where inbox_id = ${inboxId} and state = 'enabled' for no key update`)
  if (!routing) return undefined
  const next = nextInTurn(await listTurns(db, inboxId), {
    method: routing.assignment_method,
    assignmentLimit: routing.assignment_limit,
  })
  if (!next) return undefined
  // Later than every other turn, also where several are taken in one moment or a clock has gone back.
  await db.run(sql`
    update routing_users set last_assigned_at = greatest(${now}, (
      select max(last_assigned_at) + interval '1 millisecond' from routing_users where inbox_id = ${inboxId}
    )) where inbox_id = ${inboxId} and user_id = ${next.userId}`)
  return next.userId
}

/** Those in the rotation, in their order. */
export function listTurns(db: Db, inboxId: number): Promise<Turn[]> {
  return db.many(sql`
    with held as (
      select assignee_id, sum(amount) as amount from conversation_totals
      where inbox_id = ${inboxId} and status = 'active' and home_folder not in ('deleted', 'drafts')
      group by assignee_id
    )
    select users.id as "userId", deactivated_at is not null as deactivated, role = 'light user' as light,
      role in ('owner', 'admin') or exists (
        select from inbox_users where inbox_id = ${inboxId} and user_id = users.id
      ) as "hasAccess",
      true as "inRotation", coalesce(email_status = 'away', false) as away,
      coalesce(held.amount, 0) as "conversationsCount", last_assigned_at as "lastAssignedAt"
    from routing_users turn
    join users on users.id = turn.user_id
    left join user_statuses on user_statuses.user_id = users.id
    left join held on held.assignee_id = users.id
    where turn.inbox_id = ${inboxId} order by turn.position, users.id`)
}
