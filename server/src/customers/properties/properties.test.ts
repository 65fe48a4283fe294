import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { CustomerPropertyDefinition, CustomerPropertyPage } from "@deskhand/contract/customers/property"
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

const post = (body: unknown, token = ada) => desk.send("POST", "/v2/customer-properties", { token, body })

async function remove(slug: string): Promise<void> {
  assert.equal((await desk.send("DELETE", `/v2/customer-properties/${slug}`, { token: ada })).status, 204)
}

async function readProperty(slug: string) {
  const { properties } = (await desk.get(`/v2/customers/${ids.customers.male}`, ada)).body._embedded
  return properties.find((property: { slug: string }) => property.slug === slug)
}

async function emailOf(id: number): Promise<string> {
  return (await desk.get(`/v2/customers/${id}`, ada)).body._embedded.emails[0].value
}

describe("/v2/customer-properties", () => {
  test("defines one, lists it for everybody, and deletes it", async () => {
    const body = { name: "Plan", type: "Dropdown", options: [{ label: "Gold" }, { label: "Basic" }] }
    const made = await post(body)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const id = Number(made.headers.get("resource-id"))
    assert.equal(made.headers.get("location"), `${desk.origin}/v2/customer-properties/plan`)
    const read = await desk.get("/v2/customer-properties/plan", user)
    assertShape(CustomerPropertyDefinition, read.body)
    const [gold, basic] = read.body.options
    assert.deepEqual([gold.label, basic.label], ["Gold", "Basic"])
    const list = await desk.get("/v2/customer-properties", user)
    assertShape(CustomerPropertyPage, list.body)
    assert.deepEqual(list.body._embedded["customer-properties"].at(-1), read.body)
    assert.equal(list.body.page.totalElements, 6)

    const path = `/v2/customers/${ids.customers.male}/properties`
    const set = await desk.send("PATCH", path, {
      token: user,
      body: [{ op: "replace", path: "/plan", value: "basic" }],
    })
    assert.equal(set.status, 204, JSON.stringify(set.body))
    const { properties } = (await desk.get(`/v2/customers/${ids.customers.male}`, ada)).body._embedded
    assert.deepEqual(properties.at(-1), {
      type: "dropdown",
      slug: "plan",
      name: "Plan",
      value: basic.id,
      text: "Basic",
      source: { name: "api" },
    })
    const stale = { token: ada, headers: { "If-Match": '"old"' } }
    assert.equal((await desk.send("DELETE", "/v2/customer-properties/plan", stale)).status, 412)
    assert.equal((await desk.send("DELETE", "/v2/customer-properties/plan", { token: ada })).status, 204)
    assert.equal((await desk.send("DELETE", "/v2/customer-properties/plan", { token: ada })).status, 404)
    assert.equal((await desk.get("/v2/customer-properties/plan", ada)).status, 404)
    const kinds = await desk.db.many<{ kind: string }>(
      sql`select kind from events where kind like 'customer-property.%' and subject_id = ${id} order by id`,
    )
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ["customer-property.created", "customer-property.deleted"],
    )
  })

  test("refuses a twin, what cannot be, and who is no administrator", async () => {
    const twin = await post({ name: "Again", slug: "scenario-size", type: "text" })
    assert.deepEqual([twin.status, twin.body._embedded.errors[0].path], [409, "slug"])
    const id = "0a1b2c3d-0000-4000-8000-00000000000a"
    const twinIds = [
      { id, label: "a" },
      { id: id.toUpperCase(), label: "b" },
    ]
    for (const [body, path] of [
      [{ type: "text" }, "name"],
      [{ name: " ", type: "text" }, "name"],
      [{ name: "明", type: "text" }, "slug"],
      [{ name: "X", type: "color" }, "type"],
      [{ name: "X", slug: "Big Slug", type: "text" }, "slug"],
      [{ name: "X", type: "dropdown" }, "options"],
      [{ name: "X", slug: "x".repeat(101), type: "text" }, "slug"],
      [{ name: "X", type: "dropdown", options: [{ id: "1", label: "a" }] }, "options[0].id"],
      [{ name: "X", type: "dropdown", options: twinIds }, "options[1].id"],
      [{ name: "X", type: "dropdown", options: [{ label: "a" }, { label: "A" }] }, "options[1].label"],
    ] as const) {
      const answer = await post(body)
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.equal(answer.body._embedded.errors[0].path, path)
    }
    assert.equal((await post({ name: "X", type: "text" }, user)).status, 403)
    assert.equal((await desk.send("DELETE", "/v2/customer-properties/scenario-size", { token: user })).status, 403)
  })

  test("takes slugs of 100 characters in any case, and keeps the ids of options", async () => {
    const slug = `Plan_${"X".repeat(95)}`
    const options = [
      { id: "556CCA5F-1afc-48ef-8323-b88b55808404", label: "Standard" },
      { label: "Plus" },
      { id: "1313b25a-1150-49a4-8514-5b31f37e427f", label: "Company" },
    ]
    assert.equal((await post({ type: "dropdown", slug, name: "Plan", options })).status, 201)
    const { body } = await desk.get(`/v2/customer-properties/${slug}`, user)
    assert.equal(body.slug, slug)
    const [standard, plus, company] = body.options
    assert.deepEqual(standard, { id: "556cca5f-1afc-48ef-8323-b88b55808404", label: "Standard" })
    assert.match(plus.id, /^[0-9a-f-]{36}$/)
    assert.deepEqual(company, options[2])
    for (const value of [options[0]?.id, "1313B25A-1150-49a4-8514-5b31f37e427f"]) {
      const path = `/v2/customers/${ids.customers.male}/properties`
      const set = await desk.send("PATCH", path, { token: user, body: [{ op: "replace", path: `/${slug}`, value }] })
      assert.equal(set.status, 204, JSON.stringify(set.body))
      assert.equal((await readProperty(slug))?.value, value?.toLowerCase())
    }

    const another = await post({ type: "dropdown", slug: slug.toLowerCase(), name: "Plan", options })
    assert.equal(another.status, 201, "another slug, with options of the same ids")
    const text = await post({ type: "text", slug: "with-options", name: "Text", options })
    assert.equal(text.status, 201, "options are ignored")
    assert.equal("options" in (await desk.get("/v2/customer-properties/with-options", ada)).body, false)
    for (const name of [slug, slug.toLowerCase(), "with-options"]) await remove(name)
  })

  test("refuses reserved slugs, also when they are made from the name", async () => {
    for (const given of [{ slug: "email" }, { slug: "jobTitle" }, { name: "Name" }, { name: "Company" }]) {
      const { status, body } = await post({ name: "X", type: "text", ...given })
      const slug = given.slug ?? given.name?.toLowerCase()
      assert.equal(status, 400, JSON.stringify(given))
      assert.deepEqual(
        [body._embedded.errors[0].path, body._embedded.errors[0].message],
        ["slug", `must not be "${slug}", which is reserved for a standard field`],
      )
    }
  })

  test("there are 50 at most, also when many are made at once", async () => {
    await desk.db.run(sql`insert into customer_properties (slug, name, type)
      select 'many-' || n, 'Many', 'text' from generate_series(1, 50 - 3 - (select count(*) from customer_properties where deleted_at is null)) n`)
    const names = Array.from("abcdef", (letter) => `Many ${letter}`)
    const answers = await Promise.all(names.map((name) => post({ name, type: "text" })))
    assert.equal(answers.filter(({ status }) => status === 201).length, 3)
    const refused = answers.filter(({ status }) => status !== 201)
    for (const { status, body } of refused) {
      assert.equal(status, 409)
      assert.match(body.message, /50 properties/)
    }
    await desk.db.run(sql`delete from customer_properties where slug like 'many-%'`)
  })
})

