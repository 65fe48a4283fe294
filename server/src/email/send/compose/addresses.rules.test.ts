import assert from "node:assert/strict"
import { test } from "node:test"
import { unknownSender } from "../../receive/rules.ts"
import { isSendable, plainAddress } from "./addresses.ts"

test("mail goes to addresses, and to nobody of whom none is known", () => {
  const given = ["joan@customers.example", "joan", "a\u200bb@c.example", "x@y.INVALID", unknownSender.email ?? ""]
  assert.deepEqual(given.map(isSendable), [true, false, false, false, false])
})

test("what stands behind a plus, and case, lead nowhere else", () => {
  assert.equal(plainAddress("Support+Orders@Example.com"), "support@example.com")
})
