import { availableParallelism } from "node:os"
import { setTimeout as pause } from "node:timers/promises"

/** 35 a second on two processors, which is more than any inbox gets, and less than keeps them from answering people. */
export const apartMs = 56 / availableParallelism()

let nextAt = 0
let last = Promise.resolve()

/**
 * Waited for before a message is taken, whoever brings it: each is taken so long after the one before. Who has many to bring is
 * slowed down by that, and the desk is not.
 */
export function inPace(): Promise<void> {
  // One behind the other: of timers that are late, a later one may come first.
  last = last.then(async () => {
    const now = performance.now()
    const at = Math.max(now, nextAt)
    nextAt = at + apartMs
    if (at > now) await pause(at - now)
  })
  return last
}
