import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Routing } from "@deskhand/contract/inboxes/routing"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { assertShape } from "../../test/shape.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

const put = (inboxId: number, body: object, more: { token?: string; headers?: Record<string, string> } = {}) =>
  desk.send("PUT", `/v2/mailboxes/${inboxId}/routing`, { token: ada, body, ...more })
const read = async (inboxId: number): Promise<Routing> => {
  const { body } = await desk.get(`/v2/mailboxes/${inboxId}/routing`, ada)
  assertShape(Routing, body)
  return body
}
const on = { state: "enabled", assignmentLimit: 5, assignmentMethod: "balanced" }

describe("PUT /v2/mailboxes/{id}/routing", () => {
  test("sets it where it never was, in the order given, with whoever is named", async () => {
    const { limited, grace, light, outsider, deactivated } = ids.users
    const inboxId = ids.inboxes.empty
    const userIds = [limited, light, ids.users.ada, outsider, deactivated, limited, grace]
    const { status, body } = await put(inboxId, { ...on, userIds })
    assert.deepEqual([status, body], [204, undefined])
    const { rotation, ...settings } = await read(inboxId)
    assert.deepEqual(
      [settings.state, settings.assignmentLimit, settings.assignmentMethod, settings.userIds],
      ["enabled", 5, "balanced", [limited, light, ids.users.ada, outsider, deactivated, grace]],
    )
    assert.deepEqual(
      rotation.slice(0, 6).map(({ userId, reason }) => [userId, reason]),
      [
        [limited, "no_inbox_access"],
        [light, "light_user"],
        [ids.users.ada, undefined],
        [outsider, "no_inbox_access"],
        [deactivated, "inactive"],
        [grace, "no_inbox_access"],
      ],
    )
    const events = await desk.db.many(sql`select kind, inbox_id from events where subject_id = ${inboxId}
      and kind = 'routing.updated'`)
    assert.deepEqual(events, [{ kind: "routing.updated", inbox_id: inboxId }])
  })

  test("who stays keeps their turn, who comes anew begins", async () => {
    const { grace, busy, limited } = ids.users
    assert.equal((await put(ids.inboxes.support, { ...on, userIds: [limited, busy, grace] })).status, 204)
    const turns = await desk.db.many<{ user_id: number; last_assigned_at: Date | null }>(sql`
      select user_id, last_assigned_at from routing_users where inbox_id = ${ids.inboxes.support} order by position`)
    assert.deepEqual(
      turns.map(({ user_id, last_assigned_at }) => [user_id, last_assigned_at !== null]),
      [
        [limited, false],
        [busy, true],
        [grace, true],
      ],
    )
  })

  test("disabled keeps what was sent", async () => {
    const body = { ...on, state: "disabled", assignmentMethod: "round_robin", userIds: [] }
    assert.equal((await put(ids.inboxes.paging, body)).status, 204)
    const { _links, ...settings } = await read(ids.inboxes.paging)
    assert.deepEqual(settings, {
      state: "disabled",
      assignmentLimit: 5,
      assignmentMethod: "round_robin",
      userIds: [],
      rotation: [],
    })
  })

  test("400: all four fields are needed, and each is held to its limits", async () => {
    const right = { ...on, userIds: [] }
    for (const name of Object.keys(right)) {
      const { status, body } = await put(ids.inboxes.support, { ...right, [name]: null })
      assert.deepEqual([status, body._embedded.errors[0].path], [400, name])
    }
    for (const [wrong, path] of [
      [{ state: "on" }, "state"],
      [{ assignmentLimit: 0 }, "assignmentLimit"],
      [{ assignmentLimit: 101 }, "assignmentLimit"],
      [{ assignmentMethod: "random" }, "assignmentMethod"],
      [{ userIds: [ids.users.grace, 999_999] }, "userIds[1]"],
      [{ userIds: [ids.teams.firstLine] }, "userIds[0]"],
    ] as const) {
      const { status, body } = await put(ids.inboxes.support, { ...right, ...wrong })
      assert.deepEqual([status, body._embedded.errors[0].path], [400, path])
    }
  })

  test("403 for users, 404 for no inbox, 412 for a stale one", async () => {
    const body = { ...on, userIds: [] }
    for (const user of ["grace", "light"] as const)
      assert.equal((await put(ids.inboxes.support, body, { token: await desk.tokenFor(ids.users[user]) })).status, 403)
    assert.equal((await put(999_999, body)).status, 404)
    const path = `/v2/mailboxes/${ids.inboxes.hidden}/routing`
    const headers = { "If-Match": (await desk.get(path, ada)).headers.get("etag") ?? "" }
    assert.equal((await put(ids.inboxes.hidden, body, { headers })).status, 204)
    assert.equal((await put(ids.inboxes.hidden, body, { headers })).status, 412)
  })
})