describe("a deleted property of customers", () => {
  const days = (count: number) => {
    desk.clock.now = new Date(desk.clock.now.getTime() + count * 86_400_000)
  }
  const set = async (slug: string, value: unknown) => {
    const path = `/v2/customers/${ids.customers.male}/properties`
    const { status, body } = await desk.send("PATCH", path, {
      token: user,
      body: [{ op: "replace", path: `/${slug}`, value }],
    })
    assert.equal(status, 204, JSON.stringify(body))
  }
  const removeExpired = () => {
    const { db, config, files, outgoing, clock } = desk
    const node = { db, config, files, outgoing, replica: undefined, now: () => clock.now }
    return removeExpiredDefinitions(node, undefined, new AbortController().signal)
  }
  const stored = async (id: number) => {
    const [definition] = await desk.db.many(sql`select from customer_properties where id = ${id}`)
    const values = await desk.db.many(sql`select from customer_property_values where property_id = ${id}`)
    return [definition !== undefined, values.length]
  }
  const tier = { name: "Level", slug: "level", type: "dropdown" }

  test("is shown nowhere, and comes back with its values when its slug and type are defined anew", async () => {
    const made = await post({ ...tier, options: [{ label: "Gold" }, { label: "Basic" }] })
    await set("level", "Gold")
    const before = await readProperty("level")
    await remove("level")
    assert.equal(await readProperty("level"), undefined)
    const listed = await desk.get(`/v2/customers?query=(email:"${await emailOf(ids.customers.male)}")`, ada)
    assert.equal(
      listed.body._embedded.customers[0]._embedded.properties.some(({ slug }: { slug: string }) => slug === "level"),
      false,
    )
    const list = await desk.get("/v2/customer-properties", ada)
    assert.equal(
      list.body._embedded["customer-properties"].some(({ slug }: { slug: string }) => slug === "level"),
      false,
    )
    const refused = await desk.send("PATCH", `/v2/customers/${ids.customers.male}/properties`, {
      token: user,
      body: [{ op: "replace", path: "/level", value: "Basic" }],
    })
    assert.deepEqual([refused.status, refused.body._embedded.errors[0].path], [400, "[0].path"])

    days(29)
    await removeExpired()
    const again = await post({ ...tier, name: "Tier", options: [{ label: "gold" }, { label: "Silver" }] })
    assert.deepEqual([again.status, again.headers.get("resource-id")], [201, made.headers.get("resource-id")])
    assert.deepEqual(await readProperty("level"), { ...before, name: "Tier", text: "gold" })
    const { body } = await desk.get("/v2/customer-properties/level", ada)
    assert.deepEqual(
      body.options.map(({ label }: { label: string }) => label),
      ["gold", "Silver"],
    )

    await remove("level")
    assert.equal((await post({ ...tier, options: [{ label: "Silver" }] })).status, 201)
    const { value: _, text: __, source: ___, ...unset } = before
    assert.deepEqual(await readProperty("level"), { ...unset, name: "Level" }, "the option of the value was left out")
    await remove("level")
  })

  test("leaves its slug to one of another type, and two of a slug cannot be", async () => {
    await post({ name: "Area", slug: "Area", type: "text" })
    await set("Area", "North")
    await remove("Area")
    assert.equal((await post({ name: "Area", slug: "Area", type: "number" })).status, 201)
    assert.equal("value" in (await readProperty("Area")), false)
    assert.equal((await post({ name: "Area", slug: "Area", type: "text" })).status, 409)
    await remove("Area")
    assert.equal((await post({ name: "Area", slug: "Area", type: "text" })).status, 201)
    assert.equal((await readProperty("Area")).value, "North")
    await remove("Area")
  })

  test("is gone for good with its values after 30 days", async () => {
    const made = await post({ name: "Passing", type: "text" })
    const id = Number(made.headers.get("resource-id"))
    await set("passing", "soon")
    await remove("passing")
    days(30 - 1 / 86_400)
    await removeExpired()
    assert.deepEqual(await stored(id), [true, 1])
    days(1 / 86_400)
    const anew = await post({ name: "Passing", type: "text" })
    assert.notEqual(Number(anew.headers.get("resource-id")), id, "also before the job has run")
    assert.equal("value" in (await readProperty("passing")), false)
    await removeExpired()
    assert.deepEqual(await stored(id), [false, 0])
    assert.equal((await desk.get("/v2/customer-properties/passing", ada)).status, 200)
    await remove("passing")
  })
})

