import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Organization, OrganizationPage } from "@deskhand/contract/customers/organization"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { assertShape } from "../../test/shape.ts"
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
  // More than a page, many of them alike in what they are sorted by.
  await desk.db.run(sql`insert into organizations (name) select 'Filler ' || n % 7 from generate_series(1, 60) n`)
})
after(() => desk.close())

const walk = (path: string, token = ada) => walkPages(desk, path, token)

async function idsBy(order: string): Promise<number[]> {
  const { rows } = await desk.db.pool.query(`select id from organizations order by ${order}`)
  return rows.map(({ id }) => id)
}

const keys = {
  name: `lower(name) collate "C"`,
  customerCount: "customer_count",
  conversationCount: "conversation_count",
  lastInteractionAt: "coalesce(last_interaction_at, '-infinity')",
}

describe("GET /v2/organizations", () => {
  test("lists those last heard of first, 50 a page, in the specified envelope", async () => {
    const { status, body } = await desk.get("/v2/organizations", ada)
    assert.equal(status, 200)
    assertShape(OrganizationPage, body)
    const all = await idsBy(`${keys.lastInteractionAt} desc, id desc`)
    assert.deepEqual(
      body._embedded.organizations.map(({ id }: Organization) => id),
      all.slice(0, 50),
    )
    assert.deepEqual(body.page, { size: 50, totalElements: 64, totalPages: 2, number: 1 })
    assert.equal(body._links.next.href, `${desk.origin}/v2/organizations?page=2`)
    const last = await desk.get("/v2/organizations?page=2", ada)
    assert.equal(last.body._embedded.organizations.length, 14)
    assert.equal(last.body._links.next, undefined)
    assert.equal(last.body._links.previous.href, `${desk.origin}/v2/organizations?page=1`)
  })

  test("each sort orders both ways, descending unless told, and visits every row once", async () => {
    for (const [field, key] of Object.entries(keys))
      for (const [suffix, order] of [
        ["", "desc"],
        [",desc", "desc"],
        [",asc", "asc"],
      ]) {
        const seen = await walk(`/v2/organizations?sort=${field}${suffix}&size=9`)
        assert.deepEqual(seen.ids, await idsBy(`${key} ${order}, id ${order}`), `${field}${suffix}`)
        assert.equal(seen.total, 64)
      }
    assert.equal((await walk("/v2/organizations?sort=customerCount")).ids[0], ids.organizations.crowded)
  })

  test("400 for another sort", async () => {
    for (const sort of ["size", "name,up", "name,", ",asc", "name,asc,desc", "Name", "name desc"]) {
      const { status, body } = await desk.get(`/v2/organizations?sort=${sort}`, ada)
      assert.equal(status, 400, sort)
      assert.equal(body._embedded.errors[0].path, "sort")
    }
    assert.equal((await desk.get("/v2/organizations?page=0", ada)).body._embedded.errors[0].path, "page")
  })

  test("query finds parts of names and domains in any case, and nothing by its signs", async () => {
    const { full, crowded, hidden } = ids.organizations
    const found = async (query: string) => (await walk(`/v2/organizations?query=${encodeURIComponent(query)}`)).ids
    assert.deepEqual(await found("HOUSE ins"), [crowded])
    assert.deepEqual(await found("Difference.scen"), [full])
    assert.deepEqual(await found("ZURÜCK"), [hidden])
    assert.deepEqual((await found("engines")).sort(), [full], "by name and domain, once")
    assert.deepEqual((await found("scenario.example")).sort(), [full, crowded, hidden].sort())
    for (const query of ["%", "_", "\\", "absent"]) assert.deepEqual(await found(query), [], query)
    const { body } = await desk.get("/v2/organizations?query=absent", ada)
    assert.deepEqual(body._embedded, { organizations: [] })
    assert.deepEqual(body.page, { size: 50, totalElements: 0, totalPages: 0, number: 1 })
    const paged = await walk("/v2/organizations?query=filler&sort=name,asc&size=25")
    assert.equal(paged.total, 60)
    assert.equal(new Set(paged.ids).size, 60)
    assert.equal(new URL(paged.last).searchParams.get("query"), "filler")
  })

  test("shows neither counts nor properties", async () => {
    const { body } = await desk.get("/v2/organizations?query=engines&includeCounts=true&includeProperties=true", ada)
    const [listed] = body._embedded.organizations
    assert.deepEqual(listed, (await desk.get(`/v2/organizations/${ids.organizations.full}`, ada)).body)
    for (const name of ["customerCount", "conversationCount", "properties"]) assert.equal(name in listed, false)
  })

  test("401 without a token; light users and limited ones may read", async () => {
    assert.equal((await desk.get("/v2/organizations")).status, 401)
    assert.equal((await desk.get("/v2/organizations", await desk.tokenFor(ids.users.light))).status, 200)
    assert.equal((await walk("/v2/organizations", limited)).ids.length, 64)
  })
})

