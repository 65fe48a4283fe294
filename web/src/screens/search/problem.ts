import { DeskhandError } from "@deskhand/sdk/client"

/** Why the desk could not read a query: where, counted from 0, and what it expected there. */
export interface QueryProblem {
  at: number
  expected: string
}

export function problemOf(error: unknown): QueryProblem | undefined {
  if (!(error instanceof DeskhandError) || error.code !== "query") return undefined
  return readProblem(error.errors[0]?.message ?? error.message)
}

/** What the desk says of a query, wherever it was sent with others. */
export function readProblem(message: string): QueryProblem {
  const [, at, expected] = /^at character (\d+): (.+)$/s.exec(message) ?? []
  if (at === undefined || expected === undefined) return { at: 0, expected: message }
  return { at: Number(at), expected: `${expected[0]?.toUpperCase()}${expected.slice(1)}.` }
}

/** The query before, at and after the place: the word there, or a gap where something is missing at the end. */
export function partsAround(query: string, { at }: QueryProblem): [string, string, string] {
  const [wrong = ""] = /^(\s+|[^\s]+)/.exec(query.slice(at)) ?? []
  return [query.slice(0, at), wrong === "" ? "\u00a0" : wrong, query.slice(at + wrong.length)]
}
