import {
  type ServerMetadata as Metadata,
  RevocationRequest,
  ServerMetadata,
  TokenAnswer,
  TokenFailure,
  TokenRequest,
} from "@deskhand/contract/people/auth"
import Type from "typebox"
import { type Call, type Route, route } from "../../http/route.ts"
import { type Scope, scopes } from "../../http/viewer.ts"
import { bearerOf } from "../credentials.ts"
import { clientLimit } from "../failures.ts"
import { accessMs } from "../lifetimes.ts"
import type { AppRow } from "../queries.ts"
import { isScope } from "../rules.ts"
import { authenticateClient, failCounted, type Parameters, parametersOf } from "./clients.ts"
import { invalidClient, invalidRequest, jsonAnswer, OAuthError, oauthProblem } from "./error.ts"
import { type Granted, grantByCode, grantByRefresh, grantToApp, revokeForApp, revokeItself } from "./grants.ts"

/** Documents the parameters and lets everything through: what is wrong with them is said in the words of OAuth. */
function checkedHere(shape: Type.TSchema) {
  return Type.Union([shape, Type.Unknown()])
}

export const postToken: Route = {
  method: "POST",
  url: "/v2/oauth2/token",
  permission: "public",
  summary: "Get an access token (OAuth 2.0)",
  query: TokenRequest,
  body: checkedHere(TokenRequest),
  answers: { 200: TokenAnswer, 400: TokenFailure, 401: TokenFailure, 429: TokenFailure },
  form: true,
  repeatable: false,
  problem: oauthProblem,
  handle: async ({ db, body, query, request, now }) => {
    const parameters = parametersOf(body, query)
    const grant = grantOf(parameters)
    const app = await authenticateClient(db, { request, parameters, now })
    try {
      return answerGranted(await grant({ db, app, parameters, now }))
    } catch (error) {
      if (!(error instanceof OAuthError) || error.code !== "invalid_grant") throw error
      return failCounted(db, { limit: clientLimit(app.client_id, request.ip), now, error })
    }
  },
}

interface GrantRequest {
  db: Call["db"]
  app: AppRow
  parameters: Parameters
  now: Date
}

function grantOf(parameters: Parameters): (request: GrantRequest) => Promise<Granted> {
  const type = needed(parameters, "grant_type")
  switch (type) {
    case "client_credentials":
      return ({ db, app, now }) => grantToApp(db, app, { scope: scopeOf(parameters), now })
    case "authorization_code":
      return ({ db, app, now }) =>
        grantByCode(db, app, {
          code: needed(parameters, "code"),
          verifier: parameters["code_verifier"],
          redirectUri: parameters["redirect_uri"],
          scope: scopeOf(parameters),
          now,
        })
    case "refresh_token":
      return ({ db, app, now }) => {
        const refreshToken = needed(parameters, "refresh_token")
        return grantByRefresh(db, app, { refreshToken, scope: scopeOf(parameters), now })
      }
    default:
      throw new OAuthError(
        "unsupported_grant_type",
        "The grant_type must be client_credentials, authorization_code or refresh_token",
      )
  }
}

function needed(parameters: Parameters, name: string): string {
  const value = parameters[name]
  if (value === undefined) throw invalidRequest(`${name} is required`)
  return value
}

function scopeOf({ scope }: Parameters): Scope | undefined {
  if (scope === undefined || isScope(scope)) return scope
  throw new OAuthError("invalid_scope", `The scope must be one of ${scopes.join(", ")}`)
}

function answerGranted({ accessToken, refreshToken, scope }: Granted) {
  const answer: TokenAnswer = {
    access_token: accessToken,
    token_type: "bearer",
    expires_in: accessMs / 1_000,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    ...(scope === "full" ? {} : { scope }),
  }
  return jsonAnswer(200, answer)
}

export const postRevocation: Route = {
  method: "POST",
  url: "/v2/oauth2/revoke",
  permission: "public",
  summary: "Revoke a token (RFC 7009)",
  query: RevocationRequest,
  body: checkedHere(RevocationRequest),
  answers: { 200: "Revoked, or not yours to revoke", 400: TokenFailure, 401: TokenFailure, 429: TokenFailure },
  form: true,
  repeatable: false,
  problem: oauthProblem,
  handle: async ({ db, body, query, request, now }) => {
    const parameters = parametersOf(body, query)
    const bearer = bearerOf(request.headers.authorization ?? "")
    if (bearer !== undefined) {
      const token = parameters["token"] ?? bearer
      if (token === bearer && !(await revokeItself(db, { token, now })))
        throw invalidClient("The token is unknown", true)
      return revoked
    }
    const app = await authenticateClient(db, { request, parameters, now })
    await revokeForApp(db, app, { token: needed(parameters, "token"), now })
    return revoked
  },
}

const revoked = { status: 200, headers: { "Cache-Control": "no-store" } }

export const getServerMetadata = route({
  method: "GET",
  url: "/.well-known/oauth-authorization-server",
  permission: "public",
  summary: "What OAuth clients need to know of this server (RFC 8414)",
  answers: { 200: ServerMetadata },
  async handle({ origin }) {
    const ways = ["client_secret_basic", "client_secret_post", "none"]
    const metadata: Metadata = {
      issuer: origin,
      authorization_endpoint: `${origin}/oauth2/authorize`,
      token_endpoint: `${origin}${postToken.url}`,
      revocation_endpoint: `${origin}${postRevocation.url}`,
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "client_credentials", "refresh_token"],
      scopes_supported: [...scopes],
      token_endpoint_auth_methods_supported: ways,
      revocation_endpoint_auth_methods_supported: ways,
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
    }
    return jsonAnswer(200, metadata)
  },
})
