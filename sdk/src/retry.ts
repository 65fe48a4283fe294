import type { Failure } from "./error.ts"

export interface RetryLimits {
  /** Requests in all, the first included. */
  tries: number
  /** A pause that would end later than this after the first request is not begun. */
  totalMs: number
}

export interface Attempt {
  failure: Failure
  /** How many there were so far. */
  tries: number
  spentMs: number
  limits: RetryLimits
}

/** How long to wait before the next try, or undefined to give up. */
export function retryPauseMs({ failure, tries, spentMs, limits }: Attempt): number | undefined {
  if (![429, 503].includes(failure.status) || tries >= limits.tries) return undefined
  const pauseMs = failure.retryAfterSeconds === undefined ? 250 * 2 ** (tries - 1) : failure.retryAfterSeconds * 1_000
  return spentMs + pauseMs > limits.totalMs ? undefined : pauseMs
}
