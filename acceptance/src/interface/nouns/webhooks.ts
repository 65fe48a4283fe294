import assert from "node:assert/strict"
import { get, ids, read } from "../desk.ts"
import { listed } from "../scenario.ts"
import { section } from "../section.ts"

section("webhooks", (item) => {
  item("list", async () => {
    const { enabled, disabled, withoutLabel } = ids.webhooks
    assert.deepEqual(await listed("/v2/webhooks"), [enabled, disabled, withoutLabel])
    const { page } = await read("/v2/webhooks")
    assert.deepEqual(page, { size: 50, totalElements: 3, totalPages: 1, number: 1 })
  })

  item("one", async () => {
    const one = await read(`/v2/webhooks/${ids.webhooks.disabled}`)
    assert.equal(one.label, "Disabled, of two inboxes ✉")
    assert.deepEqual((await read("/v2/webhooks"))._embedded.webhooks[1], one)
    assert.equal((await get("/v2/webhooks/999999999")).status, 404)
  })
})
