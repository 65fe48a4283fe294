import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type CustomField, CustomFieldPage } from "@deskhand/contract/inboxes/custom-field"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { assertShape } from "../../../test/shape.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let light: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  light = await desk.tokenFor(ids.users.light)
})
after(() => desk.close())

describe("GET /v2/mailboxes/{id}/fields", () => {
  const path = () => `/v2/mailboxes/${ids.inboxes.support}/fields`

  test("lists fields of every type in their order, options only for a dropdown", async () => {
    const { status, body } = await desk.get(path(), light)
    assert.equal(status, 200)
    assertShape(CustomFieldPage, body)
    const { plan, product, steps, quantity, boughtOn } = ids.fields
    assert.deepEqual(body._embedded.fields, [
      {
        id: plan.id,
        required: true,
        order: 1,
        type: "dropdown",
        name: "Plan",
        options: [
          { id: plan.options.Basic, order: 1, label: "Basic" },
          { id: plan.options.Plus, order: 2, label: "Plus" },
          { id: plan.options["Enterprise é"], order: 3, label: "Enterprise é" },
        ],
      },
      { id: product, required: false, order: 2, type: "singleline", name: "Product" },
      { id: steps, required: false, order: 3, type: "multiline", name: "Steps to reproduce" },
      { id: quantity, required: false, order: 4, type: "number", name: "Quantity" },
      { id: boughtOn, required: false, order: 5, type: "date", name: "Bought on" },
    ])
    assert.deepEqual(body.page, { size: 50, totalElements: 5, totalPages: 1, number: 1 })
  })

  test("pages", async () => {
    const { body } = await desk.get(`${path()}?size=2&page=3`, light)
    assert.deepEqual(
      body._embedded.fields.map(({ name }: CustomField) => name),
      ["Bought on"],
    )
    assert.deepEqual(body.page, { size: 2, totalElements: 5, totalPages: 3, number: 3 })
    assert.equal(body._links.first.href, `${desk.origin}${path()}?size=2&page=1`)
    assert.equal((await desk.get(`${path()}?page=0`, light)).body._embedded.errors[0].path, "page")
  })

  test("an inbox without fields has an empty list", async () => {
    const ada = await desk.tokenFor(ids.users.ada)
    const { status, body } = await desk.get(`/v2/mailboxes/${ids.inboxes.empty}/fields`, ada)
    assert.equal(status, 200)
    assert.deepEqual(body._embedded.fields, [])
    assert.equal(body.page.totalElements, 0)
  })

  test("404 for an inbox that the viewer may not see", async () => {
    for (const id of [ids.inboxes.hidden, 999_999])
      assert.equal((await desk.get(`/v2/mailboxes/${id}/fields`, light)).status, 404)
  })
})
