import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"

test("property tests run from the seed in DESKHAND_TEST_SEED, and report it when they fail", () => {
  const seed = Number(process.env["DESKHAND_TEST_SEED"])
  assert.ok(Number.isInteger(seed))
  assert.equal(fc.readConfigureGlobal().seed, seed)
  const failing = () =>
    fc.assert(
      fc.property(fc.nat(), () => false),
      { numRuns: 1 },
    )
  assert.throws(failing, new RegExp(`seed: ${seed}, path: `))
})