describe("GET /v2/organizations/{id}", () => {
  test("has every field and links that lead somewhere", async () => {
    const { status, body, headers } = await desk.get(`/v2/organizations/${ids.organizations.full}`, ada)
    assert.equal(status, 200)
    assertShape(Organization, body)
    const self = `${desk.origin}/v2/organizations/${ids.organizations.full}`
    assert.deepEqual(body, {
      id: ids.organizations.full,
      name: "Analytical Engines Ltd",
      website: "https://engines.scenario.example",
      description: "Builds engines that weave algebraic patterns.",
      location: "GB",
      logoUrl: "https://photos.scenario.example/engines.png",
      note: "Pays in shillings.",
      domains: ["engines.scenario.example", "difference.scenario.example"],
      phones: ["+44 20 7946 0100", "0800 ENGINES (ext. #5)"],
      brandColor: "#3366cc",
      _links: {
        self: { href: self },
        customers: { href: `${self}/customers` },
        conversations: { href: `${self}/conversations` },
      },
    })
    for (const { href } of Object.values<{ href: string }>(body._links))
      assert.equal((await desk.get(href, ada)).status, 200)
    const etag = headers.get("etag") ?? ""
    assert.equal((await desk.get(self, ada, { "If-None-Match": etag })).status, 304)
  })

  test("leaves out what there is not", async () => {
    const { body } = await desk.get(`/v2/organizations/${ids.organizations.empty}?includeProperties=true`, ada)
    assert.deepEqual(Object.keys(body), ["id", "name", "domains", "phones", "properties", "_links"])
    assert.deepEqual([body.domains, body.phones, body.properties], [[], [], []])
  })

  test("includeCounts adds counts, those of conversations only of the viewer's inboxes", async () => {
    const read = async (id: number, token: string) => {
      const { body } = await desk.get(`/v2/organizations/${id}?includeCounts=true`, token)
      assert.equal("properties" in body, false)
      return [body.customerCount, body.conversationCount]
    }
    const { rows } = await desk.db.pool.query(
      `select count(*)::int as all, count(*) filter (where inbox_id = any($2))::int as seen
       from conversations where state = 'published' and organization_id = $1`,
      [ids.organizations.full, [ids.inboxes.support, ids.inboxes.paging]],
    )
    assert.ok(rows[0].all > rows[0].seen)
    assert.deepEqual(await read(ids.organizations.full, ada), [2, rows[0].all])
    assert.deepEqual(await read(ids.organizations.full, limited), [2, rows[0].seen])
    assert.deepEqual(await read(ids.organizations.hidden, ada), [1, 1])
    assert.deepEqual(await read(ids.organizations.hidden, limited), [1, 0])
    assert.deepEqual(await read(ids.organizations.empty, ada), [0, 0])
    const without = await desk.get(`/v2/organizations/${ids.organizations.full}?includeCounts=false`, ada)
    assert.equal("customerCount" in without.body, false)
  })

  test("includeProperties adds those that are set, a dropdown with its options", async () => {
    const { body } = await desk.get(`/v2/organizations/${ids.organizations.full}?includeProperties=1`, ada)
    const { motto, seats, intranet, renewal, tier } = ids.organizationProperties
    assert.deepEqual(body.properties, [
      { definitionId: motto, slug: "scenario-motto", name: "Motto", type: "text", value: "Festina lente" },
      { definitionId: seats, slug: "scenario-seats", name: "Seats", type: "number", value: "1843" },
      {
        definitionId: intranet,
        slug: "scenario-intranet",
        name: "Intranet",
        type: "url",
        value: "https://intranet.engines.scenario.example",
      },
      { definitionId: renewal, slug: "scenario-renewal", name: "Renewal", type: "date", value: "2031-12-10" },
      {
        definitionId: tier,
        slug: "scenario-tier",
        name: "Tier",
        type: "dropdown",
        value: "Gold",
        options: [{ label: "Bronze" }, { label: "Silver" }, { label: "Gold" }],
      },
    ])
    assert.equal("customerCount" in body, false)
  })

  test("404 for one that is not there, 400 for what cannot be read", async () => {
    assert.equal((await desk.get("/v2/organizations/999999999", ada)).status, 404)
    const wrong = await desk.get(`/v2/organizations/${ids.organizations.full}?includeCounts=maybe`, ada)
    assert.equal(wrong.status, 400)
    assert.equal(wrong.body._embedded.errors[0].path, "includeCounts")
    assert.equal((await desk.get("/v2/organizations/x", ada)).body._embedded.errors[0].path, "organizationId")
  })
})

describe("GET /v2/organizations/{id}/customers", () => {
  test("lists its customers newest first, 50 a page, as the list of all does", async () => {
    const path = `/v2/organizations/${ids.organizations.crowded}/customers`
    const { status, body } = await desk.get(path, ada)
    assert.equal(status, 200)
    assert.deepEqual(body.page, { size: 50, totalElements: 60, totalPages: 2, number: 1 })
    const all = await desk.get("/v2/customers?lastName=Member&size=100", ada)
    assert.deepEqual(body._embedded.customers, all.body._embedded.customers.slice(0, 50))
    const last = await desk.get(body._links.next.href, ada)
    assert.deepEqual(last.body._embedded.customers, all.body._embedded.customers.slice(50))
    assert.equal(last.body._links.next, undefined)
    assert.equal((await walk(`${path}?size=7`)).ids.length, 60)
  })

  test("is empty where nobody belongs, 404 where nothing is, 400 for a page that cannot be", async () => {
    const { body } = await desk.get(`/v2/organizations/${ids.organizations.empty}/customers`, ada)
    assert.deepEqual(body._embedded, { customers: [] })
    assert.deepEqual(body.page, { size: 50, totalElements: 0, totalPages: 0, number: 1 })
    assert.equal((await desk.get("/v2/organizations/999999999/customers", ada)).status, 404)
    const wrong = await desk.get(`/v2/organizations/${ids.organizations.full}/customers?page=x`, ada)
    assert.deepEqual([wrong.status, wrong.body._embedded.errors[0].path], [400, "page"])
  })

  test("counts only conversations of the viewer's inboxes", async () => {
    const path = `/v2/organizations/${ids.organizations.hidden}/customers`
    const counts = async (token: string) =>
      (await desk.get(path, token)).body._embedded.customers.map(
        ({ conversationCount }: { conversationCount: number }) => conversationCount,
      )
    assert.deepEqual(await counts(ada), [1])
    assert.deepEqual(await counts(limited), [0])
  })
})
