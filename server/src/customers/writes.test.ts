import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Customer } from "@deskhand/contract/customers/customer"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { listWrongCounts } from "../../test/desk/seeded.ts"
import { assertShape } from "../../test/shape.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

const post = (body: unknown, token = ada) => desk.send("POST", "/v2/customers", { token, body })
const put = (id: number, body: unknown, headers: Record<string, string> = {}) =>
  desk.send("PUT", `/v2/customers/${id}`, { token: ada, body, headers })
const read = async (id: number) => (await desk.get(`/v2/customers/${id}`, ada)).body

async function make(body: object): Promise<number> {
  const answer = await post(body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return Number(answer.headers.get("resource-id"))
}

const kindsOf = async (id: number) =>
  (
    await desk.db.many<{ kind: string }>(sql`select kind from events where subject_id = ${id}
    and kind like 'customer.%' order by id`)
  ).map(({ kind }) => kind)

const values = (entries: { value: string }[]) => entries.map(({ value }) => value)

describe("POST /v2/customers", () => {
  test("creates one with everything, tells of it, and answers where it is", async () => {
    const answer = await post({
      firstName: "Vernon",
      lastName: "Bear",
      gender: "MALE",
      jobTitle: "Baker",
      location: "Austin",
      photoType: "gravatar",
      photoUrl: "https://photos.example/bear.png",
      age: "30-35",
      background: "Likes honey",
      phone: "800-555-1212",
      email: "bear@first.example",
      emails: [{ value: "vbear@second.example", type: "Home" }],
      phones: [{ value: "800-555-1313", type: "fax" }],
      chats: [{ value: "jsprout", type: "aim" }],
      socialProfiles: [{ value: "https://twitter.com/vbear", type: "twitter" }],
      websites: [{ value: "https://api.example" }],
      address: { city: "Dallas", state: "TX", postalCode: "74206", country: "us", lines: ["123 West Main St"] },
      properties: [
        { slug: "scenario-orders", value: 12 },
        { slug: "scenario-size", value: "large" },
      ],
      conversationCount: 99,
    })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    assert.equal(answer.body, undefined)
    const id = Number(answer.headers.get("resource-id"))
    assert.equal(answer.headers.get("location"), `${desk.origin}/v2/customers/${id}`)
    const body = await read(id)
    assertShape(Customer, body)
    const { _embedded, _links, ...fields } = body
    assert.deepEqual(fields, {
      id,
      firstName: "Vernon",
      lastName: "Bear",
      gender: "male",
      jobTitle: "Baker",
      location: "Austin",
      photoType: "gravatar",
      photoUrl: "https://photos.example/bear.png",
      age: "30-35",
      conversationCount: 0,
      createdAt: "2026-03-04T05:06:07Z",
      updatedAt: "2026-03-04T05:06:07Z",
      background: "Likes honey",
      draft: false,
    })
    const listed = (name: string) =>
      _embedded[name].map(({ id: _, _links, ...entry }: { id: number; _links: object }) => entry)
    assert.deepEqual(listed("emails"), [
      { value: "bear@first.example", type: "work" },
      { value: "vbear@second.example", type: "home" },
    ])
    assert.deepEqual(listed("phones"), [
      { value: "800-555-1212", type: "work" },
      { value: "800-555-1313", type: "fax" },
    ])
    assert.deepEqual(listed("chats"), [{ value: "jsprout", type: "aim" }])
    assert.deepEqual(listed("social_profiles"), [{ value: "https://twitter.com/vbear", type: "twitter" }])
    assert.deepEqual(listed("websites"), [{ value: "https://api.example" }])
    assert.deepEqual(_embedded.address, {
      city: "Dallas",
      state: "TX",
      postalCode: "74206",
      country: "US",
      lines: ["123 West Main St"],
      _links: { self: _links.address },
    })
    const set = _embedded.properties.filter((property: { value?: string }) => property.value !== undefined)
    assert.deepEqual(
      set.map(({ slug, text }: { slug: string; text: string }) => [slug, text]),
      [
        ["scenario-size", "Large"],
        ["scenario-orders", "12"],
      ],
    )
    assert.deepEqual(await kindsOf(id), ["customer.created"])
  })

  test("a new one joins the organization of the first address that any claims", async () => {
    const { full, crowded } = ids.organizations
    const joined = await make({
      emails: [{ value: "a@nowhere.example" }, { value: "new@DIFFERENCE.scenario.example" }],
    })
    assert.equal((await read(joined)).organizationId, full)
    const named = await make({ email: "b@engines.scenario.example", organizationId: crowded, organization: "Ignored" })
    assert.deepEqual(
      [(await read(named)).organizationId, (await read(named)).organization],
      [crowded, (await desk.get(`/v2/organizations/${crowded}`, ada)).body.name],
    )
    const text = await make({ firstName: "Text", organization: "Acme" })
    assert.deepEqual([(await read(text)).organizationId, (await read(text)).organization], [undefined, "Acme"])
    assert.deepEqual(await listWrongCounts(desk.db), [])
  })

  test("409 for an address that another has, in any case, and it says whose it is", async () => {
    const owner = await make({ email: "Taken@Owner.example" })
    const { status, body } = await post({ firstName: "Twin", emails: [{ value: "taken@owner.EXAMPLE" }] })
    assert.equal(status, 409)
    assert.match(body._links.about.href, /customer_email_taken$/)
    assert.deepEqual(
      [body._embedded.errors[0].path, body._embedded.errors[0].message],
      ["emails[0].value", `is an address of customer ${owner}`],
    )
    assert.equal((await desk.get("/v2/customers?firstName=Twin", ada)).body.page.totalElements, 0)
  })

  test("of many at once with one new address, one is made", async () => {
    const body = { firstName: "Racer", email: "race@owner.example" }
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => post(body)))).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [201, 409, 409, 409, 409, 409, 409, 409])
  })

  test("400 for what cannot be, named by its path", async () => {
    for (const [body, path] of [
      [{}, "emails"],
      [{ jobTitle: "Nobody" }, "emails"],
      [{ email: "nonsense" }, "email"],
      [{ emails: [{ value: "a@b.example" }, { value: "nonsense" }] }, "emails[1].value"],
      [{ emails: [{ value: "a@b.example" }, { value: "A@B.example" }] }, "emails[1].value"],
      [{ emails: [{ value: "a@b.example", type: "holiday" }] }, "emails[0].type"],
      [{ phones: [{ value: "  " }] }, "phones[0].value"],
      [{ firstName: "x".repeat(41) }, "firstName"],
      [{ firstName: "Ann", gender: "other" }, "gender"],
      [{ firstName: "Ann", organizationId: 999_999 }, "organizationId"],
      [{ firstName: "Ann", address: { country: "USA" } }, "address.country"],
      [{ firstName: "Ann", properties: [{ slug: "absent", value: "x" }] }, "properties[0].slug"],
      [{ firstName: "Ann", properties: [{ slug: "scenario-orders", value: "many" }] }, "properties[0].value"],
    ] as const) {
      const answer = await post(body)
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.equal(answer.body._embedded.errors[0].path, path)
    }
  })

  test("403 for light users and read-only tokens, 401 for nobody", async () => {
    assert.equal((await post({ firstName: "No" }, await desk.tokenFor(ids.users.light))).status, 403)
    assert.equal((await post({ firstName: "No" }, await desk.tokenFor(ids.users.ada, "read-only"))).status, 403)
    assert.equal((await desk.send("POST", "/v2/customers", { body: { firstName: "No" } })).status, 401)
    assert.equal((await post({ firstName: "Yes" }, await desk.tokenFor(ids.users.limited))).status, 201)
  })
})

