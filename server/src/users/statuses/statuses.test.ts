import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { UserStatus, UserStatusPage } from "@deskhand/contract/people/user-status"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { assertShape } from "../../../test/shape.ts"
import { sql } from "../../db/db.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let limited: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  limited = await desk.tokenFor(ids.users.limited)
})
after(() => desk.close())

const statusOf = async (userId: number, token = ada): Promise<UserStatus> => {
  const { status, body } = await desk.get(`/v2/users/${userId}/status`, token)
  assert.equal(status, 200)
  assertShape(UserStatus, body)
  return body
}

describe("GET /v2/users/status", () => {
  test("lists everybody but light users, system users and those who left", async () => {
    const { status, body } = await desk.get("/v2/users/status", ada)
    assert.equal(status, 200)
    assertShape(UserStatusPage, body)
    const { ada: admin, edsger, grace, limited, away, busy, outsider } = ids.users
    const listed = body._embedded.userStatuses.map(({ userId }: UserStatus) => userId)
    assert.deepEqual(listed, [admin, edsger, grace, limited, away, busy, outsider])
    assert.deepEqual(body.page, { size: 50, totalElements: 7, totalPages: 1, number: 1 })
  })

  test("shows each as it is shown alone", async () => {
    const { body } = await desk.get("/v2/users/status", limited)
    for (const listed of body._embedded.userStatuses) assert.deepEqual(listed, await statusOf(listed.userId, limited))
  })

  test("pages of 50", async () => {
    const { body } = await desk.get("/v2/users/status?size=5&page=2", ada)
    assert.deepEqual(
      body._embedded.userStatuses.map(({ userId }: UserStatus) => userId),
      [ids.users.busy, ids.users.outsider],
    )
    assert.deepEqual(body.page, { size: 5, totalElements: 7, totalPages: 2, number: 2 })
    assert.equal(body._links.previous.href, `${desk.origin}/v2/users/status?size=5&page=1`)
    assert.equal(body._links.next, undefined)
    const { status, body: refused } = await desk.get("/v2/users/status?page=-1", ada)
    assert.equal(status, 400)
    assert.equal(refused._embedded.errors[0].path, "page")
  })
})

describe("GET /v2/users/{id}/status", () => {
  test("has every field, the custom status among them", async () => {
    assert.deepEqual(await statusOf(ids.users.grace), {
      userId: ids.users.grace,
      email: {
        status: "active",
        updatedAt: "2026-03-04T00:06:07Z",
        performedBy: ids.users.grace,
        source: "ui",
        customStatus: { text: "Chasing a moth", emoji: "🦋", emojiName: "butterfly" },
      },
      chat: {
        status: "assign",
        mailboxStatuses: { [ids.inboxes.support]: "assign", [ids.inboxes.hidden]: "custom" },
      },
      _links: { self: { href: `${desk.origin}/v2/users/${ids.users.grace}/status` } },
    })
  })

  test("says who made somebody away, and how", async () => {
    const { email, chat } = await statusOf(ids.users.away)
    assert.deepEqual(email, {
      status: "away",
      updatedAt: "2026-03-04T00:06:07Z",
      performedBy: ids.users.ada,
      source: "api",
    })
    assert.deepEqual(chat, { status: "unavailable", mailboxStatuses: { [ids.inboxes.support]: "unavailable" } })
    const { email: detected } = await statusOf(ids.users.limited)
    assert.equal(detected.source, "presence_detection")
  })

  test("leaves out inboxes in which the user cannot chat or which the viewer may not see", async () => {
    assert.deepEqual((await statusOf(ids.users.ada)).chat.mailboxStatuses, {})
    const { chat } = await statusOf(ids.users.grace, limited)
    assert.deepEqual(chat.mailboxStatuses, { [ids.inboxes.support]: "assign" })
  })

  test("who never touched it is active since they came", async () => {
    const id = await desk.addUser({ email: "newcomer@desk.example", role: "user" })
    await desk.db.run(sql`update users set created_at = '2026-03-01T02:03:04.567Z' where id = ${id}`)
    const { email, chat } = await statusOf(id)
    assert.deepEqual(email, {
      status: "active",
      updatedAt: "2026-03-01T02:03:04Z",
      performedBy: id,
      source: "ui",
    })
    assert.deepEqual(chat, { status: "unavailable", mailboxStatuses: {} })
    await desk.db.run(sql`delete from users where id = ${id}`)
  })

  test("404 for who has none, and for nobody", async () => {
    const { light, system, deactivated } = ids.users
    for (const id of [light, system, deactivated, ids.teams.firstLine, 999_999])
      assert.equal((await desk.get(`/v2/users/${id}/status`, ada)).status, 404)
  })
})
