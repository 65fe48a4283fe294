/** The parts of JSON Schema that the contract uses. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  contentMediaType?: string
  additionalProperties?: boolean | JsonSchema
}

export interface Reference {
  $ref: string
}

export interface Parameter {
  name: string
  in: "query" | "path" | "header"
  required: boolean
  description?: string
  schema: JsonSchema
  style?: "form"
  explode?: boolean
}

export interface Header {
  description: string
  schema: JsonSchema
}

export type Content = Record<string, { schema: JsonSchema }>

export interface Response {
  description: string
  headers?: Record<string, Header | Reference>
  content?: Content
}

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response | Reference>
  security?: Record<string, string[]>[]
  "x-permission": string
}

export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  security: Record<string, string[]>[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    parameters: Record<string, Parameter>
    headers: Record<string, Header>
    responses: Record<string, Response>
    securitySchemes: Record<string, object>
  }
}

/** What a reference in the document stands for, or the thing itself where it stands in place. */
export function resolve<Kind extends object>(document: OpenApi, given: Kind | Reference): Kind {
  if (!("$ref" in given) || typeof given.$ref !== "string") return given as Kind
  let found: unknown = document
  for (const key of given.$ref.slice(2).split("/")) found = (found as Record<string, unknown> | undefined)?.[key]
  if (found === undefined) throw new Error(`Nothing stands at ${given.$ref}`)
  return found as Kind
}