describe("PATCH /v2/customers/{id}/properties", () => {
  const patch = (operations: unknown, id: number = ids.customers.female, token = user) =>
    desk.send("PATCH", `/v2/customers/${id}/properties`, { token, body: operations })
  const values = async () => {
    const { properties } = (await desk.get(`/v2/customers/${ids.customers.female}`, ada)).body._embedded
    return Object.fromEntries(
      properties.flatMap(({ slug, value }: { slug: string; value?: string }) =>
        value === undefined ? [] : [[slug, value]],
      ),
    )
  }

  test("sets, changes and takes away, all or nothing", async () => {
    const replace = (slug: string, value: unknown) => ({ op: "replace", path: `/scenario-${slug}`, value })
    const all = [
      replace("birthday", "2000-02-29"),
      replace("orders", 7.5),
      replace("nickname", "Fa"),
      replace("profile", "https://profiles.example/f"),
      replace("size", ids.customerProperties.sizeOptions.small),
    ]
    assert.equal((await patch(all)).status, 204)
    const set = {
      "scenario-birthday": "2000-02-29",
      "scenario-orders": "7.5",
      "scenario-nickname": "Fa",
      "scenario-profile": "https://profiles.example/f",
      "scenario-size": ids.customerProperties.sizeOptions.small,
    }
    assert.deepEqual(await values(), set)
    for (const wrong of [
      replace("birthday", "2001-02-29"),
      replace("birthday", "yesterday"),
      replace("orders", "many"),
      replace("orders", {}),
      replace("profile", "javascript:alert(1)"),
      replace("size", "Medium"),
      replace("nickname", "x".repeat(3_000)),
    ]) {
      const answer = await patch([{ op: "remove", path: "/scenario-nickname" }, wrong])
      assert.deepEqual([answer.status, answer.body._embedded.errors[0].path], [400, "[1].value"], JSON.stringify(wrong))
    }
    const absent = await patch([replace("absent", "x")])
    assert.deepEqual([absent.status, absent.body._embedded.errors[0].path], [400, "[0].path"])
    assert.deepEqual(await values(), set)
    await patch([{ op: "remove", path: "/scenario-nickname" }, replace("orders", null), replace("size", "LARGE")])
    assert.deepEqual(await values(), {
      "scenario-birthday": "2000-02-29",
      "scenario-profile": "https://profiles.example/f",
      "scenario-size": ids.customerProperties.sizeOptions.large,
    })
    assert.equal((await patch([replace("orders", 1)], 999_999_999)).status, 404)
    assert.equal((await patch([replace("orders", 1)], undefined, await desk.tokenFor(ids.users.light))).status, 403)
  })
})
