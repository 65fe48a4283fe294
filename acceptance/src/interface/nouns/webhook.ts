import assert from "node:assert/strict"
import { ids, read } from "../desk.ts"
import { section } from "../section.ts"

const webhook = (name: string) => read(`/v2/webhooks/${ids.webhooks[name]}`)

section("webhook", (item) => {
  item("id", async () => {
    assert.equal((await webhook("enabled")).id, ids.webhooks.enabled)
  })

  item("url", async () => {
    assert.equal((await webhook("disabled")).url, "https://hooks.scenario.example/disabled?of=two")
  })

  item("state", async () => {
    assert.equal((await webhook("enabled")).state, "enabled")
    assert.equal((await webhook("disabled")).state, "disabled")
  })

  item("events", async () => {
    const { events } = await webhook("withoutLabel")
    assert.deepEqual(events, ["convo.ai-answers-email.reply.created", "convo.ai-answers-email.resolution"])
    assert.equal((await webhook("disabled")).events.length, 27)
  })

  item("notification", async () => {
    assert.equal((await webhook("enabled")).notification, false)
    assert.equal((await webhook("disabled")).notification, true)
  })

  item("label", async () => {
    assert.equal((await webhook("disabled")).label, "Disabled, of two inboxes ✉")
    assert.equal("label" in (await webhook("withoutLabel")), false)
  })

  item("payloadVersion", async () => {
    for (const name of ["enabled", "disabled", "withoutLabel"]) assert.equal((await webhook(name)).payloadVersion, "V2")
  })

  item("mailboxIds", async () => {
    assert.deepEqual((await webhook("disabled")).mailboxIds, [ids.inboxes.support, ids.inboxes.hidden])
    assert.equal("mailboxIds" in (await webhook("enabled")), false)
  })
})
