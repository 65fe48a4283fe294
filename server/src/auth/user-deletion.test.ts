import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"
import { hashPassword } from "./sessions/passwords.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

const remove = (path: string, token = ada, headers: Record<string, string> = {}) =>
  desk.send("DELETE", path, { token, headers })

describe("DELETE /v2/users/{id}", () => {
  test("ends tokens and sessions at once, hides the user and tells of it; what they did stays", async () => {
    const id = await desk.addUser({ email: "leaving@desk.example", role: "admin", inboxIds: [ids.inboxes.support] })
    const token = await desk.tokenFor(id)
    const password = "correct horse battery"
    await desk.db.run(sql`update users set password_hash = ${await hashPassword(password)} where id = ${id}`)
    await desk.db.run(sql`update inboxes set default_assignee_id = ${id} where id = ${ids.inboxes.empty}`)
    const signIn = () => desk.send("POST", "/session", { body: { email: "leaving@desk.example", password } })
    const signedIn = await signIn()
    const Cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
    assert.equal((await desk.get("/v2/users/me", undefined, { Cookie })).body.id, id)

    assert.equal((await remove(`/v2/users/${id}`)).status, 204)
    assert.equal((await desk.get("/v2/users/me", token)).status, 401)
    assert.equal((await desk.get("/v2/users/me", undefined, { Cookie })).status, 401)
    assert.equal((await signIn()).status, 401)
    assert.equal((await desk.get(`/v2/users/${id}`, ada)).status, 404)
    assert.equal((await remove(`/v2/users/${id}`)).status, 404)
    const events = await desk.db.many(
      sql`select user_id from events where kind = 'user.deleted' and subject_id = ${id}`,
    )
    assert.deepEqual(events, [{ user_id: ids.users.ada }])
    const { body } = await desk.get(`/v2/mailboxes/${ids.inboxes.empty}`, ada)
    assert.equal(body.defaultAssignee, undefined)
  })

  test("their address stays theirs; who is brought back has their inboxes, and none of the old tokens", async () => {
    const email = "returning@desk.example"
    const id = await desk.addUser({ email, role: "user", inboxIds: [ids.inboxes.support] })
    const token = await desk.tokenFor(id)
    await remove(`/v2/users/${id}`)
    const twin = { token: ada, body: { firstName: "R", lastName: "R", email } }
    const { status, body } = await desk.send("POST", "/v2/users", twin)
    assert.equal(status, 409)
    assert.match(body.message, new RegExp(`User ${id}.*PUT /v2/users/${id} and "active": true`))
    const back = (active: boolean) => desk.send("PUT", `/v2/users/${id}`, { token: ada, body: { active } })
    assert.equal((await back(false)).status, 400)
    assert.equal((await back(true)).status, 204)
    assert.equal((await desk.get(`/v2/users/${id}`, ada)).body.email, email)
    assert.equal((await desk.get("/v2/users/me", token)).status, 401)
    const { body: list } = await desk.get("/v2/mailboxes", await desk.tokenFor(id))
    assert.deepEqual(
      list._embedded.mailboxes.map(({ id }: { id: number }) => id),
      [ids.inboxes.support],
    )
  })

  test("nobody deletes the owner or themselves, users nobody", async () => {
    const owner = await desk.addUser({ email: "owner@desk.example", role: "owner" })
    assert.equal((await remove(`/v2/users/${owner}`)).status, 403)
    assert.equal((await remove(`/v2/users/${owner}`, await desk.tokenFor(owner))).status, 403)
    assert.equal((await remove(`/v2/users/${ids.users.ada}`)).status, 403)
    for (const user of ["grace", "light"] as const)
      assert.equal((await remove(`/v2/users/${ids.users.edsger}`, await desk.tokenFor(ids.users[user]))).status, 403)
    const readOnly = await desk.tokenFor(ids.users.ada, "read-only")
    assert.equal((await remove(`/v2/users/${ids.users.edsger}`, readOnly)).status, 403)
    assert.equal((await remove(`/v2/users/${ids.users.edsger}`, ada, { "If-Match": '"old"' })).status, 412)
    for (const id of [ids.teams.firstLine, ids.users.system, 999_999])
      assert.equal((await remove(`/v2/users/${id}`)).status, 404)
    assert.equal((await desk.get(`/v2/users/${ids.users.edsger}`, ada)).status, 200)
  })
})

describe("DELETE /v3/system-users/{id}", () => {
  test("ends its tokens and hides it", async () => {
    const token = await desk.tokenFor(ids.users.system)
    const path = `/v3/system-users/${ids.users.system}`
    assert.equal((await remove(path, ada, { "If-Match": '"old"' })).status, 412)
    assert.equal((await remove(path)).status, 204)
    assert.equal((await desk.get("/v2/users/me", token)).status, 401)
    assert.equal((await desk.get(path, ada)).status, 404)
    assert.equal((await remove(`/v3/system-users/${ids.users.grace}`)).status, 404)
  })
})
