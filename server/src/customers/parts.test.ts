import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { walkPages } from "../../test/walk.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

const parts = {
  emails: "emails",
  phones: "phones",
  chats: "chats",
  "social-profiles": "social_profiles",
  websites: "websites",
}

for (const [name, embedded] of Object.entries(parts))
  describe(`GET /v2/customers/{id}/${name}`, () => {
    test("lists what the customer embeds", async () => {
      const path = `/v2/customers/${ids.customers.full}`
      const whole = (await desk.get(path, ada)).body._embedded[embedded]
      const { status, body } = await desk.get(`${path}/${name}`, ada)
      assert.equal(status, 200)
      assert.deepEqual(body._embedded, { [name]: whole })
      for (const entry of whole) {
        assert.equal(entry._links.self.href, `${desk.origin}${path}/${name}/${entry.id}`)
        assert.deepEqual((await desk.get(entry._links.self.href, ada)).body, entry)
      }
      const [listed] = (await desk.get("/v2/customers?lastName=Somerville", ada)).body._embedded.customers
      assert.deepEqual(listed._embedded[embedded], whole)
      assert.deepEqual(body.page, { size: 50, totalElements: whole.length, totalPages: 1, number: 1 })
      assert.equal(body._links.self.href, `${desk.origin}${path}/${name}?page=1`)
      const paged = await walkPages(desk, `${path}/${name}?size=1`, ada)
      assert.deepEqual(
        paged.ids,
        whole.map(({ id }: { id: number }) => id),
      )
    })

    test("is empty for who has none, and 404 for who is not there", async () => {
      const { id } = (
        await desk.db.pool.query("insert into customers (first_name) values ('Nothing') returning id::int")
      ).rows[0]
      const { status, body } = await desk.get(`/v2/customers/${id}/${name}`, ada)
      assert.equal(status, 200)
      assert.deepEqual(body._embedded, { [name]: [] })
      assert.equal(body.page.totalElements, 0)
      assert.equal((await desk.get(`/v2/customers/999999999/${name}`, ada)).status, 404)
      assert.equal((await desk.get(`/v2/customers/${id}/${name}`)).status, 401)
    })
  })

describe("GET /v2/customers/{id}/address", () => {
  test("is the one that the customer embeds, with an ETag", async () => {
    const path = `/v2/customers/${ids.customers.full}`
    const { status, body, headers } = await desk.get(`${path}/address`, ada)
    assert.equal(status, 200)
    assert.deepEqual(body, (await desk.get(path, ada)).body._embedded.address)
    assert.equal(body.postalCode, "TD8 6AR")
    assert.match(headers.get("etag") ?? "", /^"[\w-]{27}"$/)
  })

  test("has lines, and only what else is known", async () => {
    await desk.db.pool.query("insert into customer_addresses (customer_id) values ($1)", [ids.customers.silent])
    const { body } = await desk.get(`/v2/customers/${ids.customers.silent}/address`, ada)
    const self = `${desk.origin}/v2/customers/${ids.customers.silent}/address`
    assert.deepEqual(body, { lines: [], _links: { self: { href: self } } })
  })

  test("is empty for who gave none; 404 for no such customer", async () => {
    const path = `/v2/customers/${ids.customers.male}/address`
    const { body } = await desk.get(path, ada)
    assert.deepEqual(body, { lines: [], _links: { self: { href: desk.origin + path } } })
    assert.equal((await desk.get("/v2/customers/999999999/address", ada)).status, 404)
  })
})

describe("parts as they were read", () => {
  test("are taken again with their links, and stay as they are", async () => {
    const path = `/v2/customers/${ids.customers.full}`
    const { _embedded } = (await desk.get(path, ada)).body
    const [email] = _embedded.emails
    const { address, emails, phones, chats, websites, social_profiles: socialProfiles } = _embedded
    for (const [method, url, body] of [
      ["PUT", `${path}/emails/${email.id}`, email],
      ["PUT", `${path}/address`, address],
      [
        "PATCH",
        path,
        [
          { op: "replace", path: "/emails", value: emails },
          { op: "replace", path: `/emails/${email.id}`, value: email },
          { op: "replace", path: "/address", value: address },
        ],
      ],
      ["PUT", path, { firstName: "Mary", emails, phones, chats, socialProfiles, websites, address }],
    ] as const) {
      const answer = await desk.send(method, url, { token: ada, body })
      assert.equal(answer.status, 204, `${method} ${url} ${JSON.stringify(answer.body)}`)
      const after = (await desk.get(path, ada)).body._embedded
      assert.deepEqual({ ...after, properties: [] }, { ..._embedded, properties: [] })
    }
  })
})
