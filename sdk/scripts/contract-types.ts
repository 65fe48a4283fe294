/**
 * The contract's schemas as plain TypeScript, so that the package depends on nothing: the contract's own types are derived
 * from TypeBox schemas, which whoever installs the package would need as well. Descriptions become comments in editors.
 */
import { globSync } from "node:fs"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"

/** The keywords of JSON Schema that decide about a type. */
export interface JsonSchema {
  type?: string
  description?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  required?: string[]
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
}

const contract = resolve(import.meta.dirname, "../../contract/src")

/** Every schema that the contract exports, by its name, with the module that has it. */
export async function readContract(): Promise<Map<string, { module: string; schema: JsonSchema }>> {
  const schemas = new Map<string, { module: string; schema: JsonSchema }>()
  for (const file of globSync("**/*.ts", { cwd: contract, exclude: ["**/*.test.ts"] }).sort()) {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(contract, file)).href)
    for (const [name, value] of Object.entries(exported)) {
      if (typeof value !== "object" || value === null || !("~kind" in value)) continue
      const earlier = schemas.get(name)
      if (earlier) throw new Error(`${earlier.module} and ${file} both export ${name}`)
      schemas.set(name, { module: file.replaceAll("\\", "/").replace(/\.ts$/, ""), schema: value as JsonSchema })
    }
  }
  return schemas
}

/** Declares these types, and those that they refer to. */
export function declareTypes(names: Iterable<string>, schemas: ReadonlyMap<string, { schema: JsonSchema }>): string {
  const shapeOf = (schema: JsonSchema) => JSON.stringify({ ...schema, description: undefined })
  const namesOfShapes = new Map([...schemas].map(([name, { schema }]) => [shapeOf(schema), name]))
  const wanted = new Set(names)
  const nameOf = (schema: JsonSchema): string | undefined => {
    const name = schema.properties || schema.enum ? namesOfShapes.get(shapeOf(schema)) : undefined
    if (name !== undefined) wanted.add(name)
    return name
  }
  let text = ""
  // A set that grows while it is read is read to its end.
  for (const name of wanted) {
    const schema = schemas.get(name)?.schema
    if (!schema) throw new Error(`The contract has no schema ${name}`)
    text += `${commentOf(schema, "")}export type ${name} = ${typeOf(schema, nameOf)}\n\n`
  }
  return text
}

type NameOf = (schema: JsonSchema) => string | undefined

function typeOf(schema: JsonSchema, nameOf: NameOf, indent = ""): string {
  const inner = (schema: JsonSchema) => nameOf(schema) ?? typeOf(schema, nameOf, indent)
  if ("const" in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  if (schema.anyOf) return schema.anyOf.map(inner).join(" | ")
  if (schema.items) return `Array<${inner(schema.items)}>`
  if (schema.properties) return objectType(schema, nameOf, indent)
  if (schema.patternProperties)
    return `Record<string, ${Object.values(schema.patternProperties).map(inner).join(" | ")}>`
  if (schema.type === "integer") return "number"
  if (["string", "number", "boolean", "null"].includes(schema.type ?? "")) return schema.type ?? ""
  if ("~kind" in schema && schema["~kind"] === "Unknown") return "unknown"
  throw new Error(`No TypeScript is known for the schema ${JSON.stringify(schema)}`)
}

function objectType({ properties = {}, required = [] }: JsonSchema, nameOf: NameOf, indent: string): string {
  const deeper = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = /^[a-zA-Z_]\w*$/.test(name) ? name : JSON.stringify(name)
    const type = nameOf(schema) ?? typeOf(schema, nameOf, deeper)
    return `${commentOf(schema, deeper)}${deeper}${key}${required.includes(name) ? "" : "?"}: ${type}\n`
  })
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`
}

function commentOf({ description }: JsonSchema, indent: string): string {
  return description === undefined ? "" : `${indent}/** ${description.replaceAll("*/", "*\\/")} */\n`
}