describe("PUT /v2/customers/{id}", () => {
  test("overwrites the fields, empties what is left out, and leaves lists that are left out", async () => {
    const id = await make({
      firstName: "Old",
      lastName: "Name",
      jobTitle: "Cook",
      gender: "female",
      phone: "1",
      age: "9",
    })
    desk.clock.now = new Date(desk.clock.now.getTime() + 60_000)
    const { status } = await put(id, { firstName: "New", location: "Here" })
    assert.equal(status, 204)
    const body = await read(id)
    assert.deepEqual(
      [body.firstName, body.lastName, body.jobTitle, body.gender, body.age, body.location, body.updatedAt],
      ["New", undefined, undefined, "unknown", undefined, "Here", "2026-03-04T05:07:07Z"],
    )
    assert.deepEqual(values(body._embedded.phones), ["1"])
    assert.deepEqual(await kindsOf(id), ["customer.created", "customer.updated"])
  })

  test("replaces lists that are sent along; who is there already stays the same entry", async () => {
    const id = await make({
      emails: [{ value: "one@lists.example" }, { value: "two@lists.example" }, { value: "three@lists.example" }],
    })
    const [one, two] = (await read(id))._embedded.emails
    const { status, body } = await put(id, {
      emails: [
        { value: "TWO@lists.example", type: "home" },
        { id: one.id, value: "four@lists.example" },
        { value: "five@lists.example" },
      ],
      phone: "2",
      address: { city: "Ulm" },
      properties: [{ slug: "scenario-nickname", value: "Ninth" }],
    })
    assert.equal(status, 204, JSON.stringify(body))
    const after = await read(id)
    assert.deepEqual(after._embedded.emails.slice(0, 2), [
      { id: one.id, value: "four@lists.example", type: "work", _links: one._links },
      { id: two.id, value: "TWO@lists.example", type: "home", _links: two._links },
    ])
    assert.equal(after._embedded.emails[2].value, "five@lists.example")
    assert.equal(after._embedded.emails.length, 3)
    assert.deepEqual(values(after._embedded.phones), ["2"])
    assert.equal(after._embedded.address.city, "Ulm")
  })

  test("keeps the organization that its own name is sent back for, and leaves it for another text", async () => {
    const id = await make({ email: "stay@engines.scenario.example" })
    const { full } = ids.organizations
    const { organization } = await read(id)
    await put(id, { organization })
    assert.equal((await read(id)).organizationId, full)
    await put(id, { organization: "Elsewhere" })
    assert.deepEqual([(await read(id)).organizationId, (await read(id)).organization], [undefined, "Elsewhere"])
    await put(id, { organizationId: full })
    assert.equal((await read(id)).organizationId, full)
    await put(id, {})
    assert.equal((await read(id)).organizationId, undefined)
    await put(id, { emails: [{ value: "stay@engines.scenario.example" }, { value: "b2@difference.scenario.example" }] })
    assert.equal((await read(id)).organizationId, full)
    assert.deepEqual(await listWrongCounts(desk.db), [])
  })

  test("409 for another's address and nothing changed, 404 for nobody, 412 for what changed since", async () => {
    const owner = await make({ email: "owner@put.example" })
    const id = await make({ firstName: "Putty" })
    const taken = await put(id, { firstName: "Changed", emails: [{ value: "OWNER@put.example" }] })
    assert.equal(taken.status, 409)
    assert.match(taken.body.message, new RegExp(`customer ${owner}$`))
    assert.equal((await read(id)).firstName, "Putty")
    assert.equal((await put(999_999_999, { firstName: "X" })).status, 404)
    const etag = (await desk.get(`/v2/customers/${id}`, ada)).headers.get("etag") ?? ""
    assert.equal((await put(id, { firstName: "Once" }, { "If-Match": etag })).status, 204)
    const stale = await put(id, { firstName: "Twice" }, { "If-Match": etag })
    assert.equal(stale.status, 412)
    assert.equal((await read(id)).firstName, "Once")
  })
})
