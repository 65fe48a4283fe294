import { setTimeout as pause } from "node:timers/promises"

/** How long a test waits for something before it gives up. The runner of the tests sets it for all of them. */
export const patienceMs = Number(process.env["DESKHAND_TEST_PATIENCE_MS"] ?? 120_000)

/** Soon at first; what takes longer is asked for less often, because asking takes processor time too. */
const pollMs = (waitedMs: number) => Math.min(250, Math.max(20, waitedMs / 20))

/** Waits for a condition or a value, and says for which one if it does not come. */
export async function until<Value>(read: () => Value | Promise<Value>): Promise<Exclude<Value, false | undefined>> {
  const begunAt = performance.now()
  for (;;) {
    const found = await read()
    if (found !== undefined && found !== false) return found as Exclude<Value, false | undefined>
    const waitedMs = performance.now() - begunAt
    if (waitedMs > patienceMs) throw new Error(`Waited ${patienceMs / 1_000} s until ${read}`)
    await pause(pollMs(waitedMs))
  }
}
