import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { factOf, textOf } from "./fact-rows.ts"
import { factKinds } from "./facts.ts"

test("a fact is the same again when it is read from its text", () => {
  const id = fc.nat({ max: 2 ** 40 })
  const maybe = fc.option(fc.nat())
  const fact = fc.record({
    conversationId: id,
    kind: fc.constantFrom(...factKinds),
    part: id,
    at: fc.integer({ min: 0, max: 4e12 }).map((ms) => new Date(ms)),
    inboxId: id,
    type: fc.constantFrom("email", "chat", "phone"),
    customerId: id,
    userId: id,
    tagIds: fc.array(id, { maxLength: 4 }),
    seconds: maybe,
    officeSeconds: maybe,
    amount: fc.nat(),
    range: maybe,
    officeRange: maybe,
    chatRange: maybe,
    firstActivity: fc.boolean(),
    firstReply: fc.boolean(),
  })
  fc.assert(
    fc.property(fact, (one) => {
      assert.deepEqual(factOf(textOf(one)), { ...one })
    }),
  )
})
