import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Inbox, InboxPage } from "@deskhand/contract/inboxes/inbox"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { assertShape } from "../../test/shape.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
})
after(() => desk.close())

describe("GET /v2/mailboxes", () => {
  test("lists what the viewer may see, by name", async () => {
    const listed = async (user: keyof ScenarioIds["users"]) => {
      const { status, body } = await desk.get("/v2/mailboxes", await desk.tokenFor(ids.users[user]))
      assert.equal(status, 200)
      assertShape(InboxPage, body)
      assert.equal(body.page.totalElements, body._embedded.mailboxes.length)
      return body._embedded.mailboxes as Inbox[]
    }
    const all = await listed("ada")
    assert.deepEqual(all.map(({ id }) => id).sort(), Object.values(ids.inboxes).sort())
    const names = all.map(({ name }) => name.toLowerCase())
    assert.deepEqual(names, [...names].sort())
    const some = await listed("limited")
    assert.ok(some.length > 0 && some.every(({ id }) => id !== ids.inboxes.hidden))
  })

  test("pages by size", async () => {
    const ada = await desk.tokenFor(ids.users.ada)
    const { body } = await desk.get("/v2/mailboxes?size=1&page=2", ada)
    assert.equal(body._embedded.mailboxes.length, 1)
    assert.deepEqual(body.page, { size: 1, totalElements: 4, totalPages: 4, number: 2 })
    assert.equal(body._links.previous.href, `${desk.origin}/v2/mailboxes?size=1&page=1`)
  })
})

describe("GET /v2/mailboxes/{id}", () => {
  test("has a slug of 16 hex digits and links to fields and folders", async () => {
    const { body } = await desk.get(`/v2/mailboxes/${ids.inboxes.support}`, await desk.tokenFor(ids.users.limited))
    assertShape(Inbox, body)
    assert.equal(body._links.folders.href, `${desk.origin}/v2/mailboxes/${ids.inboxes.support}/folders`)
  })

  test("404 for one the viewer may not see", async () => {
    const { status } = await desk.get(`/v2/mailboxes/${ids.inboxes.hidden}`, await desk.tokenFor(ids.users.limited))
    assert.equal(status, 404)
  })
})
