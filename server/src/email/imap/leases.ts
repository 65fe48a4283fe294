import { type Db, sql } from "../../db/db.ts"
import { type ConnectionRow, connectionColumns } from "../connections/queries.ts"

/** A connection that this node fetches for. The token is of this claim alone: whoever comes back late has another. */
export interface Claimed extends ConnectionRow {
  token: string
}

/** Nobody else may fetch for it any more under this claim; nothing that was written with it stays. */
export class ClaimLost extends Error {}

const until = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds})`

/** Those that are due and that nobody fetches for. */
export function claimConnections(
  db: Db,
  { now, leaseSeconds, most }: { now: Date; leaseSeconds: number; most: number },
): Promise<Claimed[]> {
  return db.many(sql`
    update mail_connections set fetcher = gen_random_uuid(), fetched_until = ${until(leaseSeconds)}
    where id in (
      select id from mail_connections
      where kind = 'imap' and enabled and coalesce(retry_at <= ${now}, true)
        and coalesce(fetched_until <= clock_timestamp(), true)
      order by id limit ${most} for update skip locked)
    returning ${connectionColumns}, fetcher as token`)
}

/** Gives the claims that still hold. */
export async function renewClaims(
  db: Db,
  { tokens, leaseSeconds }: { tokens: string[]; leaseSeconds: number },
): Promise<Set<string>> {
  const rows = await db.many<{ token: string }>(sql`
    update mail_connections set fetched_until = ${until(leaseSeconds)}
    where fetcher = any(${tokens}::uuid[]) and enabled and fetched_until > clock_timestamp() returning fetcher as token`)
  return new Set(rows.map(({ token }) => token))
}

export async function releaseClaims(db: Db, tokens: string[]): Promise<void> {
  await db.run(sql`
    update mail_connections set fetcher = null, fetched_until = null where fetcher = any(${tokens}::uuid[])`)
}

/** Until the transaction ends nobody takes it over. Throws ClaimLost. */
export async function holdClaim(db: Db, { id, token }: Pick<Claimed, "id" | "token">): Promise<void> {
  const held = await db.maybe(sql`
    select from mail_connections where id = ${id} and fetcher = ${token} and enabled for no key update`)
  if (!held) throw new ClaimLost()
}
