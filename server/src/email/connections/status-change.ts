import type { Db } from "../../db/db.ts"
import { recordEvent } from "../../events/record.ts"

/**
 * Whether mail goes out may be otherwise from now on, of one inbox or of all of them. For those who write replies: events
 * of connections are for administrators.
 */
export async function recordStatusChange(db: Db, inboxId: number | null, userId: number | null = null): Promise<void> {
  const place = inboxId === null ? { subjectId: 0 } : { subjectId: inboxId, inboxId }
  await recordEvent(db, { kind: "mail.status.changed", ...place, userId })
}
