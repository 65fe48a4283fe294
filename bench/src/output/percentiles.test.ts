import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { latencyOf, percentile } from "./percentiles.ts"

describe("percentile", () => {
  const hundred = Float64Array.from({ length: 100 }, (_, index) => index + 1)
  const cases: [values: Float64Array, share: number, expected: number][] = [
    [hundred, 0.5, 50],
    [hundred, 0.95, 95],
    [hundred, 0.99, 99],
    [hundred, 1, 100],
    [hundred, 0, 1],
    [Float64Array.of(7), 0.99, 7],
    [Float64Array.of(1, 2, 3), 0.5, 2],
    [Float64Array.of(1, 2, 3), 0.99, 3],
    [Float64Array.of(), 0.5, Number.NaN],
  ]
  for (const [values, share, expected] of cases)
    test(`${share} of ${values.length}`, () => assert.equal(percentile(values, share), expected))
})

describe("latencyOf", () => {
  test("sorts by number and leaves what it was given alone", () => {
    const measured = [10, 9, 100, 2]
    assert.deepEqual(latencyOf(measured), { p50: 9, p95: 100, p99: 100 })
    assert.deepEqual(measured, [10, 9, 100, 2])
  })
})
