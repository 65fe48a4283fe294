import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { View, ViewPage } from "@deskhand/contract/conversations/view"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { numberAll } from "../../test/peers/events.ts"
import { assertShape } from "../../test/shape.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let grace: string
let limited: string
let light: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  const { users } = ids
  ada = await desk.tokenFor(users.ada)
  grace = await desk.tokenFor(users.grace)
  limited = await desk.tokenFor(users.limited)
  light = await desk.tokenFor(users.light)
})
beforeEach(() => desk.db.run(sql`delete from views`))
after(() => desk.close())

const post = (body: object, token = limited) => desk.send("POST", "/v2/views", { token, body })
async function make(body: object, token = limited): Promise<number> {
  const { status, headers } = await post({ name: "A view", filters: {}, ...body }, token)
  assert.equal(status, 201)
  return Number(headers.get("resource-id"))
}
const names = async (token: string) =>
  (await desk.get("/v2/views?counts=false", token)).body._embedded.views.map(({ name }: View) => name)

describe("POST /v2/views", () => {
  test("keeps filters under a name, with a link to its list and as many as that has", async () => {
    const filters = {
      mailbox: [ids.inboxes.support],
      status: "open",
      tag: ["scenario-vip", "scénario été"],
      sortField: "subject",
      sortOrder: "asc",
    }
    const id = await make({ name: " VIP & Söhne ", filters })
    const { body } = await desk.get(`/v2/views/${id}`, limited)
    assertShape(View, body)
    assert.deepEqual(
      [body.name, body.filters, body.shared, body.order, body.userId, body.createdAt],
      ["VIP & Söhne", filters, false, 0, ids.users.limited, "2026-03-04T05:06:07Z"],
    )
    const { page } = (await desk.get(body._links.conversations.href, limited)).body
    assert.ok(page.totalElements > 0)
    assert.equal(body.totalCount, page.totalElements)
    const active = await desk.get(body._links.conversations.href.replace("status=open", "status=active"), limited)
    assert.equal(body.activeCount, active.body.page.totalElements)
  })

  test("counts for each what they may see", async () => {
    const id = await make({ shared: true, filters: { status: "all" } }, ada)
    const all = (await desk.get(`/v2/views/${id}`, ada)).body.totalCount
    const some = (await desk.get(`/v2/views/${id}`, limited)).body.totalCount
    assert.equal(some, (await desk.get("/v2/conversations?status=all", limited)).body.page.totalElements)
    assert.ok(some < all)
  })

  test("a query that names a status is listed as the list does, and closed ones have no active part", async () => {
    const searched = await make({ filters: { query: "status:closed" } }, ada)
    const closed = await make({ filters: { status: "closed" } }, ada)
    const { totalElements } = (await desk.get("/v2/conversations?status=closed", ada)).body.page
    for (const id of [searched, closed]) {
      const { body } = await desk.get(`/v2/views/${id}`, ada)
      assert.deepEqual([body.totalCount, body.activeCount], [totalElements, 0])
    }
  })

  test("400 for a query that cannot be read, with the place, and for a blank name", async () => {
    const answer = await post({ name: "Bad", filters: { query: "(subject:" } })
    assert.equal(answer.status, 400)
    assert.equal(answer.body._embedded.errors[0].path, "filters.query")
    assert.match(answer.body._embedded.errors[0].message, /9/)
    assert.equal((await post({ name: " ", filters: {} })).status, 400)
    assert.equal((await post({ name: "x", filters: { status: "lost" } })).status, 400)
    assert.equal((await post({ name: "x" })).status, 400)
  })

  test("409 for the hundred and first", async () => {
    await desk.db.run(sql`insert into views (user_id, name, filters, shared, position, created_at, updated_at)
      select ${ids.users.limited}, 'View ' || n, '{}', false, n, now(), now() from generate_series(1, 99) as n`)
    const answers = await Promise.all([1, 2, 3].map(() => post({ name: "One more", filters: {} })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
  })

  test("light users keep views for themselves; 403 for a read-only token", async () => {
    assert.equal((await post({ name: "Mine", filters: {} }, light)).status, 201)
    assert.equal((await post({ name: "Ours", filters: {}, shared: true }, light)).status, 403)
    const readOnly = await desk.tokenFor(ids.users.ada, "read-only")
    assert.equal((await post({ name: "x", filters: {} }, readOnly)).status, 403)
    assert.equal((await desk.get("/v2/views", readOnly)).status, 200)
  })
})

describe("GET /v2/views", () => {
  test("lists one's own and shared ones in their order", async () => {
    await make({ name: "second" })
    await make({ name: "third", shared: true, order: 5 }, grace)
    await make({ name: "hidden" }, grace)
    await make({ name: "first", order: 0, shared: true }, ada)
    const { body } = await desk.get("/v2/views", limited)
    assertShape(ViewPage, body)
    assert.deepEqual(await names(limited), ["second", "first", "third"])
    assert.equal(body.page.totalElements, 3)
    assert.deepEqual(await names(grace), ["first", "third", "hidden"])
  })

  test("a view whose folder or field is gone has no counts, or none in it", async () => {
    const id = await make({ filters: { folder: 999_999_999, status: "all" } })
    const { body } = await desk.get(`/v2/views/${id}`, limited)
    assert.deepEqual([body.totalCount, body.activeCount], [0, 0])
    await desk.db.run(sql`update views set filters = '{"query": "(("}' where id = ${id}`)
    const broken = await desk.get(`/v2/views/${id}`, limited)
    assert.equal(broken.status, 200)
    assert.equal(broken.body.totalCount, undefined)
  })
})

describe("PUT and DELETE /v2/views/{id}", () => {
  const put = (id: number, body: object, token = limited, headers = {}) =>
    desk.send("PUT", `/v2/views/${id}`, { token, body, headers })
  const remove = (id: number, token = limited) => desk.send("DELETE", `/v2/views/${id}`, { token })

  test("change what is named, and If-Match refuses what has changed meanwhile", async () => {
    const id = await make({ filters: { status: "closed", query: "late" } })
    const etag = (await desk.get(`/v2/views/${id}`, limited)).headers.get("etag") ?? ""
    assert.equal((await put(id, { filters: { tag: ["x"] }, order: 7 }, limited, { "If-Match": etag })).status, 204)
    const { body } = await desk.get(`/v2/views/${id}`, limited)
    assert.deepEqual([body.name, body.filters, body.order], ["A view", { tag: ["x"] }, 7])
    assert.equal((await put(id, { name: "y" }, limited, { "If-Match": etag })).status, 412)
    assert.equal((await remove(id)).status, 204)
    assert.equal((await desk.get(`/v2/views/${id}`, limited)).status, 404)
  })

  test("only by whose it is and administrators; what is not shared is not there for others", async () => {
    const own = await make({})
    const shared = await make({ shared: true })
    const other = await desk.tokenFor(await desk.addUser({ email: "other@scenario.example", role: "user" }))
    assert.equal((await put(own, { name: "x" }, other)).status, 404)
    assert.equal((await put(own, { name: "x" }, ada)).status, 404)
    assert.equal((await put(shared, { name: "x" }, other)).status, 403)
    assert.equal((await remove(shared, other)).status, 403)
    assert.equal((await put(shared, { name: "By an admin" }, ada)).status, 204)
    assert.equal((await remove(shared, ada)).status, 204)
  })

  test("tell who sees it: everybody of a shared one, also when it is taken back, nobody else of one's own", async () => {
    const own = await make({})
    const shared = await make({ shared: true })
    await put(shared, { shared: false })
    await put(shared, { name: "Mine again" })
    await remove(own)
    await numberAll(desk.db)
    const heard = async (token: string) =>
      (await desk.get("/v2/events", token)).body._embedded.events
        .filter(
          ({ subjectId, event }: { subjectId: number; event: string }) =>
            event.startsWith("view.") && [own, shared].includes(subjectId),
        )
        .map(({ event, subjectId }: { event: string; subjectId: number }) => [event, subjectId])
    const told = [
      ["view.created", shared],
      ["view.updated", shared],
    ]
    assert.deepEqual(await heard(grace), told)
    assert.deepEqual(await heard(limited), [
      ["view.created", own],
      ...told,
      ["view.updated", shared],
      ["view.deleted", own],
    ])
  })
})
