import { setTimeout as pause } from "node:timers/promises"
import type { FastifyBaseLogger } from "fastify"
import { DeskError } from "../errors.ts"

export interface Ticking {
  name: string
  everySeconds: number
  work: (signal: AbortSignal) => Promise<void>
  log: FastifyBaseLogger
}

/** Works in turns that never overlap; stopping waits for the one under way. */
export function startTicking(ticking: Ticking): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const ended = takeTurns(ticking, stopping.signal)
  return {
    stop() {
      stopping.abort()
      return ended
    },
  }
}

async function takeTurns({ name, everySeconds, work, log }: Ticking, signal: AbortSignal): Promise<void> {
  let timesAway = 0
  while (!signal.aborted) {
    const begunAt = performance.now()
    try {
      await work(signal)
      timesAway = 0
    } catch (error) {
      log.error({ err: error, job: name }, "a recurring job failed; it is tried again")
      timesAway = isAway(error) ? timesAway + 1 : 0
    }
    const tookMs = performance.now() - begunAt
    // An end of the pause by the signal is no failure.
    await pause(pauseMs({ everySeconds, tookMs, timesAway }), undefined, { signal }).catch(() => {})
  }
}

/** A database that has come back is noticed within this time. */
const longestPauseMs = 15_000

/** Turns begin so many seconds apart, late ones at once; while the database is away, ever more rarely. */
export function pauseMs({
  everySeconds,
  tookMs,
  timesAway,
}: {
  everySeconds: number
  tookMs: number
  timesAway: number
}) {
  if (timesAway > 0) return Math.min(everySeconds * 1_000 * 2 ** timesAway, longestPauseMs)
  return Math.max(0, everySeconds * 1_000 - tookMs)
}

function isAway(error: unknown): boolean {
  return error instanceof DeskError && error.status === 503
}
