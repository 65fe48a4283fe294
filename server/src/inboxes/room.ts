import { sql } from "../db/db.ts"

/**
 * Of a row of `routing`: whether it is on and somebody in the rotation has fewer conversations than they may. Asked without
 * a lock. Who gets room after that tells of it by an event, after which what waits is looked at again.
 */
export const hasRoom = sql`routing.state = 'enabled' and exists (
  select from routing_users turn
  left join (
    select assignee_id, sum(amount) as amount from conversation_totals
    where inbox_id = routing.inbox_id and status = 'active' and home_folder not in ('deleted', 'drafts') group by 1
  ) held on held.assignee_id = turn.user_id
  where turn.inbox_id = routing.inbox_id and coalesce(held.amount, 0) < routing.assignment_limit)`
