import type { TokenFailure } from "@deskhand/contract/people/auth"
import { DeskError } from "../../errors.ts"
import type { Answer } from "../../http/route.ts"

/** A failure in the words of RFC 6749; `code` is the word. */
export class OAuthError extends DeskError {
  constructor(code: string, description: string, more: { status?: number; headers?: Record<string, string> } = {}) {
    super(more.status ?? 400, code, description, { headers: more.headers ?? {} })
  }
}

export function invalidRequest(description: string): OAuthError {
  return new OAuthError("invalid_request", description)
}

export function invalidGrant(description: string): OAuthError {
  return new OAuthError("invalid_grant", description)
}

/** 401 only where the client used, or could still use, the Authorization header: a 401 must name a way to comply. */
export function invalidClient(description: string, challenge: boolean): OAuthError {
  const more = challenge ? { status: 401, headers: { "WWW-Authenticate": 'Basic realm="Deskhand"' } } : {}
  return new OAuthError("invalid_client", description, more)
}

export function jsonAnswer(status: number, body: object, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store", Pragma: "no-cache", ...headers },
    // Bytes, because Fastify would add a charset to the media type of text.
    body: Buffer.from(JSON.stringify(body)),
  }
}

/** The body that clients of the token endpoint read instead of our own. */
export function oauthProblem(problem: DeskError): Answer {
  const body: TokenFailure = { error: wordOf(problem), error_description: problem.message }
  return jsonAnswer(problem.status, body, problem.headers)
}

function wordOf(problem: DeskError): string {
  if (problem instanceof OAuthError) return problem.code
  if (problem.status === 429 || problem.status === 503) return "temporarily_unavailable"
  return problem.status >= 500 ? "server_error" : "invalid_request"
}
