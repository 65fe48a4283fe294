import { SystemUserPath, UserPath } from "@deskhand/contract/people/user"
import type { Db } from "../db/db.ts"
import { notFound } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import { noContent } from "../http/hal.ts"
import { type CheckedChange, refuseStale } from "../http/input/if-match.ts"
import { route } from "../http/route.ts"
import { answerUser } from "../users/routes.ts"
import { refuseRemoval } from "../users/rules.ts"
import { answerSystemUser } from "../users/system-users/routes.ts"
import { deactivateUser, lockUserRow } from "../users/write-queries.ts"
import { endAllAccess } from "./sessions/sessions.ts"

// These stand here because who is deleted loses all access in the same moment.

export const deleteUser = route({
  method: "DELETE",
  url: "/v2/users/:userId",
  permission: "users:write",
  summary: "Deactivate a user",
  path: UserPath,
  answers: { 204: "Deactivated, and signed out everywhere" },
  async handle(call) {
    const { db, viewer, now, path, origin } = call
    const check = (db: Db) => refuseStale(call, () => answerUser(db, path.userId, origin))
    await removeUser(db, { id: path.userId, type: "user" }, { viewer, now, check })
    return noContent
  },
})

export const deleteSystemUser = route({
  method: "DELETE",
  url: "/v3/system-users/:systemUserId",
  permission: "users:write",
  summary: "Deactivate a system user",
  path: SystemUserPath,
  answers: { 204: "Deactivated" },
  async handle(call) {
    const { db, viewer, now, path, origin } = call
    const check = (db: Db) => refuseStale(call, () => answerSystemUser(db, path.systemUserId, origin))
    await removeUser(db, { id: path.systemUserId, type: "system_user" }, { viewer, now, check })
    return noContent
  },
})

/** Their conversations are unassigned by whoever hears of the event. */
function removeUser(
  db: Db,
  { id, type }: { id: number; type: "user" | "system_user" },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  return db.transaction(async (db) => {
    const user = await lockUserRow(db, id, type)
    if (!user || user.deactivated) throw notFound()
    refuseRemoval(viewer, user)
    await check(db)
    await deactivateUser(db, id, now)
    await endAllAccess(db, { userId: id, now })
    await recordEvent(db, { kind: "user.deleted", subjectId: id, userId: viewer.userId })
  })
}
