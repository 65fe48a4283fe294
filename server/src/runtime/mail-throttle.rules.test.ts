import assert from "node:assert/strict"
import { describe, type TestContext, test } from "node:test"
import { setImmediate as nextRound } from "node:timers/promises"
import { MailThrottle } from "./mail-throttle.ts"

/** When each of some messages that wait from the start is taken, in milliseconds of a clock that only the test moves. */
async function takeAtOnce(t: TestContext, throttle: MailThrottle, { amount = 5, passMs = 1_000 } = {}) {
  let now = 1_000
  t.mock.timers.enable({ apis: ["setTimeout"] })
  t.mock.method(performance, "now", () => now)
  const taken: [message: number, at: number][] = []
  for (let message = 0; message < amount; message++) void throttle.wait().then(() => taken.push([message, now - 1_000]))
  for (let passed = 0; passed <= passMs; passed++) {
    await nextRound()
    now++
    t.mock.timers.tick(1)
  }
  await nextRound()
  return taken
}

describe("messages that come all at once", () => {
  test("are taken in their order, at the rate that is set", async (t) => {
    assert.deepEqual(await takeAtOnce(t, new MailThrottle(20)), [
      [0, 0],
      [1, 50],
      [2, 100],
      [3, 150],
      [4, 200],
    ])
  })

  test("of which the first comes after a pause does not wait, and nothing is saved up in the pause", async (t) => {
    const throttle = new MailThrottle(20)
    await takeAtOnce(t, throttle, { amount: 1 })
    t.mock.reset()
    const taken = await takeAtOnce(t, throttle, { amount: 3, passMs: 200 })
    assert.deepEqual(
      taken.map(([message]) => message),
      [0, 1, 2],
    )
    assert.deepEqual(taken[2]![1] - taken[1]![1], 50)
  })

  test("are all taken at once where no limit is set", async (t) => {
    const taken = await takeAtOnce(t, new MailThrottle(0), { passMs: 0 })
    assert.deepEqual(
      taken.map(([, at]) => at),
      [0, 0, 0, 0, 0],
    )
  })
})
