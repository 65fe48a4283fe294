import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { friendlyWait, stillRedirects } from "./rules.ts"

const now = new Date("2026-03-04T12:00:00Z")
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000)

describe("how long a customer waits, in words", () => {
  const cases: [number, string][] = [
    [-5, "just now"],
    [0, "just now"],
    [59, "just now"],
    [60, "1 min ago"],
    [15 * 60, "15 min ago"],
    [3_599, "59 min ago"],
    [3_600, "1 hour ago"],
    [7_200, "2 hours ago"],
    [86_399, "23 hours ago"],
    [86_400, "1 day ago"],
    [40 * 86_400, "40 days ago"],
  ]
  for (const [seconds, words] of cases) test(words, () => assert.equal(friendlyWait(ago(seconds), now), words))
})

describe("a merged conversation", () => {
  test("leads on for 60 days to the second", () => {
    assert.equal(stillRedirects(ago(60 * 86_400), now), true)
    assert.equal(stillRedirects(ago(60 * 86_400 + 1), now), false)
  })
})
