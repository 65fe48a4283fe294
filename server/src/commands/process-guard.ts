import type { FastifyBaseLogger } from "fastify"
import { unhandledRejections } from "../http/metrics.ts"

/** After an uncaught exception; a start that is refused ends with 1. */
const crashExitCode = 70

/** A desk that cannot stop in order within this time ends all the same. */
const drainLimitMs = 15_000

export interface ProcessGuard {
  /** Resolves at the first uncaught exception. */
  crashed: Promise<Error>
  remove(): void
}

/**
 * Decides what may end the process.
 *
 * A rejected promise that nothing handles does not: one operation failed and its caller did not look. Libraries drop
 * promises, the job queue for one, and they all reject at once when the database restarts. The log and a metric tell.
 *
 * An uncaught exception does: it left some function halfway through, so the state of the process is unknown. The desk
 * finishes its requests, as far as it still can, and ends with an exit code that is not 0.
 */
export function guardProcess(log: FastifyBaseLogger): ProcessGuard {
  const crash = Promise.withResolvers<Error>()
  let isCrashing = false
  const onRejection = (reason: unknown) => {
    unhandledRejections.inc()
    log.error({ err: asError(reason) }, "a promise was rejected and nothing handled it; the desk goes on")
  }
  const onException = (thrown: unknown) => {
    const error = asError(thrown)
    log.fatal({ err: error }, "an exception was not caught; the desk stops")
    process.exitCode = crashExitCode
    if (isCrashing) return
    isCrashing = true
    setTimeout(() => process.exit(crashExitCode), drainLimitMs).unref()
    crash.resolve(error)
  }
  process.on("unhandledRejection", onRejection)
  process.on("uncaughtException", onException)
  return {
    crashed: crash.promise,
    remove() {
      process.off("unhandledRejection", onRejection)
      process.off("uncaughtException", onException)
    },
  }
}

/** The reader of the output may be gone, as in `npm start | head`; that costs lines, never the desk. */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown })
}
