import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { CustomerPropertyDefinition, CustomerPropertyPage } from "@deskhand/contract/property"
import { sql } from "../../db/db.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"
import { scenarioDesk, type TestDesk } from "../../testing/desk.ts"
import { assertShape } from "../../testing/shape.ts"

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

describe("/v2/customer-properties", () => {
  test("defines one, lists it for everybody, and deletes it with its values", async () => {
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
    const left = await desk.db.many(sql`select from customer_property_values where property_id = ${id}`)
    assert.equal(left.length, 0)
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
    for (const [body, path] of [
      [{ type: "text" }, "name"],
      [{ name: " ", type: "text" }, "name"],
      [{ name: "明", type: "text" }, "slug"],
      [{ name: "X", type: "color" }, "type"],
      [{ name: "X", slug: "Big Slug", type: "text" }, "slug"],
      [{ name: "X", type: "dropdown" }, "options"],
      [{ name: "X", type: "text", options: [{ label: "a" }] }, "options"],
      [{ name: "X", type: "dropdown", options: [{ label: "a" }, { label: "A" }] }, "options[1].label"],
    ] as const) {
      const answer = await post(body)
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.equal(answer.body._embedded.errors[0].path, path)
    }
    assert.equal((await post({ name: "X", type: "text" }, user)).status, 403)
    assert.equal((await desk.send("DELETE", "/v2/customer-properties/scenario-size", { token: user })).status, 403)
  })

  test("there are 50 at most, also when many are made at once", async () => {
    await desk.db.run(sql`insert into customer_properties (slug, name, type)
      select 'many-' || n, 'Many', 'text' from generate_series(1, 50 - 3 - (select count(*) from customer_properties)) n`)
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
