import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { isTooSlow, measureShares, readLimits } from "./guard.ts"

/** Many times what it takes: a machine that has other work too must not fail it. */
const guardLimitMs = 400_000

describe("the guard of the bench", () => {
  test("minds a share that has halved", () => {
    assert.equal(isTooSlow(0.25, 0.5), false)
    assert.equal(isTooSlow(0.249, 0.5), true)
    assert.equal(isTooSlow(3, 0.5), false)
  })

  test("finds no operation half as fast, compared with the floor, as when its limits were kept", {
    timeout: guardLimitMs,
  }, async () => {
    await using left = new AsyncDisposableStack()
    const limits = await readLimits()
    const shares = await measureShares(left, () => {}, limits)
    assert.deepEqual(Object.keys(shares), Object.keys(limits), "renew the limits: npm run -s bench -- --limits")
    const slow = Object.entries(shares)
      .filter(([name, share]) => isTooSlow(share, limits[name] ?? 0))
      .map(([name, share]) => `${name}: ${share.toFixed(3)} of the floor, and it was ${limits[name]}`)
    assert.deepEqual(slow, [], "Less than half as fast as it was: see docs/benchmarks.md, Held by a test")
  })
})
