import type { JsonSchema, OpenApi } from "../openapi.ts"
import type { Random } from "./random.ts"

export interface Samples {
  api: OpenApi
  random: Random
  /** Ids that exist, by the end of a field's name. */
  idsFor: (name: string) => number[]
}

/** Something that a shape takes, made from the shape alone. */
export function sampleOf(shape: JsonSchema, name: string, samples: Samples): unknown {
  const { api, random } = samples
  const { type, ...known } = api.resolve(shape) as JsonSchema
  if (known.enum) return random.pick(known.enum)
  if (known.anyOf) return sampleOf(random.pick(known.anyOf), name, samples)
  switch (type) {
    case "object":
      return sampleObject(known, samples)
    case "array": {
      const length = Math.max(known.minItems ?? 0, random.below(3))
      return Array.from({ length }, () => sampleOf(known.items ?? {}, name, samples))
    }
    case "integer":
    case "number":
      return random.pick([...samples.idsFor(name), known.minimum ?? 1])
    case "boolean":
      return random.chance(0.5)
    case "null":
      return null
    default:
      return sampleText(known, name, random)
  }
}

function sampleObject({ properties = {}, required = [] }: JsonSchema, samples: Samples): Record<string, unknown> {
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || samples.random.chance(0.3))
  const sample = Object.fromEntries(chosen.map(([name, inner]) => [name, sampleOf(inner, name, samples)]))
  // Only history may have moments of its own, and a customer needs one of two.
  if (Object.keys(sample).some((name) => /At$/.test(name)) && "imported" in properties) sample["imported"] = true
  if ("email" in properties && !("id" in sample)) sample["email"] = sampleText({}, "email", samples.random)
  return sample
}

function sampleText({ pattern, maxLength = 40, minLength = 1 }: JsonSchema, name: string, random: Random): string {
  if (/email|cc|to$/i.test(name)) return `somebody${random.below(50)}@elsewhere.example`
  if (name === "data") return random.pick(["aGVsbG8=", "aGVsbG8=", "aGVsbG8", "****", ""])
  if (name === "mimeType") return random.pick(["text/plain", "image/png"])
  if (pattern?.startsWith("^#")) return "#4381b5"
  if (pattern?.includes("\\d{4}-\\d{2}")) return random.pick(["2024-02-29", "2024-02-29T10:15:00+02:00"])
  if (pattern?.startsWith("^(name")) return random.pick(["name,asc", "customerCount"])
  const text = random.pick(["Hello", "Zoë", "(subject:hello)", "scenario-vip", "Mary"])
  return text.length < minLength ? text.padEnd(minLength, "x") : text.slice(0, maxLength)
}
