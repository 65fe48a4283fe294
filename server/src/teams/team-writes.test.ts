import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Team } from "@deskhand/contract/people/team"
import type { ListedUser } from "@deskhand/contract/people/user"
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

const send = (
  method: string,
  path: string,
  body?: object,
  more: { token?: string; headers?: Record<string, string> } = {},
) => desk.send(method, path, { token: ada, ...(body && { body }), ...more })
const makeTeam = async (body: object) => Number((await send("POST", "/v2/teams", body)).headers.get("resource-id"))
const membersOf = async (id: number) =>
  (await desk.get(`/v2/teams/${id}/members`, ada)).body._embedded.users.map(({ id }: ListedUser) => id)
const kindsOf = async (id: number) =>
  (await desk.db.many<{ kind: string }>(sql`select kind from events where subject_id = ${id} order by id`)).map(
    ({ kind }) => kind,
  )

describe("POST and PUT /v2/teams", () => {
  test("make and rename one; its handle stays", async () => {
    const { ada: adaId, grace } = ids.users
    const { status, headers, body } = await send("POST", "/v2/teams", {
      name: " Second Line ",
      memberIds: [grace, adaId],
    })
    assert.deepEqual([status, body], [201, undefined])
    const id = Number(headers.get("resource-id"))
    const path = `/v2/teams/${id}`
    assert.equal(headers.get("location"), desk.origin + path)
    assert.equal((await send("PUT", path, { name: "Third", timezone: "Asia/Tokyo" })).status, 204)
    const read = await desk.get(path, ada)
    assertShape(Team, read.body)
    assert.deepEqual(
      [read.body.name, read.body.timezone, read.body.initials, read.body.mention],
      ["Third", "Asia/Tokyo", "T", "second-line"],
    )
    assert.deepEqual(await membersOf(id), [adaId, grace])
    assert.deepEqual(await kindsOf(id), ["team.created", "team.updated"])
    const etag = read.headers.get("etag") ?? ""
    assert.equal((await send("PUT", path, { name: "Fourth" }, { headers: { "If-Match": etag } })).status, 204)
    assert.equal((await send("PUT", path, { name: "Fifth" }, { headers: { "If-Match": etag } })).status, 412)
  })

  test("400 names what is wrong, 404 for people, 403 for users", async () => {
    for (const [body, path] of [
      [{ name: " " }, "name"],
      [{}, "name"],
      [{ name: "x", timezone: "Nowhere" }, "timezone"],
      [{ name: "x", memberIds: [ids.users.grace, ids.teams.empty] }, "memberIds[1]"],
      [{ name: "x", memberIds: [ids.users.deactivated] }, "memberIds[0]"],
    ] as const) {
      const { status, body: refusal } = await send("POST", "/v2/teams", body)
      assert.deepEqual([status, refusal._embedded.errors[0].path], [400, path])
    }
    assert.equal((await send("PUT", `/v2/teams/${ids.users.grace}`, { name: "x" })).status, 404)
    for (const user of ["grace", "light"] as const) {
      const token = await desk.tokenFor(ids.users[user])
      assert.equal((await send("POST", "/v2/teams", { name: "x" }, { token })).status, 403)
      assert.equal((await send("DELETE", `/v2/teams/${ids.teams.empty}`, undefined, { token })).status, 403)
    }
  })
})

describe("PUT /v2/teams/{id}/members", () => {
  test("adds and removes, once each", async () => {
    const { ada: adaId, grace, light } = ids.users
    const id = await makeTeam({ name: "Changing", memberIds: [grace] })
    const path = `/v2/teams/${id}/members`
    assert.equal(
      (await send("PUT", path, { addedUserIds: [adaId, light, adaId], deletedUserIds: [grace] })).status,
      204,
    )
    assert.deepEqual(await membersOf(id), [adaId, light])
    assert.equal((await send("PUT", path, { addedUserIds: [adaId], deletedUserIds: [999_999] })).status, 204)
    assert.equal((await send("PUT", path, {})).status, 204)
    assert.deepEqual(await membersOf(id), [adaId, light])
  })

  test("400 for who cannot be a member, 404 for no team", async () => {
    const path = `/v2/teams/${ids.teams.empty}/members`
    const { status, body } = await send("PUT", path, { addedUserIds: [ids.users.ada, 999_999] })
    assert.deepEqual([status, body._embedded.errors[0].path], [400, "addedUserIds[1]"])
    assert.deepEqual(await membersOf(ids.teams.empty), [])
    assert.equal((await send("PUT", "/v2/teams/999999/members", { addedUserIds: [] })).status, 404)
  })
})

describe("DELETE /v2/teams/{id}", () => {
  test("takes it and its folders away, and tells of it", async () => {
    const id = ids.teams.firstLine
    const path = `/v2/teams/${id}`
    assert.equal((await send("DELETE", path, undefined, { headers: { "If-Match": '"old"' } })).status, 412)
    assert.equal((await send("DELETE", path)).status, 204)
    for (const gone of [path, `${path}/members`, `/v2/users/${id}`])
      assert.equal((await desk.get(gone, ada)).status, 404)
    assert.equal((await send("DELETE", path)).status, 404)
    const { body } = await desk.get(`/v2/mailboxes/${ids.inboxes.support}/folders`, ada)
    assert.equal(
      body._embedded.folders.some(({ type }: { type: string }) => type === "team"),
      false,
    )
    assert.deepEqual((await kindsOf(id)).slice(-1), ["team.deleted"])
  })
})
