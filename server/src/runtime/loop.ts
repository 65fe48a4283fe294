import type { FastifyBaseLogger } from "fastify"

export interface LoopOptions {
  name: string
  /** Returns for how many milliseconds the loop is idle unless it is woken. The signal aborts when the loop stops. */
  run: (signal: AbortSignal) => Promise<number>
  /** Least time between two runs that were woken, so that one run serves what comes in quick succession. Default: 0 */
  minIntervalMs?: number
  /** Upper limit of the backoff after failures. Default: 5,000 */
  maxRetryMs?: number
  log: Pick<FastifyBaseLogger, "error">
}

export interface Loop {
  /** Ends the idle time. Another run follows even if one is under way, which may have started too early. */
  wake(): void
  /** Waits for the run under way. */
  stop(): Promise<void>
}

/** Runs again and again, never twice at once. After a failure it backs off exponentially and cannot be woken. */
export function startLoop({ name, run, minIntervalMs = 0, maxRetryMs = 5_000, log }: LoopOptions): Loop {
  const stopping = new AbortController()
  let isWoken = false
  let endWait = () => {}
  const waitUntil = async (time: number, { wakeable }: { wakeable: boolean }) => {
    // Checked again after the timer: timers count from the start of their event loop's round and fire early.
    for (;;) {
      const leftMs = time - performance.now()
      if (leftMs <= 0 || stopping.signal.aborted || (wakeable && isWoken)) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs)
        endWait = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const repeat = async () => {
    // Runs by the idle timer do not count: nobody who wakes the loop waits for the interval after one.
    let wokenRunAt = Number.NEGATIVE_INFINITY
    for (let failures = 0; !stopping.signal.aborted; ) {
      if (isWoken) wokenRunAt = performance.now()
      isWoken = false
      let idleMs: number
      try {
        idleMs = await run(stopping.signal)
        failures = 0
      } catch (error) {
        log.error({ err: error, loop: name }, "a background loop failed; it is tried again")
        idleMs = backoffMs(failures++, maxRetryMs)
      }
      await waitUntil(performance.now() + idleMs, { wakeable: failures === 0 })
      if (isWoken) await waitUntil(wokenRunAt + minIntervalMs, { wakeable: false })
    }
  }
  const ended = repeat()
  return {
    wake() {
      if (isWoken) return
      isWoken = true
      endWait()
    },
    stop() {
      stopping.abort()
      endWait()
      return ended
    },
  }
}

/** Before the next try, after so many failures that went before this one. */
export function backoffMs(failures: number, maxMs = 5_000): number {
  return Math.min(250 * 2 ** failures, maxMs)
}
