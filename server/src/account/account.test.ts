import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Account } from "@deskhand/contract/people/account"
import { type TestDesk, testDesk } from "../../test/desk/desk.ts"
import { numberAll } from "../../test/peers/events.ts"
import { assertShape } from "../../test/shape.ts"

const url = "/v2/account"

let desk: TestDesk
let ada: string
let grace: string
before(async () => {
  desk = await testDesk()
  ada = await desk.tokenFor(await desk.addUser({ email: "ada@example.com", role: "admin" }))
  grace = await desk.tokenFor(await desk.addUser({ email: "grace@example.com", role: "user" }))
})
after(() => desk.close())

const read = async () => {
  const { status, body, headers } = await desk.get(url, ada)
  assert.equal(status, 200)
  assertShape(Account, body)
  return { body, etag: headers.get("etag") ?? "" }
}
const put = (body: object, token = ada, headers = {}) => desk.send("PUT", url, { token, body, headers })

describe("GET and PUT /v2/account", () => {
  test("keeps what is changed, leaves the rest, and tells everybody", async () => {
    const { retention } = (await read()).body
    assert.deepEqual(retention, { eventDays: 90, webhookDeliveryDays: 30 })
    assert.equal((await put({ name: "  Acme ", oldConversationDays: 365 })).status, 204)
    assert.equal((await put({ name: "Acme Help" })).status, 204)
    const { name, oldConversationDays } = (await read()).body
    assert.deepEqual([name, oldConversationDays], ["Acme Help", 365])
    assert.equal((await put({ oldConversationDays: null })).status, 204)
    assert.equal("oldConversationDays" in (await read()).body, false)
    await numberAll(desk.db)
    const { body } = await desk.get("/v2/events", grace)
    const heard = body._embedded.events.filter(({ event }: { event: string }) => event === "account.updated")
    assert.equal(heard.length, 3)
    assert.match(heard[0]._links.subject.href, /\/v2\/account$/)
  })

  test("refuses who does not administer, what makes no sense, and what has changed since", async () => {
    assert.equal((await desk.get(url, grace)).status, 403)
    assert.equal((await put({ name: "Mine" }, grace)).status, 403)
    for (const [body, path] of [
      [{ name: " " }, "name"],
      [{ name: "x".repeat(121) }, "name"],
      [{ oldConversationDays: 0 }, "oldConversationDays"],
      [{ oldConversationDays: 1.5 }, "oldConversationDays"],
    ] as const) {
      const { status, body: problem } = await put(body)
      assert.deepEqual([status, problem._embedded.errors[0].path], [400, path])
    }
    const { etag } = await read()
    assert.equal((await put({ name: "First" }, ada, { "If-Match": etag })).status, 204)
    assert.equal((await put({ name: "Second" }, ada, { "If-Match": etag })).status, 412)
    assert.equal((await read()).body.name, "First")
  })
})
