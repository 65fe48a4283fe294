import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { durationText, minutesIn, readDuration } from "./duration.ts"

test("a duration is told in the largest unit that has no rest", () => {
  assert.deepEqual([1, 59, 60, 90, 240, 1_440, 1_500, 2_880, 10_080].map(durationText), [
    "1 minute",
    "59 minutes",
    "1 hour",
    "90 minutes",
    "4 hours",
    "1 day",
    "25 hours",
    "2 days",
    "7 days",
  ])
})

test("and stays the same", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 527_040 }), (minutes) => {
      const { amount, unit } = readDuration(minutes)
      assert.equal(amount * minutesIn[unit], minutes)
    }),
    { numRuns: 50 },
  )
})
