import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Team, TeamPage } from "@deskhand/contract/people/team"
import { type ListedUser, UserPage } from "@deskhand/contract/people/user"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { assertShape } from "../../test/shape.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let light: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  light = await desk.tokenFor(ids.users.light)
})
after(() => desk.close())

describe("GET /v2/teams", () => {
  test("lists teams by name", async () => {
    const { status, body } = await desk.get("/v2/teams", light)
    assert.equal(status, 200)
    assertShape(TeamPage, body)
    assert.deepEqual(body.page, { size: 50, totalElements: 2, totalPages: 1, number: 1 })
    assert.deepEqual(body._embedded.teams[0], {
      id: ids.teams.firstLine,
      name: "Scenario First Line",
      type: "team",
      timezone: "UTC",
      initials: "S",
      mention: "scenario-first-line",
      createdAt: "2025-05-08T05:06:07Z",
      updatedAt: "2025-05-08T05:06:07Z",
      _links: {
        members: { href: `${desk.origin}/v2/teams/${ids.teams.firstLine}/members` },
        teamMembers: { href: `${desk.origin}/v2/teams/${ids.teams.firstLine}/members` },
      },
    })
    const second = await desk.get("/v2/teams?size=1&page=2", light)
    assert.deepEqual(
      second.body._embedded.teams.map(({ name }: Team) => name),
      ["Scenario Nobody"],
    )
  })

  test("400 for a page that cannot be, 401 without a token", async () => {
    const { status, body } = await desk.get("/v2/teams?page=zero", light)
    assert.equal(status, 400)
    assert.equal(body._embedded.errors[0].path, "page")
    assert.equal((await desk.get("/v2/teams")).status, 401)
  })
})

describe("GET /v2/teams/{id}/members", () => {
  const path = () => `/v2/teams/${ids.teams.firstLine}/members`
  const names = (body: { _embedded: { users: ListedUser[] } }) => body._embedded.users.map((user) => user.firstName)

  test("lists users by name, without their last visit", async () => {
    const { status, body } = await desk.get(path(), light)
    assert.equal(status, 200)
    assertShape(UserPage, body)
    assert.deepEqual(names(body), ["Ada", "Alan", "Barbara", "Grace", "Lena", "Linus"])
    assert.deepEqual(body.page, { size: 50, totalElements: 6, totalPages: 1, number: 1 })
    const grace = body._embedded.users[3]
    assert.deepEqual([grace.id, grace.type, grace.role], [ids.users.grace, "user", "user"])
    assert.equal("lastVisit" in grace, false)
  })

  test("links lead through all pages", async () => {
    const middle = await desk.get(`${path()}?size=2&page=2`, light)
    assert.deepEqual(names(middle.body), ["Barbara", "Grace"])
    const at = (page: number) => `${desk.origin}${path()}?size=2&page=${page}`
    assert.deepEqual(middle.body._links, {
      self: { href: at(2) },
      first: { href: at(1) },
      last: { href: at(3) },
      next: { href: at(3) },
      previous: { href: at(1) },
      page: { href: `${desk.origin}${path()}?size=2{&page}`, templated: true },
    })
    assert.deepEqual(names((await desk.get(at(3), light)).body), ["Lena", "Linus"])
  })

  test("leaves out who has left", async () => {
    await desk.db.run(sql`insert into team_members (team_id, user_id)
      values (${ids.teams.firstLine}, ${ids.users.deactivated})`)
    const { body } = await desk.get(path(), light)
    assert.equal(body.page.totalElements, 6)
    assert.equal(names(body).includes("Donald"), false)
  })

  test("an empty team has an empty list", async () => {
    const { status, body } = await desk.get(`/v2/teams/${ids.teams.empty}/members`, light)
    assert.equal(status, 200)
    assert.deepEqual(body._embedded.users, [])
    assert.equal(body.page.totalElements, 0)
  })

  test("404 for a user and for nobody", async () => {
    for (const id of [ids.users.grace, 999_999])
      assert.equal((await desk.get(`/v2/teams/${id}/members`, light)).status, 404)
  })
})
