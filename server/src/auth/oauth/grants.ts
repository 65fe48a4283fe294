import { randomUUID } from "node:crypto"
import type { Db } from "../../db/db.ts"
import { isWithin, type Scope } from "../../http/viewer.ts"
import { accessMs, after, consentMs, refreshMs, reuseGraceMs } from "../lifetimes.ts"
import {
  type AppRow,
  deleteToken,
  findCode,
  findToken,
  insertToken,
  isActive,
  lockAppSecret,
  lockUser,
  revokeFamily,
  revokeToken,
  type TokenRow,
  updateCodeUsed,
  updateTokenUsed,
} from "../queries.ts"
import { provesChallenge, redirectUriOf } from "../rules.ts"
import { hashOf, newSecret } from "../secrets.ts"
import { invalidClient, invalidGrant, OAuthError } from "./error.ts"

export interface Granted {
  accessToken: string
  refreshToken?: string
  scope: Scope
}

/** For the app's own user. Without a scope it is as wide as the app may go: client libraries name none. */
export async function grantToApp(
  db: Db,
  app: AppRow,
  { scope = app.administration ? "administration" : "full", now }: { scope: Scope | undefined; now: Date },
): Promise<Granted> {
  if (scope === "administration" && !app.administration)
    throw new OAuthError("invalid_scope", "This app may not administer the desk; an admin can allow it in its settings")
  if (app.client_secret_hash === null)
    throw new OAuthError("unauthorized_client", "An app without a secret cannot act on its own")
  if (!(await isActive(db, app.user_id)))
    throw new OAuthError("unauthorized_client", "The user that this app acts for is deactivated")
  return db.transaction(async (db) => {
    if (!(await lockAppSecret(db, app))) throw invalidClient("The client id or its secret is wrong", false)
    const accessToken = await issueAccess(db, { app, userId: app.user_id, scope, family: randomUUID(), now })
    return { accessToken, scope }
  })
}

export interface CodeUse {
  code: string
  verifier: string | undefined
  redirectUri: string | undefined
  scope: Scope | undefined
  now: Date
}

/** A code works once. Whoever brings it a second time has it from somewhere: the tokens that it gave are revoked. */
export function grantByCode(db: Db, app: AppRow, use: CodeUse): Promise<Granted> {
  const { now } = use
  return committing(db, async (db) => {
    const hash = hashOf(use.code)
    const found = await findCode(db, { hash, appId: app.id })
    if (!found) return invalidGrant("The code is unknown or was made for another client")
    const active = await lockUser(db, found.user_id)
    const code = await findCode(db, { hash, appId: app.id })
    if (code?.used_at) {
      await revokeFamily(db, code.family, now)
      return invalidGrant("The code was used before; the tokens it gave are revoked")
    }
    if (!code || !active || code.expires_at <= now) return invalidGrant("The code has expired")
    if (code.redirect_uri !== redirectUriOf(app.redirect_uris, use.redirectUri))
      return invalidGrant("The redirect_uri is not the one that the code was made for")
    if (!provesChallenge(use.verifier, code.code_challenge))
      return invalidGrant("The code_verifier does not fit the code_challenge")
    if (use.scope !== undefined && !isWithin(use.scope, code.scope)) return widerScope()
    await updateCodeUsed(db, hash, now)
    const consent = { app, userId: code.user_id, family: code.family, endsAt: after(now, consentMs), now }
    return issuePair(db, { ...consent, scope: use.scope ?? code.scope, limit: use.scope ?? code.scope })
  })
}

export interface RefreshUse {
  refreshToken: string
  scope: Scope | undefined
  now: Date
}

/**
 * A refresh token works once and gives the next. Used again within the grace it is refused and nothing more, because
 * two tabs of one client do that; used again later it is taken for stolen, and the whole family is revoked.
 */
