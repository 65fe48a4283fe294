import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { OrganizationPropertyDefinition, OrganizationPropertyPage } from "@deskhand/contract/customers/property"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { assertShape } from "../../../test/shape.ts"
import { sql } from "../../db/db.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"
import { removeExpiredDefinitions } from "./actions.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let user: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  user = await desk.tokenFor(ids.users.limited)
})
after(() => desk.close())

const url = "/v2/organizations/properties"
const send = (method: string, path: string, body?: unknown, token = ada) =>
  desk.send(method, path, { token, ...(body !== undefined && { body }) })

async function values(id: number): Promise<Record<string, string>> {
  const { body } = await desk.get(`/v2/organizations/${id}?includeProperties=true`, ada)
  return Object.fromEntries(body.properties.map(({ slug, value }: { slug: string; value: string }) => [slug, value]))
}

describe("/v2/organizations/properties", () => {
  test("is no organization: defines, lists, changes and deletes", async () => {
    const options = [{ label: "Small" }, { label: "Big" }]
    const made = await send("POST", url, { name: "Firm size", type: "dropdown", options })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    assert.equal(made.headers.get("location"), `${desk.origin}${url}/firm-size`)
    const id = Number(made.headers.get("resource-id"))
    const read = await desk.get(`${url}/firm-size`, user)
    assertShape(OrganizationPropertyDefinition, read.body)
    const { _links, ...definition } = read.body
    assert.deepEqual(definition, { id, slug: "firm-size", name: "Firm size", type: "dropdown", options })
    const list = await desk.get(url, user)
    assertShape(OrganizationPropertyPage, list.body)
    assert.deepEqual(list.body._embedded["organization-properties"].at(-1), read.body)

    const organization = ids.organizations.empty
    assert.equal(
      (await send("PUT", `/v2/organizations/${organization}/properties/firm-size`, { value: "big" })).status,
      204,
    )
    assert.deepEqual(await values(organization), { "firm-size": "Big" })
    const renamed = { name: "Size", options: [{ label: "Small" }, { label: "Huge" }] }
    const stale = { token: ada, body: renamed, headers: { "If-Match": '"old"' } }
    assert.equal((await desk.send("PUT", `${url}/firm-size`, stale)).status, 412)
    assert.equal((await send("PUT", `${url}/firm-size`, renamed)).status, 204)
    assert.deepEqual(await values(organization), {})
    assert.deepEqual((await desk.get(`${url}/firm-size`, user)).body.options, renamed.options)
    assert.equal((await send("PUT", `${url}/firm-size`, { name: "Only the name" })).status, 204)
    assert.deepEqual((await desk.get(`${url}/firm-size`, user)).body.options, renamed.options)
    assert.equal((await send("DELETE", `${url}/firm-size`)).status, 204)
    assert.equal((await send("DELETE", `${url}/firm-size`)).status, 404)
    assert.equal((await send("PUT", `${url}/firm-size`, renamed)).status, 404)
    const kinds = await desk.db.many<{ kind: string }>(
      sql`select kind from events where kind like 'organization-property.%' and subject_id = ${id} order by id`,
    )
    assert.deepEqual(
      kinds.map(({ kind }) => kind.split(".")[1]),
      ["created", "updated", "updated", "deleted"],
    )
  })

  test("refuses a twin, another type, and who is no administrator", async () => {
    const twin = await send("POST", url, { name: "X", slug: "scenario-tier", type: "text" })
    assert.deepEqual([twin.status, twin.body._links.about.href.split("/").at(-1)], [409, "property_exists"])
    const type = await send("PUT", `${url}/scenario-tier`, { name: "Tier", type: "text" })
    assert.deepEqual([type.status, type.body._embedded.errors[0].path], [400, "type"])
    const none = await send("PUT", `${url}/scenario-tier`, { name: "Tier", options: [] })
    assert.deepEqual([none.status, none.body._embedded.errors[0].path], [400, "options"])
    assert.equal((await send("POST", url, { name: "X", type: "text" }, user)).status, 403)
    assert.equal((await send("PUT", `${url}/scenario-tier`, { name: "X" }, user)).status, 403)
    assert.equal((await send("DELETE", `${url}/scenario-tier`, undefined, user)).status, 403)
  })
})

