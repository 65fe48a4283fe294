import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Organization } from "@deskhand/contract/customers/organization"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { listWrongCounts } from "../../test/desk/seeded.ts"
import { assertShape } from "../../test/shape.ts"
import { gatherMembers, releaseMembers } from "../customers/members.ts"
import { sql } from "../db/db.ts"
import type { Desk } from "../http/route.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let parts: Desk
let ids: ScenarioIds
let ada: string
let light: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  parts = {
    config: desk.config,
    db: desk.db,
    replica: undefined,
    files: desk.files,
    outgoing: desk.outgoing,
    now: () => desk.clock.now,
  }
  ada = await desk.tokenFor(ids.users.ada)
  light = await desk.tokenFor(ids.users.light)
})
after(() => desk.close())

const post = (body: unknown, token = ada) => desk.send("POST", "/v2/organizations", { token, body })
const put = (id: number, body: unknown, headers: Record<string, string> = {}) =>
  desk.send("PUT", `/v2/organizations/${id}`, { token: ada, body, headers })
const remove = (id: number, token = ada) => desk.send("DELETE", `/v2/organizations/${id}`, { token })
const read = async (id: number) => (await desk.get(`/v2/organizations/${id}?includeCounts=true`, ada)).body

async function make(body: object): Promise<number> {
  const answer = await post(body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return Number(answer.headers.get("resource-id"))
}

async function customer(email: string): Promise<number> {
  const answer = await desk.send("POST", "/v2/customers", { token: ada, body: { email } })
  return Number(answer.headers.get("resource-id"))
}

const organizationOf = async (id: number) => (await desk.get(`/v2/customers/${id}`, ada)).body.organizationId
const owed = async (job: string, id: number) =>
  (await desk.db.many(sql`select from graphile_worker.jobs where key = ${`${job}:${id}`}`)).length
const kindsOf = async (id: number) =>
  (
    await desk.db.many<{ kind: string }>(
      sql`select kind from events where kind like 'organization.%' and subject_id = ${id} order by id`,
    )
  ).map(({ kind }) => kind)
const work = (job: typeof gatherMembers, organizationId: number) =>
  job(parts, { organizationId }, new AbortController().signal)

const full = {
  website: "https://acme.example",
  description: "Makes everything",
  location: "us",
  logoUrl: "https://acme.example/logo.png",
  note: "Fast",
  domains: ["Acme.example", " @acme.test. "],
  domain: "acme.dev",
  phones: ["+1 555 (ACME)"],
  brandColor: "#fc0",
}

describe("POST /v2/organizations", () => {
  test("creates one with everything, tells of it, and answers where it is", async () => {
    const { status, headers, body } = await post({ ...full, name: " Acme " })
    assert.deepEqual([status, body], [201, undefined])
    const id = Number(headers.get("resource-id"))
    assert.equal(headers.get("location"), `${desk.origin}/v2/organizations/${id}`)
    const made = await read(id)
    assertShape(Organization, made)
    const { _links, ...fields } = made
    assert.deepEqual(fields, {
      id,
      name: "Acme",
      website: "https://acme.example",
      description: "Makes everything",
      location: "US",
      logoUrl: "https://acme.example/logo.png",
      note: "Fast",
      domains: ["acme.example", "acme.test", "acme.dev"],
      phones: ["+1 555 (ACME)"],
      brandColor: "#fc0",
      customerCount: 0,
      conversationCount: 0,
    })
    assert.deepEqual(await kindsOf(id), ["organization.created"])
    assert.equal(await owed("organizations.gather", id), 1)
    assert.equal(await organizationOf(await customer("new@ACME.test")), id)
  })

  test("409 for a domain that another has, 400 for what cannot be, 403 for light users", async () => {
    const taken = await post({ name: "Twin", domains: ["fine.example", "ENGINES.scenario.example"] })
    assert.equal(taken.status, 409)
    assert.deepEqual(
      [taken.body._embedded.errors[0].path, taken.body._embedded.errors[0].message],
      ["domains", `belongs to organization ${ids.organizations.full}`],
    )
    assert.equal((await desk.get("/v2/organizations?query=Twin", ada)).body.page.totalElements, 0)
    for (const [body, path] of [
      [{}, "name"],
      [{ name: "  " }, "name"],
      [{ name: "A", location: "Germany" }, "location"],
      [{ name: "A", brandColor: "red" }, "brandColor"],
      [{ name: "A", domains: ["ok.example", "not a domain"] }, "domains[1]"],
      [{ name: "A", domain: "a@b.example" }, "domain"],
      [{ name: "A", phones: "1" }, "phones"],
    ] as const) {
      const answer = await post(body)
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.equal(answer.body._embedded.errors[0].path, path)
    }
    assert.equal((await post({ name: "A" }, light)).status, 403)
  })

  test("of many at once that claim one domain, one gets it", async () => {
    const bodies = Array.from({ length: 6 }, (_, n) => ({
      name: `Racer ${n}`,
      domains: [`r${n}.example`, "race.example"],
    }))
    const statuses = (await Promise.all(bodies.map((body) => post(body)))).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [201, 409, 409, 409, 409, 409])
  })
})

