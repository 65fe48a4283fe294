import { createHmac, timingSafeEqual } from "node:crypto"
import type { AuthorizationQuery } from "@deskhand/contract/people/auth"
import type { Db } from "../../db/db.ts"
import { DeskError } from "../../errors.ts"
import type { Scope } from "../../http/viewer.ts"
import { after, codeMs } from "../lifetimes.ts"
import { type AppRow, findApp, insertCode } from "../queries.ts"
import { type AuthorizationProblem, isScope, problemWith, redirectUriOf } from "../rules.ts"
import { hashOf, newSecret } from "../secrets.ts"

/** An authorization request whose app and redirect URI are right, so that answers may go there. */
export interface Asked {
  app: AppRow
  redirectUri: string
  scope: Scope
  challenge: string | undefined
  state: string | undefined
  problem: AuthorizationProblem | undefined
}

/** Throws where the answer must not go back to the app, because nobody knows whose address that is. */
export async function readAuthorization(db: Db, query: AuthorizationQuery): Promise<Asked> {
  const clientId = query.client_id ?? ""
  const app = /^[\w-]{16,64}$/.test(clientId) ? await findApp(db, clientId) : undefined
  if (!app) throw new DeskError(400, "client", "There is no app with this client_id here")
  const redirectUri = redirectUriOf(app.redirect_uris, query.redirect_uri)
  if (redirectUri === undefined)
    throw new DeskError(400, "redirect_uri", "The redirect_uri is not one that this app has registered")
  return {
    app,
    redirectUri,
    scope: query.scope !== undefined && isScope(query.scope) ? query.scope : "full",
    challenge: query.code_challenge,
    state: query.state,
    problem: problemWith(query, app.client_secret_hash === null) ?? tooWide(query, app),
  }
}

function tooWide({ scope }: AuthorizationQuery, app: AppRow): AuthorizationProblem | undefined {
  if (scope !== "administration" || app.administration) return undefined
  return { error: "invalid_scope", description: "This app may not administer the desk" }
}

/** Only who holds the session can make it, and it fits one question alone: other sites can neither forge nor reuse it. */
export function sealOf(session: string, { app, redirectUri, scope, challenge, state }: Asked): string {
  const question = JSON.stringify([app.client_id, redirectUri, scope, challenge ?? null, state ?? null])
  return createHmac("sha256", session).update(question).digest("base64url")
}

export function isSealOf(seal: string | undefined, session: string, asked: Asked): boolean {
  const [given, right] = [Buffer.from(seal ?? ""), Buffer.from(sealOf(session, asked))]
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Gives the code, or nothing when the session has ended meanwhile. */
export async function allowApp(
  db: Db,
  { session, asked, now }: { session: string; asked: Asked; now: Date },
): Promise<string | undefined> {
  const code = newSecret("code")
  const inserted = await insertCode(db, {
    hash: hashOf(code),
    appId: asked.app.id,
    sessionHash: hashOf(session),
    redirectUri: asked.redirectUri,
    challenge: asked.challenge,
    scope: asked.scope,
    expiresAt: after(now, codeMs),
    now,
  })
  return inserted ? code : undefined
}
