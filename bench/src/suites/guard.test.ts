import assert from "node:assert/strict"
import { test } from "node:test"
import { isTooSlow } from "./guard.ts"

test("an operation is too slow when its share of the floor has halved", () => {
  assert.equal(isTooSlow(0.25, 0.5), false)
  assert.equal(isTooSlow(0.249, 0.5), true)
  assert.equal(isTooSlow(3, 0.5), false)
})
