import { type FieldError, invalid } from "../errors.ts"

/** Refuses the one character that no text of the database can hold, and so none can be kept or looked for. */
export function refuseNul(value: unknown, source: "QUERY" | "JSON"): void {
  const fields = [...placesOfNul(value, "")].map(
    (path): FieldError => ({
      // In a query string a list is one parameter.
      path: (source === "QUERY" ? path.replace(/\[.*/, "") : path) || "body",
      message: "must not hold the character U+0000",
      source,
    }),
  )
  if (fields.length > 0) throw invalid(...fields)
}

function* placesOfNul(value: unknown, path: string): Generator<string> {
  if (typeof value === "string" && value.includes("\0")) yield path
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* placesOfNul(item, `${path}[${index}]`)
  else if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value)) yield* placesOfNul(inner, path === "" ? name : `${path}.${name}`)
}
