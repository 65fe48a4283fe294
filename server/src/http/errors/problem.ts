import { momentPattern } from "@deskhand/contract/common"
import type { ErrorBody } from "@deskhand/contract/error"
import type { FastifyError, FastifySchemaValidationError } from "fastify"
import { DeskError, type ErrorSource, type FieldError, invalid } from "../../errors.ts"

export const problemType = "application/vnd.error+json"

export function problemBody(error: DeskError, about: { origin: string; logRef: string }): ErrorBody {
  const links = { about: { href: `${about.origin}/errors/${error.code}` } }
  return {
    logRef: about.logRef,
    message: error.message,
    _embedded: { errors: error.fields.slice(0, 100).map((field) => ({ ...field, _links: links })) },
    _links: links,
  }
}

/** Names what went wrong without telling of the inside: anything unexpected is a 500 with its reference only. */
export function problemOf(error: unknown): DeskError {
  if (error instanceof DeskError) return error
  const { code, validation, validationContext, statusCode, message } = error as Partial<FastifyError>
  if (validation)
    return invalid(...withoutBranches(validation).map((failure) => fieldError(failure, sourceOf(validationContext))))
  switch (code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new DeskError(413, "too_large", "The body is larger than this operation takes")
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new DeskError(415, "media_type", "Send the body as application/json")
    case "FST_ERR_CTP_INVALID_JSON_BODY":
      return new DeskError(400, "json", "The body is not valid JSON")
    default:
      if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
        return new DeskError(statusCode, "bad_request", message ?? "Bad request")
      return new DeskError(500, "internal", "Something went wrong here; the log has it under this logRef", {
        cause: error,
      })
  }
}

/**
 * Of a value that may be one thing or another, one sentence instead of one for each; but where only one of them is of
 * its kind, what is wrong with that.
 */
function withoutBranches(failures: FastifySchemaValidationError[]): FastifySchemaValidationError[] {
  const unions = failures.filter(({ keyword }) => keyword === "anyOf")
  return unions.reduce(settleUnion, failures)
}

function settleUnion(
  failures: FastifySchemaValidationError[],
  union: FastifySchemaValidationError,
): FastifySchemaValidationError[] {
  const inside = failures.filter(({ schemaPath }) => schemaPath.startsWith(`${union.schemaPath}/`))
  const branchOf = ({ schemaPath }: FastifySchemaValidationError) =>
    schemaPath.slice(union.schemaPath.length + 1).split("/")[0]
  const ofOtherKind = new Set(
    inside
      .filter(({ keyword, instancePath }) => keyword === "type" && instancePath === union.instancePath)
      .map(branchOf),
  )
  const fitting = new Set(inside.map(branchOf).filter((branch) => !ofOtherKind.has(branch)))
  const kept = fitting.size === 1 ? inside.filter((failure) => fitting.has(branchOf(failure))) : [union]
  return failures.filter((failure) => (!inside.includes(failure) && failure !== union) || kept.includes(failure))
}

function sourceOf(context: string | undefined): ErrorSource {
  if (context === "querystring") return "QUERY"
  return context === "params" ? "PATH" : "JSON"
}

export function fieldError(failure: FastifySchemaValidationError, source: ErrorSource): FieldError {
  const missing = failure.params["missingProperty"]
  const parts = failure.instancePath.split("/").slice(1)
  if (typeof missing === "string") parts.push(missing)
  // In a query string a list is one parameter.
  const named = source === "QUERY" ? parts.slice(0, 1) : parts
  const path = named.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join("")
  const { data, parentSchema } = failure as { data?: unknown; parentSchema?: { writeOnly?: boolean } }
  // Passwords and secrets are marked as such and never sent back.
  const rejected = parentSchema?.writeOnly ? undefined : shown(data)
  return {
    path: path.replace(/^\./, "") || "body",
    message: explain(failure),
    ...(typeof missing === "string" || rejected === undefined ? {} : { rejectedValue: rejected }),
    source,
  }
}

/** Long or deep values are not sent back. */
function shown(value: unknown): unknown {
  if (typeof value === "string") return value.length > 200 ? `${value.slice(0, 200)}…` : value
  return typeof value === "object" ? undefined : value
}

function explain(failure: FastifySchemaValidationError): string {
  const { keyword, params, message } = failure
  switch (keyword) {
    case "anyOf":
      return `must be ${typesOf(failure).map(article).join(" or ")}`
    case "pattern":
      return params["pattern"] === momentPattern
        ? "must be a date, or a date and time such as 2026-02-28T12:00:00Z"
        : (message ?? "is not valid")
    case "required":
      return "is required"
    case "type":
      return `must be ${article(String(params["type"]))}`
    case "enum":
      return `must be one of ${(params["allowedValues"] as string[]).join(", ")}`
    case "minLength":
      return Number(params["limit"]) === 1 ? "must not be empty" : `must have at least ${params["limit"]} characters`
    case "maxLength":
      return `must have at most ${params["limit"]} characters`
    case "minimum":
      return `must be at least ${params["limit"]}`
    case "maximum":
      return `must be at most ${params["limit"]}`
    case "minItems":
      return `must have at least ${params["limit"]} entries`
    case "maxItems":
      return `must have at most ${params["limit"]} entries`
    default:
      return message ?? "is not valid"
  }
}

function typesOf(failure: FastifySchemaValidationError): string[] {
  const { parentSchema } = failure as { parentSchema?: { anyOf?: { type?: string }[] } }
  return (parentSchema?.anyOf ?? []).map(({ type }) => type ?? "value")
}

function article(type: string): string {
  if (type === "null") return type
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`
}
