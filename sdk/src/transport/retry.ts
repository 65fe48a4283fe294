import type { Failure } from "./error.ts"

export interface RetryLimits {
  /** Requests in all, the first included. */
  tries: number
  /** A pause that would end later than this after the first request is not begun. */
  totalMs: number
}

export interface Attempt {
  failure: Failure
  /** Whether to do it twice does no harm: reads, and writes with a key. */
  repeatable: boolean
  /** How many there were so far. */
  tries: number
  spentMs: number
  limits: RetryLimits
}

/** How long to wait before the next try, or undefined to give up. */
export function retryPauseMs({ failure, repeatable, tries, spentMs, limits }: Attempt): number | undefined {
  if (!mayRetry(failure.status, repeatable) || tries >= limits.tries) return undefined
  const pauseMs = failure.retryAfterSeconds === undefined ? 250 * 2 ** (tries - 1) : failure.retryAfterSeconds * 1_000
  return spentMs + pauseMs > limits.totalMs ? undefined : pauseMs
}

/** With 429 nothing was done; a 503 does not tell whether the work was done. */
function mayRetry(status: number, repeatable: boolean): boolean {
  return status === 429 || (status === 503 && repeatable)
}
