import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { OwnUser, SystemUser, SystemUserPage, User, UserPage } from "@deskhand/contract/people/user"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { assertShape } from "../../test/shape.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

describe("GET /v2/users/me", () => {
  test("is whoever asks", async () => {
    for (const name of ["ada", "limited", "light"] as const) {
      const { status, body } = await desk.get("/v2/users/me", await desk.tokenFor(ids.users[name]))
      assert.equal(status, 200)
      assertShape(OwnUser, body)
      assert.equal(body.id, ids.users[name])
      assert.equal(body.companyId, 1)
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

  test("a team answers as one, because assignee links lead here", async () => {
    const { status, body } = await desk.get(`/v2/users/${ids.teams.firstLine}`, ada)
    assert.equal(status, 200)
    assertShape(User, body)
    assert.deepEqual([body.id, body.type, body.role, body.email], [ids.teams.firstLine, "team", undefined, undefined])
  })

  test("404 for a deactivated user and for nobody", async () => {
    for (const id of [ids.users.deactivated, 999_999])
      assert.equal((await desk.get(`/v2/users/${id}`, ada)).status, 404)
  })
})

describe("GET /v2/users", () => {
  const names = (body: { _embedded: { users: User[] } }) => body._embedded.users.map(({ firstName }) => firstName)

  test("lists people who are still here, by name, without their last visit", async () => {
    const { status, body } = await desk.get("/v2/users", ada)
    assert.equal(status, 200)
    assertShape(UserPage, body)
    assert.deepEqual(names(body), ["Ada", "Alan", "Barbara", "Edsger", "Grace", "Lena", "Linus", "Olga"])
    assert.deepEqual(body.page, { size: 50, totalElements: 8, totalPages: 1, number: 1 })
    assert.deepEqual(body._embedded.users[0], {
      id: ids.users.ada,
      firstName: "Ada",
      lastName: "Lovelace",
      email: "ada@scenario.example",
      role: "admin",
      timezone: "Europe/London",
      type: "user",
      photoUrl: "https://photos.scenario.example/ada.png",
      initials: "AL",
      mention: "scenario-ada",
      jobTitle: "Head of Support",
      phone: "+44 20 7946 0001",
      alternateEmails: ["ada.lovelace@scenario.example", "countess@scenario.example"],
      createdAt: "2022-01-24T05:06:07Z",
      updatedAt: "2026-03-02T05:06:07Z",
      _links: { self: { href: `${desk.origin}/v2/users/${ids.users.ada}` } },
    })
  })

  test("pages, and links keep the filters", async () => {
    const first = await desk.get(`/v2/users?mailbox=${ids.inboxes.support}&size=3`, ada)
    assert.deepEqual(names(first.body), ["Ada", "Alan", "Barbara"])
    assert.deepEqual(first.body.page, { size: 3, totalElements: 7, totalPages: 3, number: 1 })
    assert.equal(first.body._links.previous, undefined)
    const second = await desk.get(first.body._links.next.href, ada)
    assert.deepEqual(names(second.body), ["Edsger", "Grace", "Lena"])
    const last = await desk.get(first.body._links.last.href, ada)
    assert.deepEqual(names(last.body), ["Linus"])
    assert.equal(last.body._links.next, undefined)
    assert.equal(last.body._links.previous.href, second.body._links.self.href)
  })

  test("finds one by the whole address, in whatever case", async () => {
    const { body } = await desk.get("/v2/users?email=GRACE@scenario.example", ada)
    assert.deepEqual(names(body), ["Grace"])
    assert.equal(body.page.totalElements, 1)
    for (const email of ["race@scenario.example", "system@scenario.example", "deactivated@scenario.example"])
      assert.deepEqual((await desk.get(`/v2/users?email=${email}`, ada)).body._embedded.users, [], email)
  })

  test("of an inbox: those who were given it, and admins", async () => {
    const { body } = await desk.get(`/v2/users?mailbox=${ids.inboxes.hidden}`, ada)
    assert.deepEqual(names(body), ["Ada", "Edsger", "Grace", "Olga"])
    assert.equal(body.page.totalElements, 4)
  })

  test("tells nobody who is in an inbox that they may not see", async () => {
    const limited = await desk.tokenFor(ids.users.limited)
    const { body } = await desk.get(`/v2/users?mailbox=${ids.inboxes.hidden}`, limited)
    assert.deepEqual(body._embedded.users, [])
    assert.equal(body.page.totalElements, 0)
    assert.equal((await desk.get("/v2/users", limited)).body.page.totalElements, 8)
  })

  test("400 names a bad parameter, 401 without a token", async () => {
    for (const [query, path] of [
      ["page=0", "page"],
      ["mailbox=x", "mailbox"],
      ["size=many", "size"],
    ]) {
      const { status, body } = await desk.get(`/v2/users?${query}`, ada)
      assert.equal(status, 400, query)
      assert.equal(body._embedded.errors[0].path, path)
      assert.equal(body._embedded.errors[0].source, "QUERY")
    }
    assert.equal((await desk.get("/v2/users")).status, 401)
  })
})

describe("GET /v3/system-users", () => {
  test("lists them with their real type", async () => {
    const { status, body } = await desk.get("/v3/system-users", await desk.tokenFor(ids.users.light))
    assert.equal(status, 200)
    assertShape(SystemUserPage, body)
    const [only, ...others] = body._embedded.system_users
    assert.deepEqual(others, [])
    assert.deepEqual([only.id, only.type, only.firstName], [ids.users.system, "system_user", "Answering"])
    assert.equal("lastVisit" in only, false)
    assert.deepEqual(body.page, { size: 50, totalElements: 1, totalPages: 1, number: 1 })
  })

  test("answers an empty page behind the last one", async () => {
    const { body } = await desk.get("/v3/system-users?page=2", ada)
    assert.deepEqual(body._embedded.system_users, [])
    assert.equal(body._links.previous.href, `${desk.origin}/v3/system-users?page=1`)
  })
})

describe("GET /v3/system-users/{id}", () => {
  test("is one system user; version 2 knows the same one as a user", async () => {
    const { status, body } = await desk.get(`/v3/system-users/${ids.users.system}`, ada)
    assert.equal(status, 200)
    assertShape(SystemUser, body)
    assert.deepEqual([body.type, body.email, body.lastVisit], ["system_user", ids.emails.system, null])
    assert.equal(body._links.self.href, `${desk.origin}/v3/system-users/${ids.users.system}`)
    assert.equal((await desk.get(`/v2/users/${ids.users.system}`, ada)).body.type, "user")
  })

  test("404 for a person and for a team, 400 for what is no id", async () => {
    for (const id of [ids.users.grace, ids.teams.firstLine, 999_999])
      assert.equal((await desk.get(`/v3/system-users/${id}`, ada)).status, 404)
    const { status, body } = await desk.get("/v3/system-users/x", ada)
    assert.equal(status, 400)
    assert.deepEqual([body._embedded.errors[0].path, body._embedded.errors[0].source], ["systemUserId", "PATH"])
  })
})
