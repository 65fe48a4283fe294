import { randomBytes } from "node:crypto"
import { type Db, sql } from "../../db/db.ts"
import { tellAccessEnded } from "../endings.ts"

/** What acts for a user without their password. */
export interface Delegations {
  personalTokens: number
  /** Names of the apps whose secret lets them act for the user. */
  apps: string[]
}

export async function findDelegations(db: Db, userId: number): Promise<Delegations> {
  const { personal_tokens: personalTokens, apps } = await db.one<{ personal_tokens: number; apps: string[] }>(sql`
    select (select count(*) from tokens where user_id = ${userId} and kind = 'personal') as personal_tokens,
      array(select name from apps where user_id = ${userId} and client_secret_hash is not null order by name, id) as apps`)
  return { personalTokens, apps }
}

/**
 * Ends all of them, with every token of the user. To be called in the transaction that has locked the user's row. An app
 * whose secret ends works again when an administrator gives it a new one.
 */
export async function endDelegations(db: Db, { userId, now }: { userId: number; now: Date }): Promise<Delegations> {
  const ended = await findDelegations(db, userId)
  // The secrets first: this waits for tokens that are being granted by them, and the next statement sees those.
  await db.run(sql`
    update apps set client_secret_hash = ${hashOfNothing()} where user_id = ${userId} and client_secret_hash is not null`)
  await endTokens(db, { userId, now })
  return ended
}

export async function endTokens(db: Db, { userId, now }: { userId: number; now: Date }): Promise<void> {
  await db.run(sql`delete from tokens where user_id = ${userId} and kind = 'personal'`)
  await db.run(sql`update tokens set revoked_at = ${now} where user_id = ${userId} and revoked_at is null`)
  // Those of sessions end with them; these were made with tokens.
  await db.run(sql`delete from push_subscriptions where user_id = ${userId} and session_id is null`)
  await tellAccessEnded(db, userId)
}

/** Nobody knows a secret with this hash. */
function hashOfNothing(): Buffer {
  return randomBytes(32)
}
