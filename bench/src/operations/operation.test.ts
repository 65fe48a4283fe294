import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { spread } from "./operation.ts"

describe("spread", () => {
  test("takes the first, the last and what lies evenly between", () => {
    assert.deepEqual(spread([0, 1, 2, 3, 4, 5, 6, 7, 8], 3), [0, 4, 8])
    assert.equal(new Set(spread(Array.from({ length: 11 }, (_, index) => index))).size, 10)
  })

  test("takes all where there are few", () => {
    assert.deepEqual(spread([1, 2], 3), [1, 2])
    assert.deepEqual(spread([]), [])
  })
})
