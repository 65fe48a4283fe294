import { problemType } from "../errors/problem.ts"
import type { Header, JsonSchema, Parameter, Reference, Response } from "./types.ts"

export const headers: Record<string, Header> = {
  "Correlation-Id": {
    description: "Id of the request, found in the log and as `logRef` in errors",
    schema: { type: "string" },
  },
  "Resource-ID": { description: "Id of what was created", schema: { type: "string" } },
  Location: { description: "URL of what was created, or of where it is now", schema: { type: "string" } },
  ETag: { description: "Changes when the answer does; send it back as `If-None-Match`", schema: { type: "string" } },
  "X-RateLimit-Limit-Minute": {
    description: "Requests a minute that the desk takes; only while a limit is set",
    schema: { type: "integer" },
  },
  "X-RateLimit-Remaining-Minute": {
    description: "What is left of them; only while a limit is set",
    schema: { type: "integer" },
  },
  "X-RateLimit-Retry-After": { description: "Seconds until the next minute begins", schema: { type: "integer" } },
  "Retry-After": { description: "Seconds to wait before the next try", schema: { type: "integer" } },
  "WWW-Authenticate": { description: "How to authenticate", schema: { type: "string" } },
  Allow: { description: "The methods this URL has", schema: { type: "string" } },
}

export const parameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: "1 to 255 visible ASCII characters; the same key and body within 24 hours give the first answer again",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    required: false,
    description: "The `ETag` of what you read; answers 412 when it was changed since",
    schema: { type: "string" },
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "An `ETag` from before; answers 304 when nothing changed",
    schema: { type: "string" },
  },
} satisfies Record<string, Parameter>

const rateLimit = ["X-RateLimit-Limit-Minute", "X-RateLimit-Remaining-Minute"]

export function headersOf(...names: string[]): Record<string, Reference> {
  return Object.fromEntries(
    ["Correlation-Id", ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}

export function rateLimitHeaders(limited: boolean): string[] {
  return limited ? rateLimit : []
}

interface CommonError {
  name: string
  description: string
  headers?: string[]
}

/** What any operation may answer besides what its route says. */
const commonErrors: Record<string, CommonError> = {
  400: { name: "BadRequest", description: "A value is missing or not acceptable; the errors name each one" },
  401: { name: "Unauthorized", description: "No valid credentials", headers: ["WWW-Authenticate"] },
  403: { name: "Forbidden", description: "Your role or token does not allow this" },
  404: { name: "NotFound", description: "There is no such thing, or not for you to see" },
  409: {
    name: "Conflict",
    description: "It clashes with something that exists, or the Idempotency-Key was used before",
  },
  412: { name: "PreconditionFailed", description: "It was changed since you read it" },
  413: { name: "TooLarge", description: "The body is larger than this operation takes" },
  415: { name: "MediaType", description: "The body is not JSON" },
  429: {
    name: "Throttled",
    description: "Too many requests this minute",
    headers: ["Retry-After", "X-RateLimit-Retry-After", ...rateLimit],
  },
  503: {
    name: "Unavailable",
    description: "The database or another needed part is away",
    headers: ["Retry-After"],
  },
  default: { name: "Failure", description: "Any other failure" },
}

export function errorReference(status: string): Reference {
  const { name } = commonErrors[status] as CommonError
  return { $ref: `#/components/responses/${name}` }
}

export function errorResponse(description: string, errorBody: JsonSchema, names: string[] = []): Response {
  return { description, headers: headersOf(...names), content: { [problemType]: { schema: errorBody } } }
}

export function errorResponses(errorBody: JsonSchema): Record<string, Response> {
  return Object.fromEntries(
    Object.values(commonErrors).map(({ name, description, headers }) => [
      name,
      errorResponse(description, errorBody, headers),
    ]),
  )
}
