import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { SystemUser, User } from "@deskhand/contract/people/user"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { assertShape } from "../../test/shape.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let owner: { id: number; token: string }

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  const id = await desk.addUser({ email: "owner@desk.example", role: "owner" })
  owner = { id, token: await desk.tokenFor(id) }
})
after(() => desk.close())

const events = (kind: string, id: number) =>
  desk.db.many<{ data: object; user_id: number }>(
    sql`select data, user_id from events where kind = ${kind} and subject_id = ${id} order by id`,
  )

const post = (body: object, token = ada) => desk.send("POST", "/v2/users", { token, body })
const put = (id: number, body: object, token = ada, headers: Record<string, string> = {}) =>
  desk.send("PUT", `/v2/users/${id}`, { token, body, headers })
const inboxesOf = async (userId: number) =>
  (
    await desk.db.many<{ id: number }>(sql`select inbox_id as id from inbox_users where user_id = ${userId} order by 1`)
  ).map(({ id }) => id)
let made = 0
const makeUser = async (more: object = {}) => {
  const { headers } = await post({ firstName: "New", lastName: "Comer", email: `new${++made}@desk.example`, ...more })
  return Number(headers.get("resource-id"))
}

describe("POST /v2/users", () => {
  test("creates one with everything given, who may enter the inboxes named", async () => {
    const { status, headers, body } = await post({
      firstName: " Zoë ",
      lastName: "Ångström",
      email: "Zoe@desk.example",
      role: "Light User",
      timezone: "Europe/Stockholm",
      jobTitle: "Agent",
      phone: "+46 1",
      sendInvite: false,
      mailboxes: [
        { id: ids.inboxes.support },
        { id: ids.inboxes.hidden, emailAccess: false },
        { id: ids.inboxes.paging, emailAccess: true },
      ],
    })
    assert.deepEqual([status, body], [201, undefined])
    const id = Number(headers.get("resource-id"))
    assert.equal(headers.get("location"), `${desk.origin}/v2/users/${id}`)
    const read = await desk.get(`/v2/users/${id}`, ada)
    assertShape(User, read.body)
    assert.deepEqual(read.body, {
      id,
      firstName: "Zoë",
      lastName: "Ångström",
      email: "Zoe@desk.example",
      role: "light user",
      timezone: "Europe/Stockholm",
      initials: "ZÅ",
      mention: "zoe.angstrom",
      jobTitle: "Agent",
      phone: "+46 1",
      alternateEmails: [],
      type: "user",
      createdAt: "2026-03-04T05:06:07Z",
      updatedAt: "2026-03-04T05:06:07Z",
      lastVisit: null,
      _links: { self: { href: `${desk.origin}/v2/users/${id}` } },
    })
    assert.deepEqual(await inboxesOf(id), [ids.inboxes.support, ids.inboxes.paging])
    assert.deepEqual(await events("user.created", id), [{ data: { invited: false }, user_id: ids.users.ada }])
    const { password_hash } = await desk.db.one<{ password_hash: string | null }>(
      sql`select password_hash from users where id = ${id}`,
    )
    assert.equal(password_hash, null)
  })

  test("a plain one is a user without inboxes, invited; explicit nulls say nothing", async () => {
    const { status, headers } = await post({
      firstName: "李",
      lastName: "",
      email: "li.lei@desk.example",
      role: null,
      jobTitle: null,
      unknown: 1,
    })
    assert.equal(status, 201)
    const id = Number(headers.get("resource-id"))
    const { body } = await desk.get(`/v2/users/${id}`, ada)
    assert.deepEqual([body.role, body.timezone, body.initials, body.mention], ["user", "UTC", "李", "li-lei"])
    assert.deepEqual((await events("user.created", id))[0]?.data, { invited: true })
    assert.deepEqual(await inboxesOf(id), [])
  })

  test("namesakes get handles of their own", async () => {
    const mentions = []
    for (const number of [1, 2, 3]) {
      const id = await makeUser({ firstName: "Sam", lastName: "E.", email: `sam${number}@desk.example` })
      mentions.push((await desk.get(`/v2/users/${id}`, ada)).body.mention)
    }
    assert.deepEqual(mentions, ["sam.e", "sam.e2", "sam.e3"])
  })

  test("of twenty at once with one address one is made, the others are told which field", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post({ firstName: "Twin", lastName: "T", email: index % 2 ? "twin@desk.example" : "TWIN@desk.example" }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    for (const { status, body } of answers.filter(({ status }) => status !== 201)) {
      assert.deepEqual([status, body._embedded.errors[0].path], [409, "email"])
      assert.equal(body._links.about.href, `${desk.origin}/errors/email_taken`)
    }
  })

  test("twenty namesakes at once are all made", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post({ firstName: "Many", lastName: "Same", email: `many${index}@desk.example` }),
      ),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  })

  test("400 names what is wrong", async () => {
    const right = { firstName: "A", lastName: "B", email: "right@desk.example" }
    for (const [wrong, path] of [
      [{ firstName: " " }, "firstName"],
      [{ firstName: "x".repeat(81) }, "firstName"],
      [{ lastName: "a\0b" }, "lastName"],
      [{ email: "nobody" }, "email"],
      [{ email: "a b@desk.example" }, "email"],
      [{ role: "owner" }, "role"],
      [{ timezone: "Mars/Olympus" }, "timezone"],
      [{ timezone: "+01:00" }, "timezone"],
      [{ mailboxes: [{ id: ids.inboxes.support }, { id: 999_999 }] }, "mailboxes[1].id"],
      [{ mailboxes: [{}] }, "mailboxes[0].id"],
    ] as const) {
      const { status, body } = await post({ ...right, ...wrong })
      assert.deepEqual([status, body._embedded.errors[0].path], [400, path], JSON.stringify(wrong))
    }
    assert.equal((await desk.get("/v2/users?email=right@desk.example", ada)).body.page.totalElements, 0)
  })

  test("only owners and admins, and not with a token that does not administer", async () => {
    const body = { firstName: "No", lastName: "Body", email: "nobody@desk.example" }
    for (const user of ["grace", "light", "system"] as const)
      assert.equal((await post(body, await desk.tokenFor(ids.users[user]))).status, 403, user)
    for (const scope of ["read-only", "drafts-only", "full"] as const)
      assert.equal((await post(body, await desk.tokenFor(ids.users.ada, scope))).status, 403, scope)
    assert.equal((await desk.send("POST", "/v2/users", { body })).status, 401)
    assert.equal((await post(body, await desk.tokenFor(ids.users.ada, "administration"))).status, 201)
  })
})

