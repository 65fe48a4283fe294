import { type Db, join, sql } from "../db/db.ts"
import { throttled } from "../errors.ts"
import { after } from "./lifetimes.ts"
import { networkOf } from "./rules.ts"

/** How many failures of one key are borne inside the window. */
export interface Limit {
  key: string
  most: number
}

const windowMs = 15 * 60_000

/** Below what guessing needs, above what forgetting takes. */
export function accountLimit(email: string): Limit {
  return { key: `account:${email.toLowerCase()}`.slice(0, longestKey), most: 10 }
}

export function clientLimit(clientId: string): Limit {
  return { key: `client:${clientId}`.slice(0, longestKey), most: 10 }
}

/** Higher than the other two, because an office shares one address. */
export function addressLimit(address: string): Limit {
  return { key: `address:${networkOf(address)}`.slice(0, longestKey), most: 30 }
}

/** Every request for a link counts, because each of them may become a message. */
export function resetLimits(email: string, address: string): Limit[] {
  return [
    { key: `reset:${email.toLowerCase()}`.slice(0, longestKey), most: 5 },
    { key: `reset-address:${networkOf(address)}`.slice(0, longestKey), most: 20 },
  ]
}

const longestKey = 330

/** The window slides and refused attempts do not count, so nobody can keep an account shut for good. */
export async function refuseThrottled(db: Db, limits: Limit[], now: Date): Promise<void> {
  const rows = limits.map(({ key, most }) => sql`(${key}, ${most}::integer)`)
  const { blocked_since: since } = await db.one<{ blocked_since: Date | null }>(sql`
    select max(blocking.failed_at) as blocked_since
    from (values ${join(rows)}) as limits (key, most) cross join lateral (
      select failed_at from sign_in_failures
      where key = limits.key and failed_at > ${after(now, -windowMs)}
      order by failed_at desc offset limits.most - 1 limit 1
    ) as blocking`)
  if (since)
    throw throttled(
      "There were too many failed attempts; try again later",
      (since.getTime() + windowMs - now.getTime()) / 1_000,
    )
}

export async function recordFailure(db: Db, limits: Limit[], now: Date): Promise<void> {
  await db.run(sql`
    insert into sign_in_failures (key, failed_at) values ${join(limits.map(({ key }) => sql`(${key}, ${now})`))}`)
}

export async function forgetFailures(db: Db, { key }: Limit): Promise<void> {
  await db.run(sql`delete from sign_in_failures where key = ${key}`)
}

export function failuresBefore(now: Date): Date {
  return after(now, -windowMs)
}
