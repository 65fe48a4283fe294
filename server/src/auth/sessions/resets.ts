import type { Role } from "@deskhand/contract/people/user"
import { type Db, sql } from "../../db/db.ts"
import { DeskError, forbidden, notFound } from "../../errors.ts"
import { recordEvent, signChanges } from "../../events/record.ts"
import type { Viewer } from "../../http/viewer.ts"
import { refuseMoreRights } from "../../users/rules.ts"
import { clearAccountFailures, guessLimit, recordFailure, refuseThrottled, resetLimits } from "../failures.ts"
import { after, resetMs } from "../lifetimes.ts"
import { type Delegations, endDelegations, findDelegations } from "../oauth/delegations.ts"
import { findToken } from "../queries.ts"
import { hashOf, newSecret } from "../secrets.ts"
import { issueDevice } from "./device-cookies.ts"
import { hashPassword, refuseWeakPassword } from "./passwords.ts"
import { replacePassword } from "./sessions.ts"

/** Notes that a link is owed. Nobody learns whether there is such a user: neither by the answer nor by its time. */
export async function askForReset(
  db: Db,
  { email, address, now }: { email: string; address: string; now: Date },
): Promise<void> {
  const wanted = email.replaceAll("\0", "").trim()
  const limits = resetLimits(wanted, address)
  await refuseThrottled(db, limits, now)
  await recordFailure(db, limits, now)
  await db.run(sql`
    insert into password_resets (user_id, asked_at, expires_at)
    select id, ${now}, ${after(now, resetMs)} from users
    where lower(email) = lower(${wanted}) and type = 'user' and deactivated_at is null
    on conflict (user_id) do update set asked_at = excluded.asked_at,
      expires_at = greatest(password_resets.expires_at, excluded.expires_at)`)
}

export interface MadeLink {
  token: string
  expiresAt: Date
}

/** One for each user: whoever makes another ends the one before. */
export async function makeResetLink(
  db: Db,
  { userId, now, lifeMs = resetMs }: { userId: number; now: Date; lifeMs?: number },
): Promise<MadeLink> {
  const token = newSecret("reset")
  const expiresAt = after(now, lifeMs)
  const made = await db.run(sql`
    insert into password_resets (user_id, hash, expires_at)
    select id, ${hashOf(token)}, ${expiresAt} from users
    where id = ${userId} and type = 'user' and deactivated_at is null
    on conflict (user_id) do update set asked_at = null, hash = excluded.hash, expires_at = excluded.expires_at`)
  if (made === 0) throw notFound()
  return { token, expiresAt }
}

export interface LinkWish {
  viewer: Viewer
  /** What the viewer came with, when it was not a session. */
  bearer: string | undefined
  userId: number
  now: Date
}

/** Whoever holds the link becomes that user: so it is not for apps, nor for users with more rights than the viewer. */
export async function makeLinkFor(db: Db, { viewer, bearer, userId, now }: LinkWish): Promise<MadeLink> {
  const issuer = bearer === undefined ? undefined : await findToken(db, hashOf(bearer))
  if (issuer?.kind === "access") throw forbidden("An app cannot make such a link; sign in, or use a personal token")
  const user = await db.maybe<{ id: number; role: Role | null }>(sql`select id, role from users where id = ${userId}`)
  if (user) refuseMoreRights(viewer, user)
  return makeResetLink(db, { userId, now })
}

/** In the fragment, which browsers send to nobody: so it stands in no log. */
export function linkTo(origin: string, { token }: MadeLink): string {
  return `${origin}/reset-password#${token}`
}

interface Attempt {
  token: string
  address: string
  now: Date
}

export interface FoundReset extends Delegations {
  email: string
  expiresAt: Date
}

/** Looks before it counts: a right link works however many wrong ones came from the same address. */
export async function findReset(db: Db, attempt: Attempt): Promise<FoundReset> {
  const found = await db.maybe<{ id: number; email: string; expires_at: Date }>(sql`
    select users.id, email, expires_at from password_resets join users on users.id = user_id
    where password_resets.hash = ${hashOf(attempt.token)} and expires_at > ${attempt.now} and deactivated_at is null`)
  if (!found) return refuseLink(db, attempt)
  return { email: found.email, expiresAt: found.expires_at, ...(await findDelegations(db, found.id)) }
}

export interface ResetAttempt extends Attempt {
  newPassword: string
  /** Personal tokens and apps that act for the user go on. */
  keepTokens?: boolean
}

/**
 * The link works once. Whoever forgot a password may have lost it to somebody: all sessions end, and so does everything
 * that acts for the user, unless they ask to keep it. Gives the cookie of the browser, which is known from now on.
 */
export async function resetPassword(db: Db, attempt: ResetAttempt): Promise<string> {
  const { token, newPassword, keepTokens = false, now } = attempt
  refuseWeakPassword(newPassword, "newPassword")
  await findReset(db, attempt)
  const hash = await hashPassword(newPassword)
  const userId = await db.transaction(async (db) => {
    const used = await db.maybe<{ id: number; email: string; had_password: boolean }>(sql`
      delete from password_resets using users
      where password_resets.hash = ${hashOf(token)} and expires_at > ${now}
        and users.id = user_id and deactivated_at is null
      returning users.id, users.email, password_hash is not null as had_password`)
    if (!used) return undefined
    const { id, email } = used
    await replacePassword(db, { userId: id, hash, now })
    const delegations = keepTokens ? await findDelegations(db, id) : await endDelegations(db, { userId: id, now })
    await clearAccountFailures(db, email)
    const data = { ...delegations, kept: keepTokens }
    if (used.had_password) await recordEvent(db, { kind: "user.password.reset", subjectId: id, userId: id, data })
    await signChanges(db, id)
    return id
  })
  if (userId === undefined) return refuseLink(db, attempt)
  return (await issueDevice(db, userId)).cookie
}

async function refuseLink(db: Db, { address, now }: Attempt): Promise<never> {
  const limits = [guessLimit("reset-link", address)]
  await refuseThrottled(db, limits, now)
  await recordFailure(db, limits, now)
  throw new DeskError(404, "reset_link", "This link has expired or was used already; ask for a new one")
}
