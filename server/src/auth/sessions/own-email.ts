import { type Db, sql } from "../../db/db.ts"
import { conflict, forbidden } from "../../errors.ts"
import type { Change } from "../../http/input/if-match.ts"
import { changeUser } from "../../users/actions.ts"
import { refuseHugePassword } from "./passwords.ts"
import { checkCurrentPassword, findSignedIn } from "./sessions.ts"

export interface EmailChangeAttempt extends Change {
  session: string | undefined
  currentPassword: string
  email: string
}

/**
 * Needs a session and the password, because links for a new password go to the new address: neither a leaked token nor
 * an open browser is enough. Links that were sent to the old address stop working.
 */
export async function changeOwnEmail(db: Db, attempt: EmailChangeAttempt): Promise<void> {
  const { viewer, session, currentPassword, email, now } = attempt
  const { userId } = viewer
  const signedIn = session === undefined ? undefined : await findSignedIn(db, { session, now })
  if (session === undefined || signedIn?.id !== userId)
    throw forbidden("Sign in with your password to change your address")
  refuseHugePassword(currentPassword, "currentPassword")
  const hash = await checkCurrentPassword(db, { userId, currentPassword, now }, session)
  await db.transaction(async (db) => {
    await changeUser(db, { id: userId, email }, { viewer, now, check: async () => {} })
    const unchanged = await db.maybe(sql`select from users where id = ${userId} and password_hash = ${hash}`)
    if (!unchanged) throw conflict("password_changed", "Somebody else has just changed this password")
    await db.run(sql`delete from password_resets where user_id = ${userId}`)
  })
}
