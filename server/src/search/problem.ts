import { DeskError, type ErrorSource } from "../errors.ts"

/** Why a query cannot be used: where, and what was expected there. */
export class QueryProblem extends Error {
  /** Offset in the text, in UTF-16 units from 0, as programs count. */
  readonly at: number
  readonly expected: string

  constructor(at: number, expected: string) {
    super(`at character ${at}: ${expected}`)
    this.at = at
    this.expected = expected
  }
}

/** Runs what reads a query, and names the request's part that held it when it cannot be used. */
export function reading<Result>(held: HeldQuery, read: () => Result): Result {
  try {
    const result = read()
    if (!(result instanceof Promise)) return result
    return result.catch((error: unknown) => {
      throw refusalOf(error, held)
    }) as Result
  } catch (error) {
    throw refusalOf(error, held)
  }
}

interface HeldQuery {
  path: string
  source: ErrorSource
  text: string
}

function refusalOf(error: unknown, { path, source, text }: HeldQuery): unknown {
  if (!(error instanceof QueryProblem)) return error
  const rejectedValue = text.length > longestShown ? `${text.slice(0, longestShown).toWellFormed()}…` : text
  const fields = [{ path, message: error.message, rejectedValue, source }]
  return new DeskError(400, "query", `Bad query: ${error.message}`, { fields, cause: error })
}

const longestShown = 200
