import type { ChangedReassignment, ChangedUserStatus, StatusSource } from "@deskhand/contract/people/user-status"
import type { Db } from "../../db/db.ts"
import { forbidden, invalid, notFound } from "../../errors.ts"
import { recordEvent } from "../../events/record.ts"
import type { CheckedChange } from "../../http/input/if-match.ts"
import { may, type Viewer } from "../../http/viewer.ts"
import { lockStatusUser, updateReassignment, updateStatus } from "./queries.ts"

/** Saying again what is so already changes nothing: nobody's time away begins anew by it. */
export function changeStatus(
  db: Db,
  { userId, status, customStatus = {}, source }: ChangedUserStatus & { userId: number; source: StatusSource },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  refuseOthers(viewer, userId)
  return db.transaction(async (db) => {
    if (!(await lockStatusUser(db, userId))) throw notFound()
    await check(db)
    const changed = await updateStatus(db, {
      userId,
      status,
      text: wordsOf(customStatus.text),
      emoji: wordsOf(customStatus.emoji),
      emojiName: wordsOf(customStatus.emojiName),
      performedById: viewer.userId,
      source,
      now,
    })
    if (!changed) return
    const data = { status }
    await recordEvent(db, { kind: "user.status.changed", subjectId: userId, userId: viewer.userId, data })
  })
}

export function changeReassignment(
  db: Db,
  { userId, enabled, awayDuration }: ChangedReassignment & { userId: number },
  { viewer, check }: CheckedChange,
): Promise<void> {
  refuseOthers(viewer, userId)
  const minutes = awayDuration === undefined ? 0 : awayDuration.hours * 60 + awayDuration.minutes
  if (enabled && (minutes < 1 || minutes > longestMinutes)) {
    const message = "must be between 1 minute and 720 hours"
    throw invalid({ path: "awayDuration", message, rejectedValue: awayDuration, source: "JSON" })
  }
  return db.transaction(async (db) => {
    if (!(await lockStatusUser(db, userId))) throw notFound()
    await check(db)
    await updateReassignment(db, { userId, afterMinutes: enabled ? minutes : null })
    await recordEvent(db, { kind: "user.updated", subjectId: userId, userId: viewer.userId })
  })
}

const longestMinutes = 720 * 60

function refuseOthers(viewer: Viewer, userId: number): void {
  if (userId !== viewer.userId && !may(viewer, "others-status:write"))
    throw forbidden("Only admins change this for others")
}

function wordsOf(text: string | undefined): string | null {
  return text?.trim().toWellFormed() || null
}
