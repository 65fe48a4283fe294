// Runs on any Node from 20 on with nothing installed, so: plain JavaScript and no dependencies.
import { constants } from "node:os"
import { onStopRequest } from "./stop-requests.mjs"

const firstDelayMs = 1_000
const longestDelayMs = 60_000

/** A desk that was ready for this long counts as well again, and the delays begin anew. */
const steadyMs = 300_000

/** An uncaught exception ends the desk with this code (server/src/commands/process-guard.ts). */
const crashExitCode = 70

/**
 * Runs the desk, and starts it again with growing delays when it died by itself. Resolves to the exit code once the desk
 * was asked to stop or its start was refused. `runDesk` resolves to an exit code, above 128 for a signal, and calls
 * back when the desk is ready. `stopPostgres` stops the PostgreSQL that a killed desk leaves running.
 */
export async function keepRunning({ runDesk, stopPostgres, messages }) {
  messages.on("error", () => {})
  let stopSignal
  let endDelay = () => {}
  const unwatch = onStopRequest((signal) => {
    stopSignal ??= signal
    endDelay()
  })
  let wasEverReady = false
  let delayMs
  try {
    for (;;) {
      let readyAt
      const code = await runDesk(() => {
        readyAt = performance.now()
      })
      wasEverReady ||= readyAt !== undefined
      if (stopSignal !== undefined || !isCurable(code, wasEverReady)) return code
      delayMs = nextDelay(delayMs, readyAt === undefined ? 0 : performance.now() - readyAt)
      messages.write(`The desk stopped unexpectedly (${reasonOf(code)}). Starting again in ${delayMs / 1_000} s …\n`)
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, delayMs)
        endDelay = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      if (stopSignal !== undefined) return await stopPostgres()
    }
  } finally {
    unwatch()
  }
}

/**
 * The first start may be refused for good, such as for a port that is taken: it has said why, and another one would be
 * refused too. A desk that was ready before had good settings, so whatever ends it or refuses it later may pass.
 */
function isCurable(code, wasEverReady) {
  const signal = signalOf(code)
  if (code === 0 || ["SIGINT", "SIGTERM", "SIGHUP"].includes(signal)) return false
  return wasEverReady || signal !== undefined || code === crashExitCode
}

/** 1 s, 2 s, 4 s and so on up to a minute; `ranMs` is how long the desk was ready since the last delay. */
export function nextDelay(previousMs, ranMs) {
  if (previousMs === undefined || ranMs >= steadyMs) return firstDelayMs
  return Math.min(previousMs * 2, longestDelayMs)
}

function reasonOf(code) {
  const signal = signalOf(code)
  return signal === undefined ? `exit code ${code}` : `killed by ${signal}`
}

function signalOf(code) {
  return Object.keys(constants.signals).find((name) => 128 + constants.signals[name] === code)
}
