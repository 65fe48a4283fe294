import { type Db, sql } from "../db/db.ts"
import type { Scope, Viewer } from "../http/viewer.ts"

/** Who somebody is now, for what is done in their name later. Nothing when they were deactivated. */
export async function findViewer(
  db: Db,
  { userId, scope }: { userId: number; scope: Scope },
): Promise<Viewer | undefined> {
  const row = await db.maybe<{ role: Viewer["role"]; inbox_ids: number[] }>(sql`
    select role, ${inboxIdsOf} as inbox_ids from users
    where id = ${userId} and type <> 'team' and deactivated_at is null`)
  return row && { userId, role: row.role, scope, inboxIds: row.inbox_ids }
}

/** Of a row of users: those given to them; for owners and admins all there are. */
export const inboxIdsOf = sql`case when users.role in ('owner', 'admin') then array(select id from inboxes order by id)
  else array(select inbox_id from inbox_users where user_id = users.id order by inbox_id) end`
