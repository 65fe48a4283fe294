import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { apartMs, inPace } from "./pace.ts"

describe("messages that come all at once", () => {
  test("are taken one after the other, in their order, and so long after one another", async () => {
    const taken: number[] = []
    const begunAt = performance.now()
    await Promise.all(
      Array.from({ length: 11 }, async (_, number) => {
        await inPace()
        taken.push(number)
      }),
    )
    assert.deepEqual(taken, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    // Timers count whole milliseconds, and may be early by one.
    assert.ok(performance.now() - begunAt >= 10 * apartMs - 2)
  })
})
