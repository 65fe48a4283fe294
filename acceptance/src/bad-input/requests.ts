import type { Operation } from "../openapi.ts"
import { junkText, junkValue } from "./junk.ts"
import type { Random } from "./random.ts"
import { type Samples, sampleOf } from "./sample.ts"

export interface BadRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** A request that is nearly right, wrong in some places, or nonsense. */
export function randomRequest(operations: Operation[], samples: Samples): BadRequest {
  const { random } = samples
  const own = operations.filter(({ path }) => /^\/v\d/.test(path))
  // Pages and documents are large and take little.
  const operation = random.pick(random.chance(0.98) ? own : operations)
  const query = queryOf(operation, samples)
  const path = pathOf(operation, samples) + (query === "" ? "" : `?${query}`)
  const method = random.chance(0.05)
    ? random.pick(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"])
    : operation.method
  const headers = headersOf(random)
  if (method === "GET" || method === "HEAD" || method === "DELETE") return { method, path, headers }
  const type = random.chance(0.9) ? "application/json" : random.pick(types)
  return { method, path, headers: { ...headers, "Content-Type": type }, body: bodyOf(operation, samples) }
}

const types = [
  "application/json;charset=UTF-8",
  "application/hal+json",
  "application/json-patch+json",
  "text/plain",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/octet-stream",
  "json",
  "",
]

function headersOf(random: Random): Record<string, string> {
  return {
    ...(random.chance(0.1) && { Accept: random.pick(["*/*", "text/html", "nonsense", "application/json;q=x"]) }),
    ...(random.chance(0.05) && { "Idempotency-Key": random.pick(["key", "x".repeat(300), " ", "a b"]) }),
    ...(random.chance(0.05) && { "If-Match": random.pick(['"x"', "*", "nonsense", '"', "W/"]) }),
    ...(random.chance(0.05) && { "If-None-Match": random.pick(['"x"', "*", "nonsense", ","]) }),
  }
}

function pathOf({ path }: Operation, samples: Samples): string {
  const { random } = samples
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const ids = samples.idsFor(name)
    return random.chance(0.6) && ids.length > 0 ? String(random.pick(ids)) : inUrl(junkText(random), random)
  })
  if (random.chance(0.03)) return `${filled}/${inUrl(junkText(random), random)}`
  return random.chance(0.02) ? `${filled}//` : filled
}

/** Encoded as it should be, or broken. */
function inUrl(text: string, random: Random): string {
  const encoded = encodeURIComponent(text.toWellFormed())
  if (random.chance(0.95)) return encoded
  return random.pick(["%", "%zz", "%c3", "%00", "%ff%fe", "%2", "+", encoded.replaceAll("%", "%25")])
}

function queryOf({ parameters }: Operation, samples: Samples): string {
  const { random } = samples
  const pairs = parameters
    .filter(({ in: place }) => place === "query" && random.chance(0.3))
    .map(({ name, schema }) => {
      const value = random.chance(0.5) ? junkText(random) : String(sampleOf(schema, name, samples))
      return `${random.chance(0.02) ? inUrl(junkText(random), random) : name}=${inUrl(value, random)}`
    })
  if (random.chance(0.03)) pairs.push(inUrl(junkText(random), random))
  if (random.chance(0.02)) pairs.push(...pairs)
  if (random.chance(0.02)) pairs.unshift("")
  return pairs.join(random.chance(0.02) ? "&&" : "&")
}

const broken = [
  "",
  " ",
  "{",
  "[",
  '{"a":',
  "nonsense",
  "{'a':1}",
  '{"a":1}}',
  "\u0000",
  '"',
  "[".repeat(5_000),
  "1e400",
]

function bodyOf({ body }: Operation, samples: Samples): string {
  const { random } = samples
  if (random.chance(0.05)) return random.pick(broken)
  if (body === undefined || random.chance(0.05)) return JSON.stringify(junkValue(random)) ?? ""
  const sample = sampleOf(body, "", samples)
  for (let spoilt = random.below(4) - 1; spoilt > 0; spoilt--) spoil(sample, random)
  return JSON.stringify(sample)
}

/** Puts junk into one place of it, however deep. */
function spoil(value: unknown, random: Random): void {
  if (typeof value !== "object" || value === null) return
  const keys = Object.keys(value)
  if (keys.length === 0) return
  const key = random.pick(keys)
  const inside = value as Record<string, unknown>
  if (typeof inside[key] === "object" && random.chance(0.6)) spoil(inside[key], random)
  else if (random.chance(0.1)) delete inside[key]
  else inside[key] = junkValue(random)
}
