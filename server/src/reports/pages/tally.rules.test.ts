import assert from "node:assert/strict"
import { describe, test } from "node:test"
import * as fc from "fast-check"
import { Tally } from "./tally.ts"

describe("Tally", () => {
  test("names those that occur most often, the smaller first", async () => {
    await fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 }).map((number) => number * 977)),
        fc.integer({ min: 1, max: 10 }),
        (numbers, limit) => {
          const tally = new Tally()
          for (const number of numbers) tally.add(number)
          const counts = [...Map.groupBy(numbers, (number) => number)].map(([number, all]) => ({
            number,
            count: all.length,
          }))
          counts.sort((one, other) => other.count - one.count || one.number - other.number)
          assert.deepEqual(
            tally.most(limit),
            counts.slice(0, limit).map(({ number }) => number),
          )
          for (const { number, count } of counts) assert.equal(tally.count(number), count)
          assert.equal(tally.count(1), 0)
        },
      ),
    )
  })
})
