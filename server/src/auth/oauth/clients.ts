import type { FastifyRequest } from "fastify"
import type { Db } from "../../db/db.ts"
import { clientLimit, guessLimit, type Limit, recordFailure, refuseThrottled } from "../failures.ts"
import { type AppRow, findApp } from "../queries.ts"
import { isSecretOf } from "../secrets.ts"
import { invalidClient, invalidRequest, type OAuthError } from "./error.ts"

export type Parameters = Record<string, string>

/** Body and query together; the body wins. Blank counts as absent, and everything must be text. */
export function parametersOf(body: unknown, query: unknown): Parameters {
  if (body !== undefined && body !== null && (typeof body !== "object" || Array.isArray(body)))
    throw invalidRequest("The body must be an object or a form")
  const parameters: Parameters = {}
  for (const [name, value] of [...Object.entries(query ?? {}), ...Object.entries(body ?? {})]) {
    if (value === undefined || value === null || value === "") continue
    if (typeof value !== "string") throw invalidRequest(`${name} must be text`)
    if (value.length > 4_096 || hasControls.test(value))
      throw invalidRequest(`${name} is too long or has control characters`)
    parameters[name] = value
  }
  return parameters
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is control characters that must stay out.
const hasControls = /[\u0000-\u001f\u007f]/

export interface ClientAttempt {
  request: FastifyRequest
  parameters: Parameters
  now: Date
}

/**
 * The app that makes a request. The secret is compared before failures are counted: a right one always works, so
 * nobody can shut an app out by failing in its name, and 256 bits are not guessed however often one may try.
 */
export async function authenticateClient(db: Db, { request, parameters, now }: ClientAttempt): Promise<AppRow> {
  const { id, secret, byHeader } = clientCredentialsOf(request, parameters)
  if (id === undefined) throw invalidClient("Send client_id and client_secret, or HTTP Basic", true)
  const app = await findApp(db, id)
  const right = isSecretOf(secret ?? "", app?.client_secret_hash)
  const isPublic = app !== undefined && app.client_secret_hash === null && secret === undefined
  if (app && (right || isPublic)) return app
  const limit = app ? clientLimit(id, request.ip) : guessLimit("client", request.ip)
  return failCounted(db, { limit, now, error: invalidClient("The client id or its secret is wrong", byHeader) })
}

/** Counts a failure, or answers 429 in its place when there were too many. */
export async function failCounted(
  db: Db,
  { limit, now, error }: { limit: Limit; now: Date; error: OAuthError },
): Promise<never> {
  await refuseThrottled(db, [limit], now)
  await recordFailure(db, [limit], now)
  throw error
}

interface ClientCredentials {
  id: string | undefined
  secret: string | undefined
  byHeader: boolean
}

function clientCredentialsOf(request: FastifyRequest, parameters: Parameters): ClientCredentials {
  const { client_id: id, client_secret: secret } = parameters
  const header = request.headers.authorization
  if (header === undefined || !/^basic\b/i.test(header)) return { id, secret, byHeader: false }
  const basic = readBasic(header)
  if (!basic) throw invalidClient("The Authorization header is not HTTP Basic", true)
  if ((id !== undefined && id !== basic.id) || (secret !== undefined && secret !== basic.secret))
    throw invalidRequest("The Authorization header and the parameters name different clients")
  return { id: basic.id, secret: basic.secret === "" ? undefined : basic.secret, byHeader: true }
}

/** Both halves are form-encoded inside (RFC 6749, section 2.3.1). */
function readBasic(header: string): { id: string; secret: string } | undefined {
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*)$/i.exec(header)?.[1]
  const pair = encoded === undefined ? undefined : /^([^:]+):(.*)$/.exec(Buffer.from(encoded, "base64").toString())
  try {
    const [id, secret] = [pair?.[1], pair?.[2]].map((half) => half && decodeURIComponent(half.replaceAll("+", " ")))
    return id === undefined || hasControls.test(id) ? undefined : { id, secret: secret ?? "" }
  } catch {
    return undefined
  }
}
