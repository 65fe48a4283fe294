import type { TSchema } from "typebox"

interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  enum?: string[]
}

/**
 * What real clients send, made into what the schema says, before it is checked: null where null means nothing is
 * left out, numbers and booleans may come as text, enumerated words in any case, the last of a repeated parameter
 * counts, and one text may stand for a list. Anything it cannot read stays as it is, for the check to name.
 */
export function tolerate(schema: TSchema, value: unknown): unknown {
  return adapt(schema as Shape, value)
}

function adapt(shape: Shape, value: unknown): unknown {
  if (shape.anyOf) return adaptToOne(shape.anyOf, value)
  if (shape.enum) return inItsCase(shape.enum, value)
  switch (shape.type) {
    case "object":
      return isRecord(value) && shape.properties ? adaptProperties(shape.properties, value) : value
    case "array":
      return Array.isArray(value) && shape.items ? value.map((item) => adapt(shape.items ?? {}, item)) : value
    case "integer":
    case "number":
      return typeof value === "string" && /^-?\d{1,16}(\.\d{1,9})?$/.test(value) ? Number(value) : value
    case "boolean":
      if (value === "true" || value === "1") return true
      if (value === "false" || value === "0") return false
      return value
    default:
      return value
  }
}

function inItsCase(words: string[], value: unknown): unknown {
  if (typeof value !== "string" || words.includes(value)) return value
  return words.find((word) => word.toLowerCase() === value.toLowerCase()) ?? value
}

function adaptToOne(shapes: Shape[], value: unknown): unknown {
  if (value === null || (typeof value !== "object" && shapes.some(({ type }) => type === typeof value))) return value
  const shape = shapes.find((candidate) => candidate.type !== "null" && adapt(candidate, value) !== value)
  return shape ? adapt(shape, value) : value
}

function adaptProperties(properties: Record<string, Shape>, value: Record<string, unknown>): Record<string, unknown> {
  const adapted: Record<string, unknown> = {}
  for (const [name, shape] of Object.entries(properties)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined
    if (given === undefined || (given === null && !takesNull(shape))) continue
    adapted[name] = adapt(shape, given)
  }
  return adapted
}

/** Query parameters are all text: blanks count as absent, commas part a list, the last of several counts. */
export function tolerateQuery(schema: TSchema, query: unknown): unknown {
  const { properties = {} } = schema as Shape
  const given: Record<string, unknown> = {}
  for (const [name, raw] of Object.entries(query as Record<string, string | string[]>)) {
    const shape = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!shape) continue
    const texts = (Array.isArray(raw) ? raw : [raw]).map((text) => text.trim()).filter((text) => text !== "")
    if (texts.length > 0) given[name] = adapt(shape, shape.type === "array" ? texts.flatMap(parts) : texts.at(-1))
  }
  return given
}

function parts(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
}

function takesNull(shape: Shape): boolean {
  // What may be anything may be null.
  if (!shape.type && !shape.anyOf && !shape.enum) return true
  return shape.type === "null" || (shape.anyOf?.some((candidate) => candidate.type === "null") ?? false)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
