import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"

/** How long a test waits for something before it gives up. The runner of the tests sets it for all of them. */
export const patienceMs = Number(process.env["DESKHAND_TEST_PATIENCE_MS"] ?? 120_000)

/** For a database that a test opens itself: the limits of a desk are shorter than the pauses of a busy machine. */
export const patientLimits = { statementTimeoutMs: patienceMs, connectTimeoutMs: patienceMs }

const pollMs = 5

/** Waits for a condition, and says which one if it does not come. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const limit = performance.now() + patienceMs
  while (!(await condition())) {
    assert.ok(performance.now() < limit, `Waited ${patienceMs / 1_000} s until ${condition}`)
    await pause(pollMs)
  }
}
