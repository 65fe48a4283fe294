import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { Reassignment, UserStatus } from "@deskhand/contract/people/user-status"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { assertShape } from "../../../test/shape.ts"
import { sql } from "../../db/db.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let id: number
let token: string
let people = 0

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
beforeEach(async () => {
  id = await desk.addUser({ email: `status${++people}@desk.example`, role: "user", inboxIds: [ids.inboxes.support] })
  token = await desk.tokenFor(id)
})
after(() => desk.close())

const put = (body: object, by = token, headers: Record<string, string> = {}) =>
  desk.send("PUT", `/v2/users/${id}/status`, { token: by, body, headers })
const emailOf = async () => {
  const { body } = await desk.get(`/v2/users/${id}/status`, ada)
  assertShape(UserStatus, body)
  return body.email
}
const countEvents = async () =>
  (await desk.db.many(sql`select from events where kind = 'user.status.changed' and subject_id = ${id}`)).length
const later = () => {
  desk.clock.now = new Date(desk.clock.now.getTime() + 60_000)
  return `${desk.clock.now.toISOString().slice(0, 19)}Z`
}
const reassigned = (at: Date | null) =>
  desk.db.run(sql`update user_statuses set reassigned_at = ${at} where user_id = ${id}`)
const reassignedAt = async () =>
  (await desk.db.one<{ at: Date | null }>(sql`select reassigned_at as at from user_statuses where user_id = ${id}`)).at

describe("PUT /v2/users/{id}/status", () => {
  test("sets one's own, with a custom status, and tells of it", async () => {
    const updatedAt = later()
    const customStatus = { text: " At lunch ", emoji: "🍜", emojiName: "ramen" }
    assert.equal((await put({ status: "Away", customStatus })).status, 204)
    const expected = { status: "away", updatedAt, performedBy: id, source: "api" }
    assert.deepEqual(await emailOf(), { ...expected, customStatus: { ...customStatus, text: "At lunch" } })
    assert.equal(await countEvents(), 1)
    const back = later()
    assert.equal((await put({ status: "active", customStatus: null })).status, 204)
    assert.deepEqual(await emailOf(), { ...expected, status: "active", updatedAt: back })
    assert.equal(await countEvents(), 2)
  })

  test("saying the same again changes nothing", async () => {
    await put({ status: "away", customStatus: { text: "Out" } })
    const before = await emailOf()
    later()
    assert.equal((await put({ status: "away", customStatus: { text: "Out" } }, ada)).status, 204)
    assert.deepEqual(await emailOf(), before)
    assert.equal(await countEvents(), 1)
  })

  test("an admin sets another's, a user does not", async () => {
    assert.equal((await put({ status: "away" }, ada)).status, 204)
    assert.equal((await emailOf()).performedBy, ids.users.ada)
    assert.equal((await put({ status: "active" }, await desk.tokenFor(ids.users.grace))).status, 403)
    assert.equal((await put({ status: "active" }, await desk.tokenFor(id, "read-only"))).status, 403)
    assert.equal((await put({ status: "active" }, await desk.tokenFor(id, "drafts-only"))).status, 204)
  })

  test("who goes or comes begins a new absence; a new text does not", async () => {
    await put({ status: "away" })
    await reassigned(desk.clock.now)
    await put({ status: "away", customStatus: { text: "Still out" } })
    assert.deepEqual(await reassignedAt(), desk.clock.now)
    await put({ status: "active" })
    assert.equal(await reassignedAt(), null)
    await reassigned(desk.clock.now)
    await put({ status: "away" })
    assert.equal(await reassignedAt(), null)
  })

  test("404 for light users, teams and nobody; 400 names what is wrong; 412 for a stale one", async () => {
    for (const other of [ids.users.light, ids.teams.firstLine, ids.users.deactivated, 999_999])
      assert.equal(
        (await desk.send("PUT", `/v2/users/${other}/status`, { token: ada, body: { status: "away" } })).status,
        404,
      )
    const light = { token: await desk.tokenFor(ids.users.light), body: { status: "away" } }
    assert.equal((await desk.send("PUT", `/v2/users/${ids.users.light}/status`, light)).status, 404)
    for (const [body, path] of [
      [{}, "status"],
      [{ status: "asleep" }, "status"],
      [{ status: "away", customStatus: { text: "x".repeat(101) } }, "customStatus.text"],
    ] as const)
      assert.equal((await put(body)).body._embedded.errors[0].path, path)
    assert.equal((await put({ status: "away" }, token, { "If-Match": '"old"' })).status, 412)
    const etag = (await desk.get(`/v2/users/${id}/status`, token)).headers.get("etag") ?? ""
    assert.equal((await put({ status: "away" }, token, { "If-Match": etag })).status, 204)
  })
})