describe("a deleted property of organizations", () => {
  const days = (count: number) => {
    desk.clock.now = new Date(desk.clock.now.getTime() + count * 86_400_000)
  }
  const removeExpired = () => {
    const { db, config, files, outgoing, clock } = desk
    return removeExpiredDefinitions({ db, config, files, outgoing, replica: undefined, now: () => clock.now })
  }
  const region = { name: "Region", slug: `Region-${"X".repeat(113)}`, type: "dropdown" }
  const options = [{ label: "North" }, { label: "South" }]
  const stored = async (id: number) => {
    const [definition] = await desk.db.many(sql`select from organization_properties where id = ${id}`)
    const values = await desk.db.many(sql`select from organization_property_values where property_id = ${id}`)
    return [definition !== undefined, values.length]
  }

  test("is shown nowhere, comes back when it is defined anew, and is gone for good after 30 days", async () => {
    const { empty } = ids.organizations
    const place = `/v2/organizations/${empty}/properties/${region.slug}`
    const made = await send("POST", url, { ...region, options })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const id = Number(made.headers.get("resource-id"))
    assert.equal((await send("PUT", place, { value: "South" })).status, 204)
    assert.equal((await send("DELETE", `${url}/${region.slug}`)).status, 204)
    assert.deepEqual(await values(empty), {})
    assert.equal((await desk.get(`${url}/${region.slug}`, ada)).status, 404)
    const list = (await desk.get(url, ada)).body._embedded["organization-properties"]
    assert.equal(
      list.some(({ slug }: { slug: string }) => slug === region.slug),
      false,
    )
    assert.equal((await send("PUT", place, { value: "North" })).status, 404)
    assert.equal((await send("DELETE", place)).status, 404)

    days(29)
    await removeExpired()
    const again = await send("POST", url, { ...region, name: "Area", options: [...options, { label: "West" }] })
    assert.deepEqual([again.status, Number(again.headers.get("resource-id"))], [201, id])
    assert.deepEqual(await values(empty), { [region.slug]: "South" })
    const read = await desk.get(`${url}/${region.slug}`, ada)
    assert.deepEqual([read.body.name, read.body.options.length], ["Area", 3])

    assert.equal((await send("DELETE", `${url}/${region.slug}`)).status, 204)
    assert.equal((await send("POST", url, { ...region, options: [{ label: "North" }] })).status, 201)
    assert.deepEqual(await values(empty), {}, "the option of the value was left out")
    assert.equal((await send("PUT", place, { value: "North" })).status, 204)
    assert.equal((await send("DELETE", `${url}/${region.slug}`)).status, 204)
    days(30 - 1 / 86_400)
    await removeExpired()
    assert.deepEqual(await stored(id), [true, 1])
    days(1 / 86_400)
    await removeExpired()
    assert.deepEqual(await stored(id), [false, 0])
    const tooLong = await send("POST", url, { ...region, slug: `${region.slug}X`, options })
    assert.deepEqual([tooLong.status, tooLong.body._embedded.errors[0].path], [400, "slug"])
  })
})

describe("/v2/organizations/{id}/properties/{slug}", () => {
  test("sets a value that fits its type, and takes it away", async () => {
    const { full } = ids.organizations
    const at = (slug: string, id = full) => `/v2/organizations/${id}/properties/scenario-${slug}`
    const before = await values(full)
    for (const [slug, value, stored] of [
      ["motto", " New ", "New"],
      ["seats", 12, "12"],
      ["renewal", "2032-02-29", "2032-02-29"],
      ["intranet", "https://x.example/y", "https://x.example/y"],
      ["tier", "silver", "Silver"],
    ] as const) {
      assert.equal((await send("PUT", at(slug), { value }, user)).status, 204)
      assert.equal((await values(full))[`scenario-${slug}`], stored)
    }
    for (const [slug, value] of [
      ["motto", "  "],
      ["seats", "many"],
      ["renewal", "2031-02-29"],
      ["intranet", "x.example"],
      ["tier", "Platinum"],
      ["motto", null],
    ] as const) {
      const answer = await send("PUT", at(slug), { value })
      assert.deepEqual([answer.status, answer.body._embedded.errors[0].path], [400, "value"], slug)
    }
    assert.equal((await send("DELETE", at("motto"), undefined, user)).status, 204)
    assert.equal((await send("DELETE", at("motto"), undefined, user)).status, 404)
    assert.equal("scenario-motto" in (await values(full)), false)
    assert.equal(Object.keys(before).length, 5)
    assert.equal((await send("PUT", at("absent"), { value: "x" })).status, 404)
    assert.equal((await send("PUT", at("motto", 999_999_999), { value: "x" })).status, 404)
    const told = await desk.db.many(
      sql`select from events where kind = 'organization.updated' and subject_id = ${full}`,
    )
    assert.equal(told.length, 6)
  })
})