describe("PUT /v2/users/{id}", () => {
  test("changes what is given and leaves the rest, the handle too", async () => {
    const id = await makeUser({ jobTitle: "Agent", phone: "1", mailboxes: [{ id: ids.inboxes.support }] })
    const before = (await desk.get(`/v2/users/${id}`, ada)).body
    desk.clock.now = new Date(desk.clock.now.getTime() + 60_000)
    assert.equal((await put(id, { firstName: "Renamed", phone: "" })).status, 204)
    const { phone, ...kept } = before
    assert.deepEqual((await desk.get(`/v2/users/${id}`, ada)).body, {
      ...kept,
      firstName: "Renamed",
      initials: "RC",
      updatedAt: "2026-03-04T05:07:07Z",
    })
    assert.deepEqual(await inboxesOf(id), [ids.inboxes.support])
    assert.deepEqual(await events("user.updated", id), [{ data: {}, user_id: ids.users.ada }])
  })

  test("takes an inbox away by emailAccess false", async () => {
    const id = await makeUser({ mailboxes: [{ id: ids.inboxes.support }, { id: ids.inboxes.paging }] })
    const mailboxes = [
      { id: ids.inboxes.support, emailAccess: true },
      { id: ids.inboxes.paging, emailAccess: false },
    ]
    assert.equal((await put(id, { mailboxes })).status, 204)
    assert.deepEqual(await inboxesOf(id), [ids.inboxes.support])
  })

  test("gives and takes inboxes, which counts for the next request and keeps chat statuses", async () => {
    const id = await makeUser({ mailboxes: [{ id: ids.inboxes.support }, { id: ids.inboxes.hidden }] })
    const token = await desk.tokenFor(id)
    await desk.db.run(sql`update inbox_users set chat_status = 'assign' where user_id = ${id}`)
    const wanted = [ids.inboxes.paging, ids.inboxes.support]
    assert.equal((await put(id, { mailboxes: wanted.map((id) => ({ id })) })).status, 204)
    assert.equal((await desk.get(`/v2/mailboxes/${ids.inboxes.hidden}`, token)).status, 404)
    assert.equal((await desk.get(`/v2/mailboxes/${ids.inboxes.paging}`, token)).status, 200)
    assert.deepEqual((await events("user.updated", id))[0]?.data, {
      addedInboxIds: [ids.inboxes.paging],
      removedInboxIds: [ids.inboxes.hidden],
    })
    const { chat } = (await desk.get(`/v2/users/${id}/status`, ada)).body
    assert.deepEqual(chat.mailboxStatuses, { [ids.inboxes.support]: "assign" })
  })

  test("409 for another's address, in whatever case; their own is no hindrance", async () => {
    const id = await makeUser({ email: "mine@desk.example" })
    assert.equal((await put(id, { email: "MINE@desk.example" })).status, 204)
    const { status, body } = await put(id, { email: ids.emails.grace.toUpperCase() })
    assert.deepEqual([status, body._embedded.errors[0].path], [409, "email"])
  })

  test("roles: admins make admins and light users, nobody an owner, nobody changes their own", async () => {
    const id = await makeUser()
    const token = await desk.tokenFor(id)
    await desk.send("PUT", `/v2/users/${id}/status`, { token, body: { status: "away" } })
    assert.equal((await put(id, { role: "admin" })).status, 204)
    assert.equal((await desk.get("/v2/webhooks", token)).status, 200)
    assert.equal((await put(id, { role: "light user" })).status, 204)
    assert.equal((await desk.get("/v2/webhooks", token)).status, 403)
    assert.equal((await desk.get(`/v2/users/${id}/status`, ada)).status, 404)
    await put(id, { role: "user" })
    assert.equal((await desk.get(`/v2/users/${id}/status`, ada)).body.email.status, "active")
    assert.equal((await put(id, { role: "owner" })).status, 403)
    assert.equal((await put(id, { role: "owner" }, owner.token)).status, 403)
    assert.equal((await put(ids.users.ada, { role: "user" })).status, 403)
    assert.equal((await put(ids.users.ada, { role: "admin", jobTitle: "Still" })).status, 204)
  })

  test("the owner is changed by the owner alone, and stays the owner", async () => {
    assert.equal((await put(owner.id, { email: "taken-over@desk.example" })).status, 403)
    assert.equal((await put(owner.id, { role: "user" }, owner.token)).status, 403)
    assert.equal((await put(owner.id, { role: "owner", firstName: "First" }, owner.token)).status, 204)
  })

  test("If-Match refuses what has changed meanwhile", async () => {
    const id = await makeUser()
    const etag = (await desk.get(`/v2/users/${id}`, ada)).headers.get("etag") ?? ""
    assert.equal((await put(id, { firstName: "One" }, ada, { "If-Match": etag })).status, 204)
    assert.equal((await put(id, { firstName: "Two" }, ada, { "If-Match": etag })).status, 412)
    assert.equal((await desk.get(`/v2/users/${id}`, ada)).body.firstName, "One")
  })

  test("404 for teams, system users, who was deleted and nobody; 403 for users", async () => {
    for (const id of [ids.teams.firstLine, ids.users.system, ids.users.deactivated, 999_999])
      assert.equal((await put(id, { firstName: "X" })).status, 404)
    const grace = await desk.tokenFor(ids.users.grace)
    assert.equal((await put(ids.users.grace, { role: "admin" }, grace)).status, 403)
  })
})

