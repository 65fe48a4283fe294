import type { FastifyBaseLogger } from "fastify"

export interface Turns {
  name: string
  /** One turn; gives how many milliseconds to rest unless somebody wakes it. The signal tells it to end early. */
  work: (signal: AbortSignal) => Promise<number>
  /**
   * One turn in so long: of what comes in quick succession several share it. All who gather as long begin it in the same
   * moment, and may share what they ask.
   */
  gatherMs?: number
  log: Pick<FastifyBaseLogger, "error">
}

export interface RunningTurns {
  wake(): void
  /** Waits for the turn under way. */
  stop(): Promise<void>
}

/** Works in turns that never overlap. After a failure nobody wakes it early, and it rests ever longer. */
export function startTurns({ name, work, gatherMs = 0, log }: Turns): RunningTurns {
  const stopping = new AbortController()
  let isWoken = false
  let endRest = () => {}
  let mayWake = false
  const rest = (restMs: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMs)
      endRest = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const takeTurns = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      // From here on: what is told during the turn may come too late for it, and gets another.
      isWoken = false
      const begunAt = performance.now()
      let restMs: number
      try {
        restMs = await work(stopping.signal)
        failures = 0
      } catch (error) {
        log.error({ err: error, turn: name }, "it is tried again")
        restMs = Math.min(250 * 2 ** failures++, longestRestMs)
      }
      mayWake = failures === 0
      if (!stopping.signal.aborted && !(mayWake && isWoken)) await rest(restMs)
      mayWake = false
      const earlyMs = gatherMs === 0 ? 0 : (Math.floor(begunAt / gatherMs) + 1) * gatherMs - performance.now()
      if (earlyMs > 0 && !stopping.signal.aborted) await rest(earlyMs)
    }
  }
  const ended = takeTurns()
  return {
    wake() {
      isWoken = true
      if (mayWake) endRest()
    },
    stop() {
      stopping.abort()
      endRest()
      return ended
    },
  }
}

/** A database that has come back is noticed within this time. */
const longestRestMs = 5_000
