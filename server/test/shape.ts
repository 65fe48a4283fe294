import assert from "node:assert/strict"
import { createRequire } from "node:module"
import type { TSchema } from "typebox"

// The validator that the service itself checks requests with.
const { default: Ajv } = createRequire(import.meta.resolve("fastify"))("ajv") as {
  default: new (options: object) => { compile(schema: object): ((value: unknown) => boolean) & { errors?: unknown } }
}
const ajv = new Ajv({ allErrors: true, strict: false })
const compiled = new Map<TSchema, ReturnType<typeof ajv.compile>>()

/** Holds an answer against the contract; fields the contract does not name fail too. */
export function assertShape(schema: TSchema, value: unknown): void {
  const check = compiled.get(schema) ?? ajv.compile(closed(schema) as object)
  compiled.set(schema, check)
  assert.ok(check(value), JSON.stringify({ errors: check.errors, value }, null, 2).slice(0, 2_000))
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== "object" || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return "properties" in copy && copy["type"] === "object" ? { ...copy, additionalProperties: false } : copy
}
