import { setTimeout as pause } from "node:timers/promises"

/** How long a test waits for something before it gives up. The runner of the tests sets it for all of them. */
export const patienceMs = Number(process.env["DESKHAND_TEST_PATIENCE_MS"] ?? 120_000)

const pollMs = 20

/** Waits for a condition or a value, and says for which one if it does not come. */
export async function until<Value>(read: () => Value | Promise<Value>): Promise<Exclude<Value, false | undefined>> {
  const limit = performance.now() + patienceMs
  for (;;) {
    const found = await read()
    if (found !== undefined && found !== false) return found as Exclude<Value, false | undefined>
    if (performance.now() > limit) throw new Error(`Waited ${patienceMs / 1_000} s until ${read}`)
    await pause(pollMs)
  }
}
