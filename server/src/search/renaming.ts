import { parseQuery } from "./grammar.ts"
import { printText } from "./print.ts"
import { QueryProblem } from "./problem.ts"
import { termsOf } from "./tree.ts"

/** The value of a field as it stands in a query. */
const written = /"(?:\\.|[^"\\])*"|(?:\\.|[^\s()[\]{}"\\])+/sy

/** The query with another value wherever the field has this one, in whatever case. All else stays as it was written. */
export function withValue(query: string, { field, from, to }: { field: string; from: string; to: string }): string {
  const places = placesOf(query, field, from).toSorted((one, other) => other - one)
  const value = printText({ kind: /^[\p{L}\p{N}_-]+$/u.test(to) ? "word" : "phrase", text: to })
  return places.reduce((text, at) => text.slice(0, at) + value + text.slice(endOfValue(text, at)), query)
}

/** The offset behind a value that begins at one. */
export function endOfValue(query: string, at: number): number {
  written.lastIndex = at
  return at + (written.exec(query)?.[0].length ?? 0)
}

function placesOf(query: string, field: string, text: string): number[] {
  try {
    return termsOf(parseQuery(query)).flatMap(({ field: name, value }) => {
      if (name?.toLowerCase() !== field || (value.kind !== "word" && value.kind !== "phrase")) return []
      return value.text.toLowerCase() === text.toLowerCase() ? [value.at] : []
    })
  } catch (error) {
    // What cannot be read (any more) finds nothing under either name.
    if (error instanceof QueryProblem) return []
    throw error
  }
}
