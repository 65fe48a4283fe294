import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { Conversation } from "@deskhand/contract/conversations/conversation"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { walkPages } from "../../test/walk.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

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

const pathOf = (organizationId: number) => `/v2/organizations/${organizationId}/conversations`

async function idsOf(organizationId: number, inboxIds: number[]): Promise<number[]> {
  const rows = await desk.db.many<{ id: number }>(sql`
    select id from conversations where organization_id = ${organizationId} and state = 'published'
      and inbox_id = any(${inboxIds}::bigint[]) order by created_at desc, id desc`)
  return rows.map(({ id }) => id)
}

describe("GET /v2/organizations/{id}/conversations", () => {
  test("lists them newest first, 50 a page", async () => {
    const path = pathOf(ids.organizations.crowded)
    const { status, body } = await desk.get(path, ada)
    assert.equal(status, 200)
    const all = await idsOf(ids.organizations.crowded, Object.values(ids.inboxes))
    assert.ok(all.length > 50)
    assert.deepEqual(
      body._embedded.conversations.map(({ id }: Conversation) => id),
      all.slice(0, 50),
    )
    assert.deepEqual(body.page, { size: 50, totalElements: all.length, totalPages: 2, number: 1 })
    assert.equal(body._links.next.href, `${desk.origin}${path}?page=2`)
    assert.deepEqual((await walkPages(desk, `${path}?size=7`, ada)).ids, all)
  })

  test("shows each as Get Conversation does, of every status, closed ones with who closed them", async () => {
    const { body } = await desk.get(`${pathOf(ids.organizations.full)}?size=100`, ada)
    const items: Conversation[] = body._embedded.conversations
    assert.ok(items.some(({ status }) => status === "closed"))
    for (const item of items) {
      assert.deepEqual(item, (await desk.get(`/v2/conversations/${item.id}`, ada)).body)
      if (item.status === "closed") continue
      for (const name of ["closedBy", "closedByUser", "closedAt"]) assert.equal(name in item, false)
    }
    const closed = items.find(({ id }) => id === ids.conversations.hiddenOfKnownCustomer)
    assert.equal(closed?.closedBy, ids.users.ada)
    assert.equal(closed?.closedByUser?.id, ids.users.ada)
    const listed = new Set(items.map(({ state }) => state))
    assert.deepEqual(listed, new Set(["published"]))
  })

  test("leaves out, and does not count, inboxes that the viewer may not see", async () => {
    const seen = await walkPages(desk, pathOf(ids.organizations.full), limited)
    assert.deepEqual(seen.ids, await idsOf(ids.organizations.full, [ids.inboxes.support, ids.inboxes.paging]))
    assert.equal(seen.total, seen.ids.length)
    assert.ok(seen.ids.length < (await walkPages(desk, pathOf(ids.organizations.full), ada)).ids.length)
    const { body } = await desk.get(pathOf(ids.organizations.hidden), limited)
    assert.deepEqual(body._embedded, { conversations: [] })
    assert.deepEqual(body.page, { size: 50, totalElements: 0, totalPages: 0, number: 1 })
  })

  test("merges the viewer's inboxes on every page, from both ends", async () => {
    const customers = sql`select id from customers where organization_id = ${ids.organizations.crowded}`
    await desk.db.run(sql`update conversations set inbox_id = case id % 3
        when 0 then ${ids.inboxes.hidden}::bigint when 1 then ${ids.inboxes.support} else inbox_id end
      where customer_id in (${customers})`)
    for (const [token, inboxIds] of [
      [ada, Object.values(ids.inboxes)],
      [limited, [ids.inboxes.support, ids.inboxes.paging]],
    ] as const) {
      const expected = await idsOf(ids.organizations.crowded, [...inboxIds])
      const seen = await walkPages(desk, `${pathOf(ids.organizations.crowded)}?size=7`, token)
      assert.deepEqual(seen.ids, expected)
      assert.equal(seen.total, expected.length)
    }
    const nobody = await desk.tokenFor(await desk.addUser({ email: "none@example.com", role: "user" }))
    const { body } = await desk.get(pathOf(ids.organizations.crowded), nobody)
    assert.deepEqual([body._embedded.conversations, body.page.totalElements], [[], 0])
  })

  test("401, 404 and 400 as everywhere", async () => {
    assert.equal((await desk.get(pathOf(ids.organizations.full))).status, 401)
    assert.equal((await desk.get(pathOf(999_999_999), ada)).status, 404)
    const wrong = await desk.get(`${pathOf(ids.organizations.full)}?page=0`, ada)
    assert.deepEqual([wrong.status, wrong.body._embedded.errors[0].path], [400, "page"])
  })
})
