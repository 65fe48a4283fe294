import { setTimeout as pause } from "node:timers/promises"
import { type Db, sql } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import { MailFailure } from "./failure.ts"
import type { ConnectionRow } from "./queries.ts"
import { openSecret, type SecretOwner, sealSecret } from "./secrets.ts"
import { requestToken, tokenRequestMs } from "./token-request.ts"

/** Longer than a request takes, so that a refresher whose node has died is replaced, and no other one is. */
const leaseSeconds = (2 * tokenRequestMs) / 1_000
const waitMs = 200
/** Enough for the lease of a node that has died and a request after it. */
const longestWaitMs = 3 * tokenRequestMs

/** A token that ends sooner is refreshed, so that none ends between here and the mail server. */
const margin = sql`interval '1 minute'`
const longestSeconds = 86_400

/**
 * The access token of a connection, refreshed where it has ended. The lease lets one caller refresh at a time, on whichever
 * node, and the others wait for the token that it stores: two refreshes at once would each end the other's refresh token.
 * No transaction is open meanwhile. Times are those of the database, which all nodes share.
 */
export async function accessTokenOf(desk: Desk, { id }: Pick<ConnectionRow, "id">): Promise<string> {
  const waitUntil = performance.now() + longestWaitMs
  do {
    const stored = await findStored(desk.db, id)
    if (!stored) throw new MailFailure("sign-in", "The connection was deleted", { lasting: true })
    if (stored.isCurrent) {
      const { accessToken } = await openSecret(desk.config, { ...stored, secret: stored.access_token })
      if (accessToken !== undefined) return accessToken
    }
    const claim = await claimRefresh(desk.db, id)
    if (claim) return await refresh(desk, claim)
    await pause(waitMs)
  } while (performance.now() < waitUntil)
  throw new MailFailure("sign-in", "The address for tokens did not answer in time")
}

/** For after a server has refused a token before its time. One that was stored since is kept. */
export async function forgetToken(
  { db, config }: Desk,
  { id }: Pick<ConnectionRow, "id">,
  refused: string,
): Promise<void> {
  const stored = await findStored(db, id)
  if (!stored?.access_token) return
  const { accessToken } = await openSecret(config, { ...stored, secret: stored.access_token })
  if (accessToken !== refused) return
  await db.run(sql`
    update mail_connections set access_token = null, access_token_until = null
    where id = ${id} and access_token = ${stored.access_token}`)
}

interface StoredToken extends SecretOwner {
  access_token: Buffer | null
  isCurrent: boolean
}

const isCurrent = sql`(access_token is not null and access_token_until > clock_timestamp() + ${margin})`

function findStored(db: Db, id: number): Promise<StoredToken | undefined> {
  return db.maybe(sql`
    select inbox_id, kind, access_token, ${isCurrent} as "isCurrent" from mail_connections where id = ${id}`)
}

interface RefreshClaim extends SecretOwner, Pick<ConnectionRow, "id" | "secret" | "oauth"> {
  refresher: string
}

function claimRefresh(db: Db, id: number): Promise<RefreshClaim | undefined> {
  return db.maybe(sql`
    update mail_connections set refresher = gen_random_uuid(),
      refreshed_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = ${id} and not ${isCurrent} and coalesce(refreshed_until <= clock_timestamp(), true)
    returning id, inbox_id, kind, secret, oauth, refresher`)
}

async function refresh(desk: Desk, claim: RefreshClaim): Promise<string> {
  try {
    const secret = await openSecret(desk.config, claim)
    const { token, seconds, refreshToken } = await requestToken(desk, claim, secret)
    const isNew = refreshToken !== undefined && refreshToken !== secret.refreshToken
    const after = isNew ? await sealSecret(desk.config, claim, { ...secret, refreshToken }) : claim.secret
    const sealed = await sealSecret(desk.config, claim, { accessToken: token })
    await storeToken(desk.db, claim, { secret: after, token: sealed, seconds: Math.min(seconds, longestSeconds) })
    return token
  } finally {
    // The lease ends by itself where the database is away.
    await releaseRefresh(desk.db, claim).catch(() => {})
  }
}

/** Kept unless somebody has given another secret meanwhile. */
async function storeToken(
  db: Db,
  { id, secret: before }: RefreshClaim,
  { secret, token, seconds }: { secret: Buffer | null; token: Buffer; seconds: number },
): Promise<void> {
  await db.run(sql`
    update mail_connections set secret = ${secret}, access_token = ${token},
      access_token_until = clock_timestamp() + make_interval(secs => ${seconds})
    where id = ${id} and secret = ${before}`)
}

async function releaseRefresh(db: Db, { id, refresher }: RefreshClaim): Promise<void> {
  await db.run(sql`
    update mail_connections set refresher = null, refreshed_until = null where id = ${id} and refresher = ${refresher}`)
}
