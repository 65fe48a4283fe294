import { type Db, sql } from "../../db/db.ts"
import { unauthorized } from "../../errors.ts"
import {
  accountEverywhereLimit,
  accountLimit,
  clearFailures,
  deviceLimit,
  type Limit,
  recordFailure,
  refuseThrottled,
} from "../failures.ts"
import { after, sessionMs } from "../lifetimes.ts"
import { networkOf } from "../rules.ts"
import { hashOf, newSecret } from "../secrets.ts"
import { type Device, issueDevice, readDevice } from "./device-cookies.ts"
import { inHashSlot, isPassword, refuseHugePassword } from "./passwords.ts"
import { endSession } from "./sessions.ts"

export interface SignInAttempt {
  email: string
  password: string
  address: string
  userAgent: string
  /** The session this browser had until now; it ends. */
  formerSession: string | undefined
  /** The cookie of a browser that signed in before. */
  deviceCookie: string | undefined
  now: Date
}

/** What the browser keeps: the secret of its session, and the cookie by which it is known the next time. */
export interface SignedInBrowser {
  session: string
  device: string
}

/**
 * Starts a session. Unknown, deactivated and mistyped look alike, in words and in time. The limits are checked again in
 * the hash slot, so that a burst of guesses cannot pass them before the first of it is counted.
 */
export async function signIn(db: Db, attempt: SignInAttempt): Promise<SignedInBrowser> {
  const { password, now } = attempt
  const email = attempt.email.replaceAll("\0", "").trim()
  refuseHugePassword(password, "password")
  const account = await findAccount(db, email)
  const device = account && (await readDevice(db, attempt.deviceCookie, account.id))
  const limits = limitsOf(attempt, { email, account, device })
  await refuseThrottled(db, limits.checked, now)
  const queueName = device?.id ?? networkOf(attempt.address)
  return inHashSlot(queueName, async () => {
    const hasFailures = await refuseThrottled(db, limits.checked, now)
    const right = await isPassword(password, account?.password_hash)
    const session = right && account ? await startSession(db, account, attempt) : undefined
    if (session === undefined || !account) {
      await recordFailure(db, limits.counted, now)
      throw unauthorized("The e-mail address or the password is wrong")
    }
    if (hasFailures) await clearFailures(db, limits.own)
    return { session, device: (device ?? (await issueDevice(db, account.id))).cookie }
  })
}

interface SignInLimits {
  /** Those that may refuse this attempt. */
  checked: Limit[]
  /** Those that its failure counts for. */
  counted: Limit[]
  /** The one that its success clears. */
  own: Limit
}

/**
 * Failures from all networks together delay only whoever is a stranger to the account: not a known device, nor a network
 * with a session of this user. So an attack from many addresses does not lock out the owner.
 */
function limitsOf(
  { address }: SignInAttempt,
  { email, account, device }: { email: string; account: AccountRow | undefined; device: Device | undefined },
): SignInLimits {
  if (device) {
    const own = deviceLimit(device.id)
    return { checked: [own], counted: [own], own }
  }
  const own = accountLimit(email, address)
  const everywhere = accountEverywhereLimit(email)
  const isKnown = account?.addresses.some((known) => networkOf(known) === networkOf(address)) ?? false
  return { checked: isKnown ? [own] : [own, everywhere], counted: [own, everywhere], own }
}

interface AccountRow {
  id: number
  password_hash: string | null
  /** Where the user is signed in. */
  addresses: string[]
}

function findAccount(db: Db, email: string): Promise<AccountRow | undefined> {
  return db.maybe(sql`
    select id, password_hash, array(select distinct address from sessions where user_id = users.id) as addresses
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
