import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let light: string
let id: number

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  light = await desk.tokenFor(ids.users.light)
  const answer = await desk.send("POST", "/v2/customers", { token: ada, body: { firstName: "Party" } })
  id = Number(answer.headers.get("resource-id"))
})
after(() => desk.close())

const send = (method: string, path: string, body?: unknown, token = ada) =>
  desk.send(method, `/v2/customers/${id}/${path}`, { token, ...(body !== undefined && { body }) })
const updates = async () =>
  (await desk.db.many(sql`select from events where kind = 'customer.updated' and subject_id = ${id}`)).length

for (const [name, first, second] of [
  ["emails", { value: "one@parts.example", type: "home" }, { value: "two@parts.example" }],
  ["phones", { value: "1", type: "pager" }, { value: "2" }],
  ["chats", { value: "one", type: "xmpp" }, { value: "two" }],
  ["social-profiles", { value: "one", type: "forsquare" }, { value: "two" }],
  ["websites", { value: "https://one.example" }, { value: "https://two.example" }],
] as const)
  describe(`/v2/customers/{id}/${name}`, () => {
    test("adds, reads, changes and deletes one, and tells of each", async () => {
      const told = await updates()
      const added = await send("POST", name, first)
      assert.equal(added.status, 201, JSON.stringify(added.body))
      const entryId = Number(added.headers.get("resource-id"))
      const place = `/v2/customers/${id}/${name}/${entryId}`
      assert.equal(added.headers.get("location"), desk.origin + place)
      const read = await desk.get(place, ada)
      const _links = { self: { href: desk.origin + place } }
      assert.deepEqual(read.body, { id: entryId, ...first, _links })
      assert.equal((await send("PUT", `${name}/${entryId}`, second)).status, 204)
      assert.deepEqual((await desk.get(place, ada)).body, { id: entryId, ...first, ...second, _links })
      const stale = { "If-Match": read.headers.get("etag") ?? "" }
      assert.equal((await desk.send("DELETE", place, { token: ada, headers: stale })).status, 412)
      assert.equal((await send("DELETE", `${name}/${entryId}`)).status, 204)
      assert.equal((await desk.get(place, ada)).status, 404)
      assert.equal((await updates()) - told, 3)
    })

    test("refuses what cannot be, who may not, and what is not there", async () => {
      const blank = await send("POST", name, { value: " " })
      assert.deepEqual([blank.status, blank.body._embedded.errors[0].path], [400, "value"])
      assert.equal((await send("POST", name, {})).status, 400)
      assert.equal((await send("POST", name, first, light)).status, 403)
      assert.equal((await send("PUT", `${name}/999999999`, second)).status, 404)
      assert.equal((await send("DELETE", `${name}/999999999`)).status, 404)
      assert.equal(
        (await desk.send("POST", `/v2/customers/999999999/${name}`, { token: ada, body: first })).status,
        404,
      )
      const { body } = await desk.get(`/v2/customers/${ids.customers.full}/${name}`, ada)
      const [[theirs]] = Object.values<{ id: number }[]>(body._embedded) as [{ id: number }[]]
      assert.equal((await send("PUT", `${name}/${theirs?.id}`, second)).status, 404)
      assert.equal((await send("DELETE", `${name}/${theirs?.id}`)).status, 404)
    })
  })

describe("an address that somebody has", () => {
  test("409 for another and for the same customer, also when it is changed to it", async () => {
    const { body } = await desk.get(`/v2/customers/${ids.customers.full}/emails`, ada)
    const [theirs] = body._embedded.emails
    const taken = await send("POST", "emails", { value: theirs.value.toUpperCase() })
    assert.deepEqual(
      [taken.status, taken.body._embedded.errors[0].path, taken.body._embedded.errors[0].message],
      [409, "value", `is an address of customer ${ids.customers.full}`],
    )
    const own = Number((await send("POST", "emails", { value: "own@parts.example" })).headers.get("resource-id"))
    assert.equal((await send("POST", "emails", { value: "OWN@parts.example" })).status, 409)
    assert.equal((await send("PUT", `emails/${own}`, { value: theirs.value })).status, 409)
    assert.equal((await send("PUT", `emails/${own}`, { value: "Own@Parts.example" })).status, 204)
  })

  test("a new one brings who belongs nowhere into its organization", async () => {
    const read = async () => (await desk.get(`/v2/customers/${id}`, ada)).body.organizationId
    assert.equal(await read(), undefined)
    await send("POST", "emails", { value: "party@engines.scenario.example" })
    assert.equal(await read(), ids.organizations.full)
  })

  test("no more than 100 of a kind", async () => {
    await desk.db.run(sql`insert into customer_websites (customer_id, value)
      select ${id}, 'https://' || n from generate_series(1, 99) n`)
    assert.equal((await send("POST", "websites", { value: "https://last.example" })).status, 201)
    const answer = await send("POST", "websites", { value: "https://more.example" })
    assert.deepEqual([answer.status, answer.body._embedded.errors[0].path], [400, "websites"])
  })
})

describe("/v2/customers/{id}/address", () => {
  test("is added once, overwritten whole, and deleted", async () => {
    const given = { city: "Ulm", country: "de", lines: ["One", "Two"], postalCode: "89073", state: "BW" }
    const added = await send("POST", "address", given)
    assert.deepEqual([added.status, added.headers.get("location")], [201, `${desk.origin}/v2/customers/${id}/address`])
    const read = async () => (await desk.get(`/v2/customers/${id}/address`, ada)).body
    const _links = { self: { href: `${desk.origin}/v2/customers/${id}/address` } }
    assert.deepEqual(await read(), { ...given, country: "DE", _links })
    const again = await send("POST", "address", { city: "Bonn" })
    assert.deepEqual([again.status, again.body._links.about.href.split("/").at(-1)], [409, "address_exists"])
    const stale = { "If-Match": '"old"' }
    const path = `/v2/customers/${id}/address`
    assert.equal((await desk.send("PUT", path, { token: ada, body: given, headers: stale })).status, 412)
    assert.equal((await send("PUT", "address", { city: "Bonn" })).status, 204)
    assert.deepEqual(await read(), { city: "Bonn", lines: [], _links })
    assert.equal((await send("DELETE", "address")).status, 204)
    assert.deepEqual(await read(), { lines: [], _links })
    assert.equal((await send("PUT", "address", { city: "Mainz" })).status, 204)
    assert.equal((await read()).city, "Mainz")
    assert.equal((await send("PUT", "address", { country: "Germany" })).status, 400)
    assert.equal((await send("DELETE", "address", undefined, light)).status, 403)
    assert.equal((await desk.send("PUT", "/v2/customers/999999999/address", { token: ada, body: given })).status, 404)
  })
})