describe("/v2/users/{id}/conversation-reassignment", () => {
  const path = () => `/v2/users/${id}/conversation-reassignment`
  const putIt = (body: object, by = token, headers: Record<string, string> = {}) =>
    desk.send("PUT", path(), { token: by, body, headers })
  const read = async () => {
    const { status, body } = await desk.get(path(), token)
    assert.equal(status, 200)
    assertShape(Reassignment, body)
    return [body.enabled, body.awayDuration.hours, body.awayDuration.minutes]
  }

  test("is off until it is set, and can be switched off; the status stays as it was", async () => {
    const status = await emailOf()
    assert.deepEqual(await read(), [false, 0, 0])
    assert.equal((await putIt({ enabled: true, awayDuration: { hours: 26, minutes: 5 } })).status, 204)
    assert.deepEqual(await read(), [true, 26, 5])
    assert.deepEqual(await emailOf(), status)
    assert.equal((await putIt({ enabled: false, awayDuration: { hours: 0, minutes: 0 } }, ada)).status, 204)
    assert.deepEqual(await read(), [false, 0, 0])
  })

  test("switched on, it holds for the absence under way; a new duration takes nothing twice", async () => {
    await put({ status: "away" })
    await reassigned(desk.clock.now)
    await putIt({ enabled: true, awayDuration: { hours: 1, minutes: 0 } })
    assert.equal(await reassignedAt(), null)
    await reassigned(desk.clock.now)
    await putIt({ enabled: true, awayDuration: { hours: 2, minutes: 0 } })
    assert.deepEqual(await reassignedAt(), desk.clock.now)
  })

  test("400 for no time and too much, 403 for another's, 404 for who has no status, 412 for a stale one", async () => {
    for (const [body, path] of [
      [{ enabled: true }, "awayDuration"],
      [{ enabled: true, awayDuration: { hours: 0, minutes: 0 } }, "awayDuration"],
      [{ enabled: true, awayDuration: { hours: 720, minutes: 1 } }, "awayDuration"],
      [{ enabled: true, awayDuration: { hours: 721, minutes: 0 } }, "awayDuration.hours"],
      [{ enabled: true, awayDuration: { hours: 1, minutes: 60 } }, "awayDuration.minutes"],
      [{ awayDuration: { hours: 1, minutes: 0 } }, "enabled"],
    ] as const) {
      const { status, body: refusal } = await putIt(body)
      assert.deepEqual([status, refusal._embedded.errors[0].path], [400, path])
    }
    const on = { enabled: true, awayDuration: { hours: 720, minutes: 0 } }
    assert.equal((await putIt(on, await desk.tokenFor(ids.users.grace))).status, 403)
    assert.equal((await putIt(on, token, { "If-Match": '"old"' })).status, 412)
    assert.equal((await putIt(on)).status, 204)
    const light = `/v2/users/${ids.users.light}/conversation-reassignment`
    assert.equal((await desk.get(light, ada)).status, 404)
    assert.equal((await desk.send("PUT", light, { token: ada, body: on })).status, 404)
  })
})
