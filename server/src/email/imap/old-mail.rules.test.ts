import assert from "node:assert/strict"
import { test } from "node:test"
import { isOldMail } from "./rules.ts"

test("old mail was there, by its number and its time, before the desk began to fetch", () => {
  const range = { backfillTo: 10, since: new Date("2026-03-04T10:00:00.700Z") }
  const at = (uid: number, time?: string) => isOldMail({ uid, arrivedAt: time ? new Date(time) : undefined }, range)
  assert.equal(at(10, "2026-03-04T09:59:59Z"), true)
  // It came in the second in which the connection was made.
  assert.equal(at(10, "2026-03-04T10:00:00Z"), false)
  assert.equal(at(11, "2026-03-01T10:00:00Z"), false)
  assert.equal(at(10), false)
})
