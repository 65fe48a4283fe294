import type { TSchema } from "typebox"

export type ParameterHints = (schema: TSchema | undefined, query: unknown) => string[]

/** Longer names are no misspelling. Clients refuse answers with headers of 16 kB. */
const longestName = 40
const mostHints = 10

/**
 * Names each ignored parameter that looks like a known one: of the same request, such as `assigned_to` for `assignTo`,
 * or else of any of those that are given here, so that nobody takes a whole list for a filtered one.
 */
export function parameterHints(schemas: readonly TSchema[]): ParameterHints {
  const anywhere = new Set(schemas.flatMap(namesIn).map(meaningOf))
  return (schema, query) => {
    const names = schema ? namesIn(schema) : []
    const hints = Object.keys(query as object).flatMap((given) => {
      if (names.includes(given) || given.length > longestName) return []
      const ignored = `${encodeURIComponent(given)} was ignored`
      const meant =
        names.find((name) => spellingOf(name) === spellingOf(given)) ??
        names.find((name) => meaningOf(name) === meaningOf(given))
      if (meant !== undefined) return [`${ignored}; did you mean ${meant}?`]
      return anywhere.has(meaningOf(given)) ? [`${ignored}; there is no such parameter here.`] : []
    })
    return hints.slice(0, mostHints)
  }
}

function namesIn(schema: TSchema): string[] {
  return Object.keys((schema as { properties?: object }).properties ?? {})
}

/** Case, separators and a plural s are what people get wrong. */
function spellingOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replace(/(?<=x)es$|s$/, "")
}

/** Bodies and answers have other names for the same: `mailboxId` for `mailbox`, `assignTo` for `assigned_to`. */
function meaningOf(name: string): string {
  return spellingOf(name)
    .replace(/(?<=.)id$/, "")
    .replace(/^inbox/, "mailbox")
    .replace(/^assign(ed|ee)?(to)?$/, "assignedto")
}
