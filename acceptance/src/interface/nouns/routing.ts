import assert from "node:assert/strict"
import { ids, read } from "../desk.ts"
import { section } from "../section.ts"

const routing = (inbox: string) => read(`/v2/mailboxes/${ids.inboxes[inbox]}/routing`)
const entry = async (name: string) =>
  (await routing("support")).rotation.find(({ userId }: { userId: number }) => userId === ids.users[name])

section("routing", (item) => {
  item("state", async () => {
    assert.equal((await routing("support")).state, "enabled")
    assert.equal((await routing("paging")).state, "disabled")
  })

  item("assignmentLimit", async () => {
    assert.equal((await routing("support")).assignmentLimit, 3)
    assert.equal((await routing("hidden")).assignmentLimit, 100)
  })

  item("assignmentMethod", async () => {
    assert.equal((await routing("support")).assignmentMethod, "round_robin")
    assert.equal((await routing("hidden")).assignmentMethod, "balanced")
  })

  item("userIds", async () => {
    const { grace, busy, away, light, outsider, deactivated } = ids.users
    assert.deepEqual((await routing("support")).userIds, [grace, busy, away, light, outsider, deactivated])
    assert.deepEqual((await routing("hidden")).userIds, [grace])
    assert.deepEqual((await routing("paging")).userIds, [])
  })

  item("rotation", async () => {
    const { userIds, rotation } = await routing("support")
    const inTurn = rotation.slice(0, userIds.length).map(({ userId }: { userId: number }) => userId)
    assert.deepEqual(inTurn, userIds)
    assert.deepEqual(await entry("grace"), { userId: ids.users.grace, conversationsCount: 1, eligible: true })
    assert.deepEqual((await routing("paging")).rotation, [])
  })

  item("rotation[].userId", async () => {
    assert.equal((await routing("hidden")).rotation[0].userId, ids.users.grace)
  })

  item("rotation[].conversationsCount", async () => {
    const names = ["grace", "busy", "away", "limited"]
    const counts = await Promise.all(names.map(async (name) => (await entry(name)).conversationsCount))
    assert.deepEqual(counts, [1, 3, 0, 3])
  })

  item("rotation[].eligible", async () => {
    assert.equal((await entry("grace")).eligible, true)
    for (const name of ["busy", "away", "light", "outsider", "deactivated", "limited"])
      assert.equal((await entry(name)).eligible, false, name)
  })

  item("rotation[].reason", async () => {
    const reasons = {
      busy: "at_capacity",
      away: "away",
      limited: "not_in_rotation",
      light: "light_user",
      outsider: "no_inbox_access",
      deactivated: "inactive",
    }
    for (const [name, reason] of Object.entries(reasons)) assert.equal((await entry(name)).reason, reason)
    assert.equal("reason" in (await entry("grace")), false)
  })
})
