import type { JsonSchema, OpenApi, Operation, Parameter } from "../openapi.ts"

/** One wrong value in an otherwise right request, and the path by which the refusal must name it. */
export interface Fault {
  operation: Operation
  query?: string
  /** Stands in the path instead of an id. */
  place?: { name: string; value: string }
  body?: unknown
  path: string
  source: "QUERY" | "PATH" | "JSON"
}

export function faultsOf(operation: Operation, api: OpenApi): Fault[] {
  const given = operation.parameters.flatMap((parameter) => faultsOfParameter(operation, parameter, api))
  return operation.body ? [...given, ...faultsOfBody(operation, operation.body, api)] : given
}

function faultsOfParameter(operation: Operation, { name, in: place, schema }: Parameter, api: OpenApi): Fault[] {
  const wrong = wrongTexts(schema, api)
  if (place === "path") return wrong.map((value) => ({ operation, place: { name, value }, path: name, source: "PATH" }))
  if (place !== "query") return []
  return wrong.map((value) => ({
    operation,
    query: `${name}=${encodeURIComponent(value)}`,
    path: name,
    source: "QUERY",
  }))
}

/** Texts that a parameter cannot be read from. */
function wrongTexts(schema: JsonSchema, api: OpenApi): string[] {
  const known: JsonSchema = api.resolve(schema)
  if (known.enum) return ["nonsense", "0"]
  switch (known.type) {
    case "array":
      return wrongTexts(known.items ?? {}, api)
    case "integer":
      return ["abc", "1.5", "99999999999999999999", "NaN", "1e3", ...(known.minimum === 1 ? ["0", "-1"] : [])]
    case "boolean":
      return ["maybe", "2"]
    default:
      return wrongStrings(known)
  }
}

function wrongStrings({ pattern, minLength, maxLength }: JsonSchema): string[] {
  return [
    ...(pattern === undefined || new RegExp(pattern).test("nonsense") ? [] : ["nonsense"]),
    ...(minLength === undefined ? [] : [""]),
    ...(maxLength === undefined ? [] : ["x".repeat(maxLength + 1)]),
  ]
}

function faultsOfBody(operation: Operation, body: JsonSchema, api: OpenApi): Fault[] {
  return wrongParts(body, "", api).map(({ value, path }) => ({ operation, body: value, path, source: "JSON" }))
}

interface Part {
  value: unknown
  path: string
}

/** The least that a shape takes, each time with one thing wrong or missing. */
function wrongParts(schema: JsonSchema, path: string, api: OpenApi): Part[] {
  const known: JsonSchema = api.resolve(schema)
  const wrong = wrongValues(known, api).map((value) => ({ value, path }))
  const own = path === "" ? [] : wrong
  if (known.type === "array" && known.items)
    return [...own, ...wrongParts(known.items, `${path}[0]`, api).map(({ value, path }) => ({ value: [value], path }))]
  if (known.type !== "object") return own
  const least = leastOf(known, api) as Record<string, unknown>
  const missing = (known.required ?? []).map((name) => {
    const { [name]: _, ...rest } = least
    return { value: rest, path: joined(path, name) }
  })
  const inside = Object.entries(known.properties ?? {}).flatMap(([name, inner]) =>
    wrongParts(inner, joined(path, name), api).map((part) => ({ ...part, value: { ...least, [name]: part.value } })),
  )
  return [...own, ...missing, ...inside]
}

function joined(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`
}

function wrongValues(schema: JsonSchema, api: OpenApi): unknown[] {
  if (schema.enum) return ["nonsense", 5, {}]
  if (schema.anyOf) return [{}, [], true]
  switch (schema.type) {
    case "object":
      return [5, "text", []]
    case "array":
      return [5, "text", {}]
    case "integer":
      return ["abc", true, {}, [], 1.5, ...(schema.minimum === 1 ? [0, -1] : [])]
    case "boolean":
      return ["maybe", 5, {}]
    case "string":
      return [5, true, {}, [], ...wrongStrings(api.resolve(schema))]
    default:
      return []
  }
}

function leastOf(schema: JsonSchema, api: OpenApi): unknown {
  const known: JsonSchema = api.resolve(schema)
  if (known.enum) return known.enum[0]
  switch (known.type) {
    case "object": {
      const required = Object.entries(known.properties ?? {}).filter(([name]) => known.required?.includes(name))
      return Object.fromEntries(required.map(([name, inner]) => [name, leastOf(inner, api)]))
    }
    case "array":
      return known.minItems ? [leastOf(known.items ?? {}, api)] : []
    case "integer":
      return 1
    case "boolean":
      return true
    default:
      return "text"
  }
}