describe("system users", () => {
  test("are made, renamed and given inboxes by admins", async () => {
    const body = { firstName: "Robot", mailboxes: [{ id: ids.inboxes.support }] }
    const made = await desk.send("POST", "/v3/system-users", { token: ada, body })
    assert.equal(made.status, 201)
    const id = Number(made.headers.get("resource-id"))
    const path = `/v3/system-users/${id}`
    assert.equal(made.headers.get("location"), desk.origin + path)
    assert.equal((await desk.send("PUT", path, { token: ada, body: { lastName: "Two", mailboxes: [] } })).status, 204)
    const read = await desk.get(path, ada)
    assertShape(SystemUser, read.body)
    assert.deepEqual(
      [read.body.firstName, read.body.lastName, read.body.type, read.body.role, read.body.email, read.body.mention],
      ["Robot", "Two", "system_user", "user", undefined, "robot"],
    )
    assert.deepEqual(await inboxesOf(id), [])
    assert.equal((await events("user.created", id)).length, 1)
    assert.deepEqual((await events("user.updated", id))[0]?.data, { removedInboxIds: [ids.inboxes.support] })
  })

  test("404 for people, 409 for a taken address, 403 for users, 412 for a stale one", async () => {
    const { grace, system } = ids.users
    const body = { firstName: "X" }
    assert.equal((await desk.send("PUT", `/v3/system-users/${grace}`, { token: ada, body })).status, 404)
    const twin = { firstName: "X", email: ids.emails.grace }
    assert.equal((await desk.send("POST", "/v3/system-users", { token: ada, body: twin })).status, 409)
    const user = await desk.tokenFor(grace)
    assert.equal((await desk.send("POST", "/v3/system-users", { token: user, body })).status, 403)
    const stale = { token: ada, body, headers: { "If-Match": '"old"' } }
    assert.equal((await desk.send("PUT", `/v3/system-users/${system}`, stale)).status, 412)
  })
})

