import type { Role } from "@deskhand/contract/people/user"
import { type Db, sql } from "../../db/db.ts"
import { conflict, forbidden, invalid } from "../../errors.ts"
import { signChanges } from "../../events/record.ts"
import { tellAccessEnded } from "../endings.ts"
import { clearFailures, recordFailure, refuseThrottled, sessionLimit } from "../failures.ts"
import { endDelegations, endTokens } from "../oauth/delegations.ts"
import { hashOf } from "../secrets.ts"
import { hashPassword, inHashSlot, isPassword, refuseHugePassword, refuseWeakPassword } from "./passwords.ts"

export async function endSession(db: Db, session: string): Promise<void> {
  await db.transaction(async (db) => {
    const ended = await db.maybe<{ user_id: number }>(
      sql`delete from sessions where hash = ${hashOf(session)} returning user_id`,
    )
    if (ended) await tellAccessEnded(db, ended.user_id)
  })
}

export interface SignedInRow {
  id: number
  first_name: string
  last_name: string
  email: string | null
  role: Role
  timezone: string
  password_one_time: boolean
  desk_name: string
}

const signedInColumns = sql`users.id, first_name, last_name, email, role, timezone, password_one_time,
  (select name from account) as desk_name`

export function findSignedIn(
  db: Db,
  { session, now }: { session: string; now: Date },
): Promise<SignedInRow | undefined> {
  return db.maybe(sql`
    select ${signedInColumns} from sessions join users on users.id = sessions.user_id
    where sessions.hash = ${hashOf(session)} and sessions.expires_at > ${now}
      and users.type = 'user' and users.deactivated_at is null`)
}

export function findViewerAccount(db: Db, userId: number): Promise<SignedInRow> {
  return db.one(sql`select ${signedInColumns} from users where id = ${userId}`)
}

export interface PasswordChangeAttempt {
  userId: number
  session: string | undefined
  currentPassword: string
  newPassword: string
  /** Personal tokens and apps that act for the user end too. */
  endTokens?: boolean
  now: Date
}

/** Needs a session, so that a token that leaked cannot try passwords. Other sessions end. */
export async function changePassword(db: Db, attempt: PasswordChangeAttempt): Promise<void> {
  const { userId, session, currentPassword, newPassword, now } = attempt
  const signedIn = session === undefined ? undefined : await findSignedIn(db, { session, now })
  if (session === undefined || signedIn?.id !== userId) throw forbidden("Sign in with your password to change it")
  refuseHugePassword(currentPassword, "currentPassword")
  refuseWeakPassword(newPassword, "newPassword")
  const oldHash = await checkCurrentPassword(db, attempt, session)
  if (newPassword.normalize("NFC") === currentPassword.normalize("NFC"))
    throw invalid({ path: "newPassword", message: "must differ from the current one", source: "JSON" })
  const newHash = await hashPassword(newPassword)
  await db.transaction(async (db) => {
    const unchanged = await db.maybe(sql`
      select from users where id = ${userId} and password_hash = ${oldHash} for no key update`)
    if (!unchanged) throw conflict("password_changed", "Somebody else has just changed this password")
    await replacePassword(db, { userId, hash: newHash, exceptSession: session, now })
    if (attempt.endTokens) await endDelegations(db, { userId, now })
    await signChanges(db, userId)
  })
}

/** It is theirs from now on, whoever printed the one before. To be called in a transaction. */
export async function replacePassword(
  db: Db,
  { userId, hash, exceptSession, now }: { userId: number; hash: string; exceptSession?: string; now: Date },
): Promise<void> {
  await db.run(sql`update users set password_hash = ${hash}, password_one_time = false, updated_at = ${now}
    where id = ${userId}`)
  await signChanges(db, userId)
  await endAccess(db, { userId, ...(exceptSession !== undefined && { exceptSession }), now })
}

/** Gives the hash of the password that was right. Wrong ones are throttled by session. */
export function checkCurrentPassword(
  db: Db,
  { userId, currentPassword, now }: Pick<PasswordChangeAttempt, "userId" | "currentPassword" | "now">,
  session: string,
): Promise<string | null> {
  return inHashSlot(`user ${userId}`, async () => {
    const { password_hash: hash } = await db.one<{ password_hash: string | null }>(
      sql`select password_hash from users where id = ${userId}`,
    )
    const limit = sessionLimit(hashOf(session))
    const hasFailures = await refuseThrottled(db, [limit], now)
    if (await isPassword(currentPassword, hash)) {
      if (hasFailures) await clearFailures(db, limit)
      return hash
    }
    await recordFailure(db, [limit], now)
    throw invalid({ path: "currentPassword", message: "is not your password", source: "JSON" })
  })
}

/** For whoever is deactivated, and may come back one day. Apps keep their secrets: they act for nobody until then. */
export async function endAllAccess(db: Db, { userId, now }: { userId: number; now: Date }): Promise<void> {
  await endAccess(db, { userId, now })
  await endTokens(db, { userId, now })
}

/**
 * Ends the sessions of a user and what they have let apps do; their personal tokens and own apps stay. To be called
 * in the transaction that changes the user's row, because that row is what the making of tokens waits for.
 */
export async function endAccess(
  db: Db,
  { userId, exceptSession, now }: { userId: number; exceptSession?: string; now: Date },
): Promise<void> {
  const kept = exceptSession === undefined ? null : hashOf(exceptSession)
  await db.run(sql`delete from sessions where user_id = ${userId} and hash is distinct from ${kept}::bytea`)
  await db.run(sql`delete from authorization_codes where user_id = ${userId} and used_at is null`)
  await db.run(sql`delete from password_resets where user_id = ${userId}`)
  await db.run(sql`
    update tokens set revoked_at = ${now} where revoked_at is null
      and family in (select family from tokens where user_id = ${userId} and kind = 'refresh')`)
  await tellAccessEnded(db, userId)
}
