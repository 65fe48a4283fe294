import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type RotationEntry, Routing } from "@deskhand/contract/inboxes/routing"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { assertShape } from "../../test/shape.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let limited: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  limited = await desk.tokenFor(ids.users.limited)
})
after(() => desk.close())

const routingOf = async (inboxId: number, token = limited): Promise<Routing> => {
  const { status, body } = await desk.get(`/v2/mailboxes/${inboxId}/routing`, token)
  assert.equal(status, 200)
  assertShape(Routing, body)
  return body
}

describe("GET /v2/mailboxes/{id}/routing", () => {
  test("has the settings, the rotation in its order, and then who could join it", async () => {
    const { rotation, ...settings } = await routingOf(ids.inboxes.support)
    const { ada, edsger, grace, limited: linus, busy, away, light, outsider, deactivated, system } = ids.users
    assert.deepEqual(settings, {
      state: "enabled",
      assignmentLimit: 3,
      assignmentMethod: "round_robin",
      userIds: [grace, busy, away, light, outsider, deactivated],
      _links: { self: { href: `${desk.origin}/v2/mailboxes/${ids.inboxes.support}/routing` } },
    })
    assert.deepEqual(
      rotation.map(({ userId, eligible, reason }) => [userId, eligible, reason]),
      [
        [grace, true, undefined],
        [busy, false, "at_capacity"],
        [away, false, "away"],
        [light, false, "light_user"],
        [outsider, false, "no_inbox_access"],
        [deactivated, false, "inactive"],
        [ada, false, "not_in_rotation"],
        [edsger, false, "not_in_rotation"],
        [linus, false, "not_in_rotation"],
        [system, false, "not_in_rotation"],
      ],
    )
    assert.equal("reason" in (rotation[0] ?? {}), false)
  })

  test("counts the active conversations of each in this inbox", async () => {
    const counted = await desk.db.many<{ id: number; count: number }>(sql`
      select assignee_id as id, count(*) from conversations
      where inbox_id = ${ids.inboxes.support} and status = 'active' and state = 'published' group by 1`)
    const counts = new Map(counted.map(({ id, count }) => [id, count]))
    const { rotation } = await routingOf(ids.inboxes.support)
    for (const { userId, conversationsCount } of rotation) assert.equal(conversationsCount, counts.get(userId) ?? 0)
    assert.equal(countOf(rotation, ids.users.busy), 3)
    assert.ok(countOf(rotation, ids.users.ada) > 0)
  })

  test("follows at once: who closes one can be given another, who comes back too", async () => {
    await desk.db.transaction(async (db) => {
      await db.run(sql`update conversations set status = 'closed' where id = (
        select min(id) from conversations where assignee_id = ${ids.users.busy} and inbox_id = ${ids.inboxes.support}
          and status = 'active' and state = 'published')`)
      await db.run(sql`update user_statuses set email_status = 'active' where user_id = ${ids.users.away}`)
    })
    const { rotation } = await routingOf(ids.inboxes.support)
    const eligible = rotation.filter((entry) => entry.eligible).map(({ userId }) => userId)
    assert.deepEqual(eligible, [ids.users.grace, ids.users.busy, ids.users.away])
    assert.equal(countOf(rotation, ids.users.busy), 2)
  })

  test("disabled has no limit, no method and empty arrays, whether it was ever set or not", async () => {
    const ada = await desk.tokenFor(ids.users.ada)
    for (const inboxId of [ids.inboxes.paging, ids.inboxes.empty])
      assert.deepEqual(await routingOf(inboxId, ada), {
        state: "disabled",
        userIds: [],
        rotation: [],
        _links: { self: { href: `${desk.origin}/v2/mailboxes/${inboxId}/routing` } },
      })
  })

  test("disabled keeps who was in it, and nobody is eligible", async () => {
    await desk.db.run(sql`update routing set state = 'disabled' where inbox_id = ${ids.inboxes.support}`)
    const { state, assignmentLimit, userIds, rotation } = await routingOf(ids.inboxes.support)
    assert.deepEqual([state, assignmentLimit, userIds.length, rotation], ["disabled", 3, 6, []])
  })

  test("404 for an inbox that the viewer may not see, and for none", async () => {
    for (const id of [ids.inboxes.hidden, ids.inboxes.empty, 999_999])
      assert.equal((await desk.get(`/v2/mailboxes/${id}/routing`, limited)).status, 404)
    assert.equal((await desk.get(`/v2/mailboxes/${ids.inboxes.hidden}/routing`)).status, 401)
    const { status, body } = await desk.get("/v2/mailboxes/none/routing", limited)
    assert.equal(status, 400)
    assert.equal(body._embedded.errors[0].path, "mailboxId")
  })
})

function countOf(rotation: RotationEntry[], userId: number): number {
  return rotation.find((entry) => entry.userId === userId)?.conversationsCount ?? -1
}
