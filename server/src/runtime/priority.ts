import { setPriority } from "node:os"

/** A tenth of what others get of a processor that all want; nothing is lost on one that is free. */
const niceness = 10

/** Lowers the priority of the calling thread, or of another process of this machine. Only Linux has priorities of threads. */
export function lowerPriority(processId = 0): void {
  if (process.platform !== "linux") return
  try {
    setPriority(processId, niceness)
  } catch {
    // It has ended meanwhile, or is another user's: then it is as before.
  }
}
