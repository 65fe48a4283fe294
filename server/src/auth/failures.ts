import { type Db, join, sql } from "../db/db.ts"
import { throttled } from "../errors.ts"
import { after } from "./lifetimes.ts"
import { networkOf } from "./rules.ts"

/** How many failures of one subject are allowed before each further one is followed by a growing delay. */
export interface Limit {
  subject: string
  /** Only failures from this network count; from everywhere without it. */
  network?: string
  free: number
}

const secondMs = 1_000

/** The first delay is a second; each failure doubles it up to this. */
const longestDelayMs = 15 * 60_000

/** A subject without a failure for this long begins anew. Longer than the longest delay, so that waiting alone resets nothing. */
const quietMs = 60 * 60_000

/**
 * Guesses at one password from one place. Account and network are counted together: nobody behind a shared address is
 * refused because of failures with the account of somebody else.
 */
export function accountLimit(email: string, address: string): Limit {
  return { subject: accountSubject(email), network: networkOf(address), free: 5 }
}

/** Guesses at one password from many places. Known devices and networks are exempt, see `signIn`. */
export function accountEverywhereLimit(email: string): Limit {
  return { subject: accountSubject(email), free: 20 }
}

/** A browser that signed in to the account before has a counter of its own, which strangers cannot use up. */
export function deviceLimit(deviceId: string): Limit {
  return { subject: `device:${deviceId}`, free: 5 }
}

/** Guesses at the current password by whoever is signed in. */
export function sessionLimit(sessionHash: Buffer): Limit {
  return { subject: `session:${sessionHash.toString("hex")}`, free: 5 }
}

/** Wrong secrets and wrong grants of a client. The right ones are never refused. */
export function clientLimit(clientId: string, address: string): Limit {
  return { subject: `client:${clientId}`, network: networkOf(address), free: 10 }
}

/** Guesses at client ids and reset links, which have too many bits to be guessed. The right ones are never refused. */
export function guessLimit(what: "client" | "reset-link" | "rating-link", address: string): Limit {
  return { subject: `guess:${what}`, network: networkOf(address), free: 30 }
}

/**
 * Every request for a link counts, because each may become a message. The last limit bounds the rows that requests for
 * random accounts leave here; it is high, because an office shares one address.
 */
export function resetLimits(email: string, address: string): Limit[] {
  const subject = `reset:${email.toLowerCase()}`
  const network = networkOf(address)
  return [
    { subject, network, free: 5 },
    { subject, free: 10 },
    { subject: "reset", network, free: 200 },
  ]
}

function accountSubject(email: string): string {
  return `account:${email.toLowerCase()}`
}

/**
 * Throws 429 while one of the limits imposes a delay; otherwise says whether failures are counted. Refused attempts do
 * not count, so that nobody makes a delay longer by trying too early.
 */
export async function refuseThrottled(db: Db, limits: Limit[], now: Date): Promise<boolean> {
  const rows = limits.map((limit) => sql`(${keyOf(limit).subject}, ${keyOf(limit).network}, ${limit.free}::integer)`)
  const found = await db.many<{ free: number; failures: number; failed_at: Date }>(sql`
    select free, failures, failed_at
    from (values ${join(rows)}) as limits (subject, network, free) join sign_in_failures using (subject, network)
    where failed_at > ${after(now, -quietMs)}`)
  const waitMs = Math.max(
    0,
    ...found.map(({ free, failures, failed_at }) => failed_at.getTime() + delayMs(failures, free) - now.getTime()),
  )
  if (waitMs > 0) throw throttled(`Too many attempts. Wait ${durationText(waitMs)}, then try again.`, waitMs / secondMs)
  return found.length > 0
}

function delayMs(failures: number, free: number): number {
  return failures < free ? 0 : Math.min(secondMs * 2 ** (failures - free), longestDelayMs)
}

function durationText(durationMs: number): string {
  const seconds = Math.ceil(durationMs / secondMs)
  const [count, unit] = seconds < 60 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"]
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

export async function recordFailure(db: Db, limits: Limit[], now: Date): Promise<void> {
  const rows = limits.map((limit) => sql`(${keyOf(limit).subject}, ${keyOf(limit).network})`)
  // In one order, so that two failures never wait for each other.
  await db.run(sql`
    insert into sign_in_failures as counted (subject, network, failures, failed_at)
    select subject, network, 1, ${now} from (values ${join(rows)}) as limits (subject, network) order by 1, 2
    on conflict (subject, network) do update set failed_at = excluded.failed_at,
      failures = case when counted.failed_at > ${after(now, -quietMs)} then counted.failures + 1 else 1 end`)
}

/** The right password was given: its earlier failures no longer count. */
export async function clearFailures(db: Db, limit: Limit): Promise<void> {
  const { subject, network } = keyOf(limit)
  await db.run(sql`delete from sign_in_failures where subject = ${subject} and network = ${network}`)
}

/** From everywhere. */
export async function clearAccountFailures(db: Db, email: string): Promise<void> {
  await db.run(sql`delete from sign_in_failures where subject = ${keyOf(accountEverywhereLimit(email)).subject}`)
}

/** Failures up to this instant no longer count. */
export function failuresBefore(now: Date): Date {
  return after(now, -quietMs)
}

const longestSubject = 330

function keyOf({ subject, network = "" }: Limit): { subject: string; network: string } {
  return { subject: subject.slice(0, longestSubject), network: network.slice(0, 64) }
}
