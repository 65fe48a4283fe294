// Runs on any Node from 20 on with nothing installed, so: plain JavaScript and no dependencies.
import { readFileSync } from "node:fs"

const signals = ["SIGINT", "SIGTERM", "SIGHUP"]

/**
 * Calls the listener with the signal of every request to stop this process, and with SIGTERM when the npm that called it
 * is gone: an npm that is killed leaves its script running, unseen. Returns a function that ends this.
 */
export function onStopRequest(listener) {
  for (const signal of signals) process.on(signal, listener)
  const callers = findCallers()
  const checkCallers = () => {
    if (findCallers() === callers) return
    // Once: the desk takes a second request for "at once".
    clearInterval(watch)
    listener("SIGTERM")
  }
  const watch = process.env.npm_lifecycle_event ? setInterval(checkCallers, 250) : undefined
  return () => {
    clearInterval(watch)
    for (const signal of signals) process.off(signal, listener)
  }
}

/** The parent, and the npm above it where the parent is the shell that npm puts in between. */
function findCallers() {
  try {
    const [, name, state] = /\((.*)\) (.*)/.exec(readFileSync(`/proc/${process.ppid}/stat`, "utf8"))
    return /^(sh|dash|bash)$/.test(name) ? `${process.ppid} ${state.split(" ")[1]}` : `${process.ppid}`
  } catch {
    return `${process.ppid}`
  }
}
