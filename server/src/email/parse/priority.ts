import { setPriority } from "node:os"

/** A tenth of what others get of a processor that all want; nothing is lost on one that is free. */
const niceness = 10

/** Said by a thread that works in the background: who answers people comes first. Linux alone has that for threads. */
export function giveWay(): void {
  if (process.platform === "linux") setPriority(niceness)
}
