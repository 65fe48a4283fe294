import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { Times } from "./times.ts"

test("percentiles are those of all times in order, with what lies between two of them", () => {
  const time = fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 10_000 }), fc.nat({ max: 400_000_000 }))
  fc.assert(
    fc.property(fc.array(time, { minLength: 1, maxLength: 3_000, size: "max" }), (given) => {
      const times = new Times()
      for (const each of given) times.add(each)
      const sorted = given.toSorted((one, other) => one - other)
      const expected = [0, 0.5, 0.75, 0.9, 0.95, 1].map((share) => {
        const place = share * (sorted.length - 1)
        const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
        return Math.round(low + (high - low) * (place % 1))
      })
      assert.deepEqual(times.percentiles([0, 0.5, 0.75, 0.9, 0.95, 1]), expected)
    }),
    { numRuns: 60 },
  )
  assert.deepEqual(new Times().percentiles([0.5]), [0])
})
