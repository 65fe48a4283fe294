import { inTurn } from "./hold.ts"
import type { Place } from "./place.ts"
import { findPostmaster, startOrJoin, stopPostmaster } from "./postmaster.ts"
import { birthOf } from "./processes.ts"

const watchMs = 500
const shortestRetryMs = 1_000
const longestRetryMs = 30_000

/** Starts PostgreSQL again whenever it is gone, on the same port, so that the pools find it by themselves. */
export function supervise(place: Place, port: number, say: (line: string) => void): { end(): void } {
  let ended = false
  let retryMs = shortestRetryMs
  let known: { pid: number; birth: string | undefined } | undefined

  const isThere = async () => {
    if (known && birthOf(known.pid) === known.birth) return true
    const running = await findPostmaster(place.cluster)
    known = running?.port === port ? { pid: running.pid, birth: birthOf(running.pid) } : undefined
    return known?.birth !== undefined
  }
  const revive = async () => {
    if (ended || (await isThere())) return
    say("PostgreSQL has ended unexpectedly: starting it again …")
    const elsewhere = await findPostmaster(place.cluster)
    if (elsewhere && elsewhere.port !== port) await stopPostmaster(elsewhere.pid)
    await startOrJoin(place, say, port)
    say("PostgreSQL runs again.")
  }
  const watch = async () => {
    let nextMs = watchMs
    try {
      if (await isThere()) retryMs = shortestRetryMs
      else {
        nextMs = retryMs
        retryMs = Math.min(2 * retryMs, longestRetryMs)
        await inTurn(place.folder, say, revive)
      }
    } catch (error) {
      say(`${(error as Error).message}\nTrying again in ${nextMs / 1_000} s.`)
    }
    if (!ended) timer = setTimeout(watch, nextMs).unref()
  }
  let timer = setTimeout(watch, watchMs).unref()

  return {
    end() {
      ended = true
      clearTimeout(timer)
    },
  }
}
