import assert from "node:assert/strict"
import Schema from "typebox/schema"

export interface JsonSchema {
  $ref?: string
  type?: string
  enum?: unknown[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
}

export interface Parameter {
  name: string
  in: "query" | "path" | "header"
  schema: JsonSchema
}

interface Answer {
  content?: Record<string, { schema?: JsonSchema }>
}

export interface Operation {
  method: string
  /** With its parameters in braces. */
  path: string
  parameters: Parameter[]
  /** The shape of its JSON body, if it takes one. */
  body: JsonSchema | undefined
  answers: Record<string, Answer>
}

// biome-ignore lint/suspicious/noExplicitAny: a document of another program.
type Document = any

/** An OpenAPI document as what a client reads from it. */
export class OpenApi {
  readonly operations: Operation[]
  readonly #document: Document

  constructor(document: Document) {
    this.#document = closed(document)
    this.operations = Object.entries<Document>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Document>(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        parameters: (operation.parameters ?? []).map((parameter: Document) => {
          const known = this.resolve(parameter)
          return { ...known, schema: this.resolve(known.schema) }
        }),
        body: this.#bodyOf(operation),
        answers: Object.fromEntries(
          Object.entries(operation.responses).map(([status, answer]) => [status, this.resolve(answer as object)]),
        ),
      })),
    )
  }

  #bodyOf(operation: Document): JsonSchema | undefined {
    const schema = operation.requestBody?.content["application/json"]?.schema
    return schema && this.resolve(schema)
  }

  /** What a reference stands for; anything else is itself. */
  // biome-ignore lint/suspicious/noExplicitAny: a document of another program.
  resolve(part: { $ref?: string }): any {
    if (part.$ref === undefined) return part
    const steps = part.$ref.split("/").slice(1)
    return this.resolve(steps.reduce((inner, step) => inner[step], this.#document))
  }

  /** Holds a body against the shape it was promised in; fields that the document does not name fail too. */
  assertShape(shape: JsonSchema, value: unknown): void {
    const { components } = this.#document
    const [valid, errors] = Schema.Errors({ ...(closed(shape) as object), components }, value)
    assert.ok(valid, JSON.stringify(errors.slice(0, 5), null, 2))
  }
}

function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed)
  if (typeof part !== "object" || part === null) return part
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]))
  const named = Object.keys(copy["properties"] ?? {}).length > 0
  return copy["type"] === "object" && named ? { ...copy, additionalProperties: false } : copy
}
