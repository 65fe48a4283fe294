import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { IneligibilityReason } from "@deskhand/contract/inboxes/routing"
import { type Candidate, reasonAgainst } from "./rules.ts"

const fit: Candidate = {
  userId: 1,
  deactivated: false,
  light: false,
  hasAccess: true,
  inRotation: true,
  away: false,
  conversationsCount: 0,
  lastAssignedAt: null,
}

/** From the one that lasts longest on; each hides all that follow it. */
const hindrances: [IneligibilityReason, Partial<Candidate>][] = [
  ["inactive", { deactivated: true }],
  ["light_user", { light: true }],
  ["no_inbox_access", { hasAccess: false }],
  ["not_in_rotation", { inRotation: false }],
  ["away", { away: true }],
  ["at_capacity", { conversationsCount: 3 }],
]

describe("reasonAgainst", () => {
  test("nothing is against who is fit", () => {
    assert.equal(reasonAgainst(fit, 3), undefined)
  })

  for (const [index, [reason, hindrance]] of hindrances.entries())
    test(`${reason}, alone and before all that follow`, () => {
      assert.equal(reasonAgainst({ ...fit, ...hindrance }, 3), reason)
      const following = hindrances.slice(index).map(([, more]) => more)
      assert.equal(reasonAgainst(Object.assign({ ...fit }, ...following), 3), reason)
    })

  test("the limit itself is full, one below is not", () => {
    assert.equal(reasonAgainst({ ...fit, conversationsCount: 2 }, 3), undefined)
    assert.equal(reasonAgainst({ ...fit, conversationsCount: 3 }, 3), "at_capacity")
    assert.equal(reasonAgainst({ ...fit, conversationsCount: 4 }, 3), "at_capacity")
  })
})
