import type { ErrorBody } from "@deskhand/contract/error"
import type { TokenFailure } from "@deskhand/contract/people/auth"
import type { Failure } from "./error.ts"

/** Reads a refusal, also one of the token endpoint or of a proxy in between, whose bodies look different. */
export async function failureOf(response: Response, now: number): Promise<Failure> {
  const body = parse(await response.text())
  const token = body as Partial<TokenFailure>
  return {
    status: response.status,
    message: body.message ?? token.error_description ?? token.error ?? `The desk answered ${response.status}`,
    code: codeOf(body) ?? token.error,
    logRef: body.logRef ?? response.headers.get("Correlation-Id") ?? undefined,
    errors: body._embedded?.errors ?? [],
    retryAfterSeconds: secondsOf(retryHeader(response), now),
  }
}

/** The last part of the address that explains it. */
function codeOf(body: Partial<ErrorBody>): string | undefined {
  return /\/errors\/([^/?#]+)$/.exec(body._links?.about?.href ?? "")?.[1]
}

function parse(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === "object" && body !== null ? body : {}
  } catch {
    return {}
  }
}

function retryHeader({ headers }: Response): string | null {
  return headers.get("Retry-After") ?? headers.get("X-RateLimit-Retry-After")
}

/** The desk sends seconds; proxies may send a date. */
function secondsOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const moment = Date.parse(header)
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - now) / 1_000))
}
