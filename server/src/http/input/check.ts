import type { Static, TSchema } from "typebox"
import Schema from "typebox/schema"
import { invalid } from "../../errors.ts"
import { fieldError } from "../errors/problem.ts"
import { tolerate } from "./tolerate.ts"

/** A part of the body whose shape another part decides: read as tolerantly, and refused in the same words. */
export function readAs<Shape extends TSchema>(shape: Shape, value: unknown, path: string): Static<Shape> {
  const read = tolerate(shape, value)
  const [valid, mistakes] = Schema.Errors(shape, read)
  if (valid) return read as Static<Shape>
  throw invalid(
    ...mistakes.map(({ keyword, schemaPath, instancePath, params, message }) => {
      const { requiredProperties: [missingProperty] = [] } = params as { requiredProperties?: string[] }
      const failure = { keyword, schemaPath, instancePath, message, params: { ...params, missingProperty } }
      const field = fieldError(failure, "JSON")
      return {
        ...field,
        path: field.path === "body" ? path : `${path}${/^\[/.test(field.path) ? "" : "."}${field.path}`,
      }
    }),
  )
}
