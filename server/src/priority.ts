import { setPriority } from "node:os"

/** A tenth of what others get of a processor that all want; nothing is lost on one that is free. */
const niceness = 10

/**
 * Said by a thread that works in the background, or of a process of this machine that does: who answers people comes first. Linux
 * alone has that for threads.
 */
export function giveWay(processId = 0): void {
  if (process.platform !== "linux") return
  try {
    setPriority(processId, niceness)
  } catch {
    // It has ended meanwhile, or is another user's: then it is as before.
  }
}
