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
  /** The same while something comes all the time, so that what nobody waits for takes less of a busy node. */
  steadyGatherMs?: number
  /** The longest pause between attempts while it fails; unless given, 5 seconds. */
  longestRetryMs?: number
  log: Pick<FastifyBaseLogger, "error">
}

export interface RunningTurns {
  wake(): void
  /** Waits for the turn under way. */
  stop(): Promise<void>
}

/** Works in turns that never overlap. After a failure nobody wakes it early, and it rests ever longer. */
export function startTurns(turns: Turns): RunningTurns {
  const { name, work, gatherMs = 0, steadyGatherMs = gatherMs, longestRetryMs = usualRetryMs, log } = turns
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
    /** So many turns, one behind the other, had something to wait for them. */
    let awaited = 0
    /** When the last one began that somebody had asked for: one that looks for itself keeps nobody waiting. */
    let askedAt = Number.NEGATIVE_INFINITY
    for (let failures = 0; !stopping.signal.aborted; ) {
      // From here on: what is told during the turn may come too late for it, and gets another.
      if (isWoken) askedAt = performance.now()
      isWoken = false
      let restMs: number
      try {
        restMs = await work(stopping.signal)
        failures = 0
      } catch (error) {
        log.error({ err: error, turn: name }, "it is tried again")
        restMs = Math.min(250 * 2 ** failures++, longestRetryMs)
      }
      mayWake = failures === 0
      if (!stopping.signal.aborted && !(mayWake && isWoken)) await rest(restMs)
      mayWake = false
      const apartMs = awaited < steadyTurns ? gatherMs : steadyGatherMs
      const beat = isWoken && apartMs > 0 ? (Math.floor(askedAt / apartMs) + 1) * apartMs : 0
      const earlyMs = () => beat - performance.now()
      awaited = earlyMs() > 0 ? awaited + 1 : 0
      // A timer may end early, by as much as its loop lags, and two turns would be in the same beat.
      while (earlyMs() > 0 && !stopping.signal.aborted) await rest(earlyMs())
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

/** After as many something comes all the time. */
const steadyTurns = 4

/** A database that has come back is noticed within this time. */
const usualRetryMs = 5_000
