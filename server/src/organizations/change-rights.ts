import { type Db, type Sql, sql } from "../db/db.ts"
import { DeskError } from "../errors.ts"
import { administers, type Viewer, visibleTo } from "../http/viewer.ts"

/*
 * Who may change a customer, an organization or one of their property values (ADR 66). Owners and admins may. Others need an
 * inbox, and then either see there what somebody else has exchanged with the customer, or nothing of it is in an inbox that
 * they do not see. What they started themselves does not count: everybody can write to everybody.
 */

/** Nobody sees conversations of what is only being made, so an inbox is enough. */
export function refuseWithoutInbox(viewer: Viewer): void {
  if (administers(viewer) || viewer.inboxIds.length > 0) return
  throw unrelated("You have no inbox, and so change no customers or organizations; ask an administrator for access")
}

/** By conditions on `conversations` and `threads`. Call it once the thing is locked. */
export async function refuseUnrelated(db: Db, viewer: Viewer, { threads, conversations }: OfIt): Promise<void> {
  if (administers(viewer)) return
  refuseWithoutInbox(viewer)
  const visible = visibleTo(viewer, sql`conversations.inbox_id`)
  const exchanged = sql`select from threads join conversations on conversations.id = conversation_id where ${threads}`
  const { allowed } = await db.one<{ allowed: boolean }>(sql`
    select exists (${exchanged} and ${visible} and threads.type <> 'lineitem'
        and coalesce(performed_by_id, created_by_id) is distinct from ${viewer.userId})
      or not exists (select from conversations where ${conversations} and not ${visible})
        and not exists (${exchanged} and not ${visible}) as allowed`)
  if (!allowed) throw unrelated("Its conversations are in inboxes that you do not see; ask somebody who does")
}

interface OfIt {
  threads: Sql
  conversations: Sql
}

function unrelated(message: string): DeskError {
  return new DeskError(403, "no_visible_conversation", message)
}