describe("PUT /v2/organizations/{id}", () => {
  test("empties what is left out, keeps the logo, and knows what was read in any way", async () => {
    const id = await make({ ...full, name: "Old", domains: ["old.example"], domain: null })
    const { headers } = await desk.get(`/v2/organizations/${id}?includeProperties=true`, ada)
    const stamp = { "If-Match": headers.get("etag") ?? "" }
    assert.equal((await put(id, { name: "New", domains: ["new.example", "old.example"] }, stamp)).status, 204)
    const { _links, ...fields } = await read(id)
    assert.deepEqual(fields, {
      id,
      name: "New",
      logoUrl: full.logoUrl,
      domains: ["new.example", "old.example"],
      phones: [],
      customerCount: 0,
      conversationCount: 0,
    })
    assert.equal((await put(id, { name: "Newer" }, stamp)).status, 412)
    assert.equal((await put(id, { name: "New" })).status, 204)
    assert.deepEqual((await read(id)).domains, [])
    assert.deepEqual(await kindsOf(id), ["organization.created", "organization.updated", "organization.updated"])
    assert.equal((await put(id, { name: "New", domain: "engines.scenario.example" })).status, 409)
    assert.equal((await put(id, { website: "https://x.example" })).body._embedded.errors[0].path, "name")
    assert.equal((await put(999_999_999, { name: "X" })).status, 404)
  })

  test("customers who belong nowhere join by a new domain; those of others and of subdomains do not", async () => {
    const [first, second] = [await customer("a@later.example"), await customer("b@LATER.example")]
    const stranger = await customer("c@sub.later.example")
    const odd = await customer("later.example@other.example")
    const other = await make({ name: "Other" })
    const settled = await customer("d@later.example")
    await desk.send("PATCH", `/v2/customers/${settled}`, {
      token: ada,
      body: { op: "replace", path: "/organizationId", value: other },
    })
    const id = await make({ name: "Later" })
    await put(id, { name: "Later", domain: "later.example" })
    await work(gatherMembers, id)
    await work(gatherMembers, id)
    assert.deepEqual(await Promise.all([first, second, stranger, odd, settled].map(organizationOf)), [
      id,
      id,
      undefined,
      undefined,
      other,
    ])
    assert.equal((await read(id)).customerCount, 2)
    const told = await desk.db.many(sql`select from events where kind = 'customer.updated' and subject_id = ${first}`)
    assert.equal(told.length, 1)
    assert.deepEqual(await listWrongCounts(desk.db), [])
  })
})

describe("DELETE /v2/organizations/{id}", () => {
  test("is gone for everybody at once, and its customers and conversations leave it", async () => {
    const { full: id, crowded } = ids.organizations
    const members = await desk.db.many<{ id: number }>(sql`select id from customers where organization_id = ${id}`)
    const total = (await desk.get("/v2/organizations", ada)).body.page.totalElements
    assert.equal((await remove(id, light)).status, 403)
    assert.equal((await remove(id)).status, 204)
    const assertGone = async () => {
      for (const path of ["", "/customers", "/conversations"])
        assert.equal((await desk.get(`/v2/organizations/${id}${path}`, ada)).status, 404)
      assert.equal((await remove(id)).status, 404)
      assert.equal((await put(id, { name: "Back" })).status, 404)
      const { body } = await desk.get("/v2/organizations?size=100", ada)
      assert.equal(body.page.totalElements, total - 1)
      assert.equal(body._embedded.organizations.length, total - 1)
      assert.equal((await desk.get("/v2/organizations?query=engines", ada)).body.page.totalElements, 0)
      for (const member of members) assert.equal(await organizationOf(member.id), undefined)
    }
    await assertGone()
    assert.equal(await owed("organizations.remove", id), 1)
    assert.deepEqual(await kindsOf(id), ["organization.deleted"])
    const refused = await desk.send("POST", "/v2/customers", {
      token: ada,
      body: { firstName: "X", organizationId: id },
    })
    assert.equal(refused.body._embedded.errors[0].path, "organizationId")
    assert.equal((await post({ name: "Heir", domain: "engines.scenario.example" })).status, 201)

    // It ends early, and is done again.
    const stopped = AbortSignal.abort()
    await assert.rejects(releaseMembers(parts, { organizationId: id }, stopped))
    await work(releaseMembers, id)
    await work(releaseMembers, id)
    const left = await desk.db.many(sql`
      select id from organizations where id = ${id} union all
      select id from customers where organization_id = ${id} union all
      select id from conversations where organization_id = ${id}`)
    assert.deepEqual(left, [])
    for (const member of members) assert.equal((await desk.get(`/v2/customers/${member.id}`, ada)).status, 200)
    assert.deepEqual(await listWrongCounts(desk.db), [])
    // A job that is done once more, or for another one, takes nothing away.
    await work(releaseMembers, crowded)
    assert.equal((await read(crowded)).id, crowded)
  })
})
