import type { ChangedRouting } from "@deskhand/contract/inboxes/routing"
import type { Db } from "../db/db.ts"
import { invalid, notFound } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import type { CheckedChange } from "../http/input/if-match.ts"
import { listUserIds, lockRouting, updateRouting } from "./queries.ts"

/** Anybody may be in the rotation; it says of each why they are passed over. */
export function changeRouting(
  db: Db,
  routing: ChangedRouting & { inboxId: number },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  const { inboxId } = routing
  return db.transaction(async (db) => {
    if (!(await lockRouting(db, inboxId))) throw notFound()
    await check(db)
    await refuseStrangers(db, routing.userIds)
    await updateRouting(db, { ...routing, userIds: [...new Set(routing.userIds)], now })
    await recordEvent(db, { kind: "routing.updated", subjectId: inboxId, inboxId, userId: viewer.userId })
  })
}

async function refuseStrangers(db: Db, userIds: number[]): Promise<void> {
  const known = await listUserIds(db, userIds)
  const unknown = userIds.findIndex((id) => !known.has(id))
  if (unknown === -1) return
  const message = "must be a user of this desk, and no team"
  throw invalid({ path: `userIds[${unknown}]`, message, rejectedValue: userIds[unknown], source: "JSON" })
}