export function grantByRefresh(db: Db, app: AppRow, use: RefreshUse): Promise<Granted> {
  const { now } = use
  return committing(db, async (db) => {
    const hash = hashOf(use.refreshToken)
    const found = await findToken(db, hash)
    if (found?.kind !== "refresh" || found.app_id !== app.id)
      return invalidGrant("The refresh token is unknown or belongs to another client")
    const active = await lockUser(db, found.user_id)
    const token = await findToken(db, hash)
    if (!token || token.revoked_at || !active || !token.consent_ends_at || !token.expires_at)
      return invalidGrant("The refresh token is revoked")
    if (token.used_at) {
      if (now.getTime() - token.used_at.getTime() > reuseGraceMs) await revokeFamily(db, token.family, now)
      return invalidGrant("The refresh token was used before")
    }
    if (token.expires_at <= now) return invalidGrant("The refresh token has expired")
    if (use.scope !== undefined && !isWithin(use.scope, token.scope)) return widerScope()
    await updateTokenUsed(db, token.id, now)
    const consent = { app, userId: token.user_id, family: token.family, endsAt: token.consent_ends_at, now }
    return issuePair(db, { ...consent, scope: use.scope ?? token.scope, limit: token.scope })
  })
}

function widerScope(): OAuthError {
  return new OAuthError("invalid_scope", "The scope is wider than what was consented to")
}

/** A refusal is returned and thrown only after the commit, so that the revocation that goes with it stays. */
async function committing(db: Db, work: (db: Db) => Promise<Granted | OAuthError>): Promise<Granted> {
  const result = await db.transaction(work)
  if (result instanceof OAuthError) throw result
  return result
}

interface Pair {
  app: AppRow
  userId: number
  family: string
  endsAt: Date
  scope: Scope
  /** The refresh token keeps the scope of the consent; one narrowed access token does not narrow the next. */
  limit: Scope
  now: Date
}

async function issuePair(db: Db, { limit, endsAt, ...grant }: Pair): Promise<Granted> {
  const accessToken = await issueAccess(db, grant)
  const refreshToken = newSecret("refresh")
  const idleEnd = after(grant.now, refreshMs)
  await insertToken(db, {
    hash: hashOf(refreshToken),
    kind: "refresh",
    userId: grant.userId,
    appId: grant.app.id,
    scope: limit,
    family: grant.family,
    expiresAt: idleEnd < endsAt ? idleEnd : endsAt,
    consentEndsAt: endsAt,
    now: grant.now,
  })
  return { accessToken, refreshToken, scope: grant.scope }
}

async function issueAccess(db: Db, grant: Omit<Pair, "limit" | "endsAt">): Promise<string> {
  const accessToken = newSecret("access")
  await insertToken(db, {
    hash: hashOf(accessToken),
    kind: "access",
    userId: grant.userId,
    appId: grant.app.id,
    scope: grant.scope,
    family: grant.family,
    expiresAt: after(grant.now, accessMs),
    consentEndsAt: null,
    now: grant.now,
  })
  return accessToken
}

/** Ends a token of this app; with a refresh token all that came of its consent. Others' tokens stay as they are. */
export async function revokeForApp(db: Db, app: AppRow, { token, now }: { token: string; now: Date }) {
  await db.transaction(async (db) => {
    const found = await findToken(db, hashOf(token))
    if (!found || found.app_id !== app.id) return
    await revoke(db, found, now)
  })
}

/** For whoever holds a token and wants it gone. */
export async function revokeItself(db: Db, { token, now }: { token: string; now: Date }): Promise<boolean> {
  return db.transaction(async (db) => {
    const found = await findToken(db, hashOf(token))
    if (!found || found.kind === "refresh") return false
    await revoke(db, found, now)
    return true
  })
}

async function revoke(db: Db, token: TokenRow, now: Date): Promise<void> {
  switch (token.kind) {
    case "personal":
      return deleteToken(db, token.id)
    case "access":
      return revokeToken(db, token.id, now)
    case "refresh":
      await lockUser(db, token.user_id)
      return revokeFamily(db, token.family, now)
  }
}
