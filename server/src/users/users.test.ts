import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { User } from "@deskhand/contract/user"
import { loadScenario, type ScenarioIds } from "../seed/scenario.ts"
import { type TestDesk, testDesk } from "../testing/desk.ts"
import { assertShape } from "../testing/shape.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  desk = await testDesk()
  ids = await loadScenario(desk.db, desk.clock.now)
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

describe("GET /v2/users/me", () => {
  test("is whoever asks", async () => {
    for (const name of ["ada", "limited", "light"] as const) {
      const { status, body } = await desk.get("/v2/users/me", await desk.tokenFor(ids.users[name]))
      assert.equal(status, 200)
      assertShape(User, body)
      assert.equal(body.id, ids.users[name])
      assert.equal(body.email, ids.emails[name])
      assert.equal(body._links.self.href, `${desk.origin}/v2/users/${ids.users[name]}`)
    }
  })

  test("401 without a token, and the answer says how to send one", async () => {
    const { status, headers, body } = await desk.get("/v2/users/me")
    assert.equal(status, 401)
    assert.equal(headers.get("www-authenticate"), "Bearer")
    assert.equal(body.message, "Send a bearer token: Authorization: Bearer …")
  })
})

describe("GET /v2/users/{id}", () => {
  test("has every field of the specification, lastVisit null for who never came", async () => {
    const { body } = await desk.get(`/v2/users/${ids.users.grace}`, ada)
    assertShape(User, body)
    assert.deepEqual([body.firstName, body.role, body.type], ["Grace", "user", "user"])
    const all = await Promise.all(Object.values(ids.users).map((id) => desk.get(`/v2/users/${id}`, ada)))
    const found = all.filter(({ status }) => status === 200).map(({ body }) => body)
    assert.ok(found.some(({ lastVisit }) => lastVisit === null))
    assert.ok(found.some(({ alternateEmails }) => alternateEmails.length > 0))
    assert.ok(found.some(({ photoUrl }) => photoUrl !== undefined))
  })

  test("404 for a team, for a deactivated user and for nobody", async () => {
    for (const id of [ids.teams.firstLine, ids.users.deactivated, 999_999])
      assert.equal((await desk.get(`/v2/users/${id}`, ada)).status, 404)
  })
})
