import type { Role } from "@deskhand/contract/user"
import { type Db, sql } from "../db/db.ts"
import { conflict, forbidden, invalid, unauthorized } from "../errors.ts"
import { signChanges } from "../events/record.ts"
import { tellAccessEnded } from "./endings.ts"
import { accountLimit, addressLimit, recordFailure, refuseThrottled } from "./failures.ts"
import { after, sessionMs } from "./lifetimes.ts"
import { hashPassword, inHashSlot, isPassword, refuseHugePassword, refuseWeakPassword } from "./passwords.ts"
import { hashOf, newSecret } from "./secrets.ts"

export interface SignInAttempt {
  email: string
  password: string
  address: string
  userAgent: string
  /** The session this browser had until now; it ends. */
  formerSession: string | undefined
  now: Date
}

/**
 * Gives the secret of a new session. Unknown, deactivated and mistyped look alike, in words and in time. The whole
 * attempt holds a hash slot, so that a burst of guesses cannot pass the limit before the first of them is counted.
 */
export function signIn(db: Db, attempt: SignInAttempt): Promise<string> {
  const email = attempt.email.replaceAll("\0", "").trim()
  const { password, address, now } = attempt
  refuseHugePassword(password, "password")
  return inHashSlot(async () => {
    const account = await findAccount(db, { email, address })
    const limits = [accountLimit(email), addressLimit(address)]
    // Strangers who guess must not lock out whoever is signed in from elsewhere, at that address.
    await refuseThrottled(db, account?.knows_address ? limits.slice(1) : limits, now)
    const right = await isPassword(password, account?.password_hash)
    const secret = right && account ? await startSession(db, account, attempt) : undefined
    if (secret !== undefined) return secret
    await recordFailure(db, limits, now)
    throw unauthorized("The e-mail address or the password is wrong")
  })
}

interface AccountRow {
  id: number
  password_hash: string | null
  knows_address: boolean
}

function findAccount(db: Db, { email, address }: { email: string; address: string }): Promise<AccountRow | undefined> {
  return db.maybe(sql`
    select id, password_hash,
      exists (select from sessions where user_id = users.id and sessions.address = ${address}) as knows_address
    from users where lower(email) = lower(${email}) and type = 'user'`)
}

/** Nothing for a deactivated user, or when the password was changed since it was checked. */
async function startSession(db: Db, account: AccountRow, attempt: SignInAttempt): Promise<string | undefined> {
  const { address, userAgent, formerSession, now } = attempt
  const secret = newSecret("session")
  const started = await db.run(sql`
    insert into sessions (hash, user_id, address, user_agent, created_at, seen_at, expires_at)
    select ${hashOf(secret)}, id, ${address}, ${userAgent.slice(0, 300)}, ${now}, ${now}, ${after(now, sessionMs)}
    from users where id = ${account.id} and password_hash = ${account.password_hash} and deactivated_at is null
    for share`)
  if (started === 0) return undefined
  if (formerSession !== undefined) await endSession(db, formerSession)
  return secret
}

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
  password_one_time: boolean
  desk_name: string
}

const signedInColumns = sql`users.id, first_name, last_name, email, role, password_one_time,
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
  address: string
  now: Date
}

/** Needs a session, so that a token that leaked cannot try passwords. What else was signed in is signed out. */
export async function changePassword(db: Db, attempt: PasswordChangeAttempt): Promise<void> {
  const { userId, session, currentPassword, newPassword, now } = attempt
  const signedIn = session === undefined ? undefined : await findSignedIn(db, { session, now })
  if (session === undefined || signedIn?.id !== userId) throw forbidden("Sign in with your password to change it")
  refuseHugePassword(currentPassword, "currentPassword")
  refuseWeakPassword(newPassword, "newPassword")
  const oldHash = await checkCurrentPassword(db, attempt)
  if (newPassword.normalize("NFC") === currentPassword.normalize("NFC"))
    throw invalid({ path: "newPassword", message: "must differ from the current one", source: "JSON" })
  const newHash = await hashPassword(newPassword)
  await db.transaction(async (db) => {
    const unchanged = await db.maybe(sql`
      select from users where id = ${userId} and password_hash = ${oldHash} for no key update`)
    if (!unchanged) throw conflict("password_changed", "Somebody else has just changed this password")
    await replacePassword(db, { userId, hash: newHash, exceptSession: session, now })
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

function checkCurrentPassword(db: Db, attempt: PasswordChangeAttempt): Promise<string | null> {
  const { userId, currentPassword, address, now } = attempt
  return inHashSlot(async () => {
    const { email, password_hash: hash } = await db.one<{ email: string; password_hash: string | null }>(
      sql`select email, password_hash from users where id = ${userId}`,
    )
    const limits = [accountLimit(email), addressLimit(address)]
    await refuseThrottled(db, limits, now)
    if (await isPassword(currentPassword, hash)) return hash
    await recordFailure(db, limits, now)
    throw invalid({ path: "currentPassword", message: "is not your password", source: "JSON" })
  })
}

/** As below, with their personal tokens and every other: for who is deactivated, and may come back one day. */
export async function endAllAccess(db: Db, { userId, now }: { userId: number; now: Date }): Promise<void> {
  await endAccess(db, { userId, now })
  await db.run(sql`update tokens set revoked_at = ${now} where user_id = ${userId} and revoked_at is null`)
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
