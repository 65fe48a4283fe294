import { type JsonSchema, type OpenApi, type Operation, type Parameter, resolve } from "../openapi/types.ts"

/** A value that the shape allows: what it gives as an example, else what a reader would expect under that name. */
export function exampleOf(document: OpenApi, given: JsonSchema, name = "", depth = 0): unknown {
  const shape = resolve<JsonSchema>(document, given)
  const fixed = shape.examples?.[0] ?? shape.const ?? shape.default ?? exampleChoice(shape.enum)
  if (fixed !== undefined) return fixed
  const choice = (shape.anyOf ?? shape.oneOf)?.find((candidate) => candidate.type !== "null")
  if (choice) return exampleOf(document, choice, name, depth)
  const type = Array.isArray(shape.type) ? shape.type[0] : shape.type
  switch (type) {
    case "object":
      return exampleObject(document, shape, { name, depth })
    case "array":
      return depth < deepest && shape.items ? [exampleOf(document, shape.items, name, depth + 1)] : []
    case "integer":
    case "number":
      return exampleNumber(shape, name)
    case "boolean":
      return true
    case "null":
      return null
    default:
      return exampleText(shape, name)
  }
}

/** Of several values the one that a reader meets most often. */
function exampleChoice(values: unknown[] = []): unknown {
  return values.find((value) => usual.has(value)) ?? values[0]
}

const usual = new Set<unknown>(["active", "published", "email", "user", "ok", "full"])

/** Shapes that hold themselves end here. */
const deepest = 12

function exampleObject(document: OpenApi, shape: JsonSchema, at: { name: string; depth: number }): object {
  if (at.depth >= deepest) return {}
  if (shape.properties?.["href"]) return { href: exampleLink(document, at.name) }
  const properties = Object.entries(shape.properties ?? {})
  return Object.fromEntries(
    properties.map(([name, inner]) => [name, exampleOf(document, inner, name, at.depth + 1)] as const),
  )
}

function exampleLink(document: OpenApi, relation: string): string {
  const path = { about: "/errors/validation", web: "/conversation/42/1" }[relation] ?? "/v2/…"
  return (document.servers[0]?.url ?? "") + path
}

function exampleNumber(shape: JsonSchema, name: string): number {
  const wanted =
    { expires_in: 172_800, size: 25, totalElements: 1, totalPages: 1, number: 1, page: 1, threads: 3 }[name] ?? 42
  return Math.min(shape.maximum ?? wanted, Math.max(shape.minimum ?? wanted, wanted))
}

const texts: Record<string, string> = {
  access_token: "3f2a9c81d07b46e5",
  bcc: "archive@example.com",
  cc: "billing@example.com",
  client_id: "your-client-id",
  client_secret: "your-client-secret",
  email: "mara@example.com",
  first: "Mara",
  firstName: "Mara",
  friendly: "15 min ago",
  grant_type: "client_credentials",
  initials: "ML",
  jobTitle: "Support lead",
  last: "Lindqvist",
  lastName: "Lindqvist",
  mention: "mara",
  message: "must be one of active, pending, closed, spam",
  name: "Delivery",
  path: "status",
  phone: "+46 8 123 45 67",
  photoUrl: "https://example.com/mara.png",
  preview: "I ordered two weeks ago and have heard nothing since.",
  refresh_token: "81d07b46e53f2a9c",
  slug: "delivery",
  subject: "Where is my order?",
  tag: "delivery",
  text: "It left our warehouse this morning.",
  timezone: "Europe/Stockholm",
  url: "https://example.com/hook",
}

/** One of these fits most patterns of the contract; a shape whose pattern is rarer says so with `examples`. */
const fitting = ["2026-03-14T09:26:53Z", "2026-03-14", "#4381b5", "3f2a9c81d07b46e5", "42", "delivery", "SE"]

function exampleText(shape: JsonSchema, name: string): string {
  const { pattern, minLength = 0, maxLength = 1_000 } = shape
  if (pattern !== undefined) {
    const matching = [texts[name] ?? "", ...fitting].find((text) => new RegExp(pattern, "u").test(text))
    return matching ?? ""
  }
  return (texts[name] ?? "text").padEnd(minLength, "x").slice(0, maxLength)
}

/** A line to paste into a shell that has the token in $TOKEN. */
export function curlOf(document: OpenApi, at: { method: string; path: string; operation: Operation }): string {
  const { operation } = at
  const url = (document.servers[0]?.url ?? "") + exampleUrl(document, at.path, operation)
  const lines = [at.method === "get" ? "curl" : `curl -X ${at.method.toUpperCase()}`]
  if (operation["x-permission"] !== "public") lines[0] += ` -H "Authorization: Bearer $TOKEN"`
  const body = operation.requestBody?.content["application/json"]
  if (body) {
    lines.push(`-H "Content-Type: application/json"`)
    lines.push(`-d ${quoted(readable(exampleBody(document, body.schema)))}`)
  }
  return [...lines, quoted(url)].join(" \\\n  ")
}

function readable(value: unknown): string {
  const line = JSON.stringify(value)
  return line.length <= 40 ? line : JSON.stringify(value, null, 2)
}

/** What must be sent, or where nothing must, the first few fields. */
function exampleBody(document: OpenApi, given: JsonSchema): unknown {
  const whole = resolve<JsonSchema>(document, given)
  const shape = resolve<JsonSchema>(document, whole.anyOf?.[0] ?? whole)
  const example = exampleOf(document, shape)
  if (shape.examples || !shape.properties) return example
  const names = shape.required?.length ? shape.required : Object.keys(shape.properties).slice(0, 3)
  return Object.fromEntries(names.map((name) => [name, (example as Record<string, unknown>)[name]]))
}

function exampleUrl(document: OpenApi, path: string, operation: Operation): string {
  const query = new URLSearchParams()
  let filled = path
  for (const given of operation.parameters ?? []) {
    const parameter = resolve<Parameter>(document, given)
    const value = exampleOf(document, parameter.schema, parameter.name)
    const text = Array.isArray(value) ? value.join(",") : String(value)
    if (parameter.in === "path") filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(text))
    if (parameter.in === "query" && parameter.required) query.set(parameter.name, text)
  }
  return query.size > 0 ? `${filled}?${query}` : filled
}

function quoted(text: string): string {
  return /^[\w:/.@%-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