describe("PUT /v2/users/me", () => {
  const change = (body: object, token: string, headers = {}) =>
    desk.send("PUT", "/v2/users/me", { token, body, headers })

  test("lets everybody change their own profile, light users too", async () => {
    const id = await makeUser({ role: "light user", jobTitle: "Trainee", phone: "+1" })
    const token = await desk.tokenFor(id)
    const body = { firstName: " Zoë ", lastName: "Li", timezone: "Asia/Tokyo", jobTitle: "Lead", phone: "" }
    assert.equal((await change(body, token)).status, 204)
    const { body: read, headers } = await desk.get("/v2/users/me", token)
    assert.deepEqual(
      [read.firstName, read.lastName, read.timezone, read.jobTitle, read.phone, read.initials],
      ["Zoë", "Li", "Asia/Tokyo", "Lead", undefined, "ZL"],
    )
    assert.deepEqual(
      (await events("user.updated", id)).map(({ user_id }) => user_id),
      [id],
    )
    const etag = headers.get("etag") ?? ""
    assert.equal((await change({ lastName: "Lee" }, token, { "If-Match": etag })).status, 204)
    assert.equal((await change({ lastName: "Ly" }, token, { "If-Match": etag })).status, 412)
  })

  test("changes neither role, inboxes nor address, and refuses what is wrong", async () => {
    const id = await makeUser()
    const token = await desk.tokenFor(id)
    const before = (await desk.get(`/v2/users/${id}`, ada)).body
    const more = { role: "admin", email: "other@desk.example", mailboxes: [{ id: ids.inboxes.hidden }], active: true }
    assert.equal((await change({ jobTitle: "Agent", ...more }, token)).status, 204)
    const after = (await desk.get(`/v2/users/${id}`, ada)).body
    assert.deepEqual([after.role, after.email, after.jobTitle], [before.role, before.email, "Agent"])
    assert.deepEqual(await inboxesOf(id), [])
    for (const [body, path] of [
      [{ firstName: " " }, "firstName"],
      [{ timezone: "Mars/Base" }, "timezone"],
      [{ phone: "1".repeat(61) }, "phone"],
    ] as const) {
      const { status, body: refused } = await change(body, token)
      assert.deepEqual([status, refused._embedded.errors[0].path], [400, path])
    }
  })
})
