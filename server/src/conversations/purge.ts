import { sql } from "../db/db.ts"
import type { Desk } from "../http/route.ts"
import { removeConversations } from "./remove.ts"

/** Few enough for one short transaction. */
const batchSize = 50

/** Removes what has been in the Deleted folder for long enough, where the operator wants that. */
export async function purgeDeleted({ db, now, config }: Desk, _payload: unknown, signal: AbortSignal): Promise<void> {
  const days = config.deletedRetentionDays
  if (days === 0) return
  const before = new Date(now().getTime() - days * 86_400_000)
  let removed = batchSize
  while (removed === batchSize && !signal.aborted)
    removed = await db.transaction(async (db) => {
      const old = await db.many<{ id: number }>(sql`
        select id from conversations where state = 'deleted' and modified_at <= ${before}
        order by id limit ${batchSize} for update skip locked`)
      await removeConversations(
        db,
        old.map(({ id }) => id),
        { userId: null },
      )
      return old.length
    })
}
