/** Where in a request a rejected value stood; the interface's own words. */
export type ErrorSource = "JSON" | "QUERY" | "PATH"

export interface FieldError {
  path: string
  message: string
  rejectedValue?: unknown
  source: ErrorSource
}

/**
 * The one error that people are meant to see: over HTTP as a status and a body, on the command line as a sentence.
 * Anything else that is thrown is a defect and shows only its correlation id.
 */
export class DeskError extends Error {
  readonly status: number
  /** Names the page under /errors/ that explains it. */
  readonly code: string
  readonly fields: FieldError[]
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    message: string,
    more: { fields?: FieldError[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.status = status
    this.code = code
    this.fields = more.fields ?? []
    this.headers = more.headers ?? {}
  }
}

export function invalid(...fields: FieldError[]): DeskError {
  const message = fields.length === 1 ? `Bad request: ${fields[0]?.path} ${fields[0]?.message}` : "Bad request"
  return new DeskError(400, "validation", message, { fields })
}

export function unauthorized(message: string, challenge = "Bearer"): DeskError {
  return new DeskError(401, "unauthorized", message, { headers: { "WWW-Authenticate": challenge } })
}

export function forbidden(message: string): DeskError {
  return new DeskError(403, "forbidden", message)
}

export function notFound(): DeskError {
  return new DeskError(404, "not_found", "There is nothing here that you may see")
}

export function conflict(code: string, message: string, fields: FieldError[] = []): DeskError {
  return new DeskError(409, code, message, { fields })
}

export function preconditionFailed(code: string, message: string): DeskError {
  return new DeskError(412, code, message)
}

export function throttled(message: string, retryAfterSeconds: number): DeskError {
  const seconds = String(Math.max(1, Math.ceil(retryAfterSeconds)))
  return new DeskError(429, "throttled", message, {
    headers: { "Retry-After": seconds, "X-RateLimit-Retry-After": seconds },
  })
}

export function unavailable(message: string, cause?: unknown): DeskError {
  return new DeskError(503, "unavailable", message, { headers: { "Retry-After": "2" }, cause })
}

/** For the command line and the start: a sentence that says what is wrong and what to do. */
export function refusal(message: string, cause?: unknown): DeskError {
  return new DeskError(500, "refused", message, { cause })
}
