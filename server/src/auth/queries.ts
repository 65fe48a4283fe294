import { type Db, sql } from "../db/db.ts"
import type { Scope } from "../http/viewer.ts"

export interface AppRow {
  id: number
  name: string
  client_id: string
  client_secret_hash: Buffer | null
  redirect_uris: string[]
  user_id: number
  administration: boolean
}

export function findApp(db: Db, clientId: string): Promise<AppRow | undefined> {
  return db.maybe(sql`
    select id, name, client_id, client_secret_hash, redirect_uris, user_id, administration from apps
    where client_id = ${clientId}`)
}

/** Whether the app still has the secret that it came with; a rotation waits until the transaction ends. */
export async function lockAppSecret(db: Db, { id, client_secret_hash: hash }: AppRow): Promise<boolean> {
  return (
    (await db.maybe(sql`select from apps where id = ${id} and client_secret_hash = ${hash} for share`)) !== undefined
  )
}

export interface CodeRow {
  hash: Buffer
  user_id: number
  redirect_uri: string
  code_challenge: string | null
  scope: Scope
  family: string
  used_at: Date | null
  expires_at: Date
}

export function findCode(db: Db, code: { hash: Buffer; appId: number }): Promise<CodeRow | undefined> {
  return db.maybe(sql`
    select hash, user_id, redirect_uri, code_challenge, scope, family, used_at, expires_at
    from authorization_codes where hash = ${code.hash} and app_id = ${code.appId}`)
}

export interface NewCode {
  hash: Buffer
  appId: number
  /** Whose consent it carries. */
  sessionHash: Buffer
  redirectUri: string
  challenge: string | undefined
  scope: Scope
  expiresAt: Date
  now: Date
}

/** Holds session and user meanwhile, so that a code never slips past a change of password. False when they are gone. */
export async function insertCode(db: Db, code: NewCode): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into authorization_codes
      (hash, app_id, user_id, redirect_uri, code_challenge, scope, expires_at, created_at)
    select ${code.hash}, ${code.appId}, users.id, ${code.redirectUri}, ${code.challenge ?? null}, ${code.scope},
      ${code.expiresAt}, ${code.now}
    from sessions join users on users.id = sessions.user_id
    where sessions.hash = ${code.sessionHash} and sessions.expires_at > ${code.now}
      and users.type = 'user' and users.deactivated_at is null
    for share`)
  return inserted > 0
}

export async function updateCodeUsed(db: Db, hash: Buffer, now: Date): Promise<void> {
  await db.run(sql`update authorization_codes set used_at = ${now} where hash = ${hash}`)
}

export interface TokenRow {
  id: number
  kind: "access" | "refresh" | "personal"
  user_id: number
  app_id: number | null
  scope: Scope
  family: string
  used_at: Date | null
  revoked_at: Date | null
  expires_at: Date | null
  consent_ends_at: Date | null
}

export function findToken(db: Db, hash: Buffer): Promise<TokenRow | undefined> {
  return db.maybe(sql`
    select id, kind, user_id, app_id, scope, family, used_at, revoked_at, expires_at, consent_ends_at
    from tokens where hash = ${hash}`)
}

export async function insertToken(
  db: Db,
  token: {
    hash: Buffer
    kind: "access" | "refresh"
    userId: number
    appId: number
    scope: Scope
    family: string
    expiresAt: Date
    consentEndsAt: Date | null
    now: Date
  },
): Promise<void> {
  await db.run(sql`
    insert into tokens (hash, kind, user_id, app_id, scope, family, expires_at, consent_ends_at, created_at)
    values (${token.hash}, ${token.kind}, ${token.userId}, ${token.appId}, ${token.scope}, ${token.family},
      ${token.expiresAt}, ${token.consentEndsAt}, ${token.now})`)
}

export async function updateTokenUsed(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update tokens set used_at = ${now} where id = ${id}`)
}

export async function revokeToken(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update tokens set revoked_at = ${now} where id = ${id} and revoked_at is null`)
}

export async function deleteToken(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from tokens where id = ${id}`)
}

export async function revokeFamily(db: Db, family: string, now: Date): Promise<void> {
  await db.run(sql`update tokens set revoked_at = ${now} where family = ${family} and revoked_at is null`)
}

/**
 * Whether a user is active, holding their row. Whatever gives out or takes back tokens of a consent goes through
 * here, so that a revocation never misses a token that is being made next to it.
 */
export async function lockUser(db: Db, id: number): Promise<boolean> {
  const user = await db.maybe<{ active: boolean }>(sql`
    select deactivated_at is null and type <> 'team' as active from users where id = ${id} for no key update`)
  return user?.active ?? false
}

export async function isActive(db: Db, userId: number): Promise<boolean> {
  return (
    (await db.maybe(sql`select from users where id = ${userId} and deactivated_at is null and type <> 'team'`)) !==
    undefined
  )
}

export async function findDeskName(db: Db): Promise<string> {
  return (await db.one<{ name: string }>(sql`select name from account`)).name
}
