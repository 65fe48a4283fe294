import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { eventKinds, unsentKinds } from "@deskhand/contract/events/event-kinds"
import { Webhook, WebhookPage } from "@deskhand/contract/events/webhook"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { assertShape } from "../../test/shape.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada, "read-only")
})
after(() => desk.close())

const one = async (id: number) => {
  const { status, body } = await desk.get(`/v2/webhooks/${id}`, ada)
  assert.equal(status, 200)
  assertShape(Webhook, body)
  return body
}

describe("GET /v2/webhooks", () => {
  test("lists them as they are shown alone, the oldest first, and never a secret", async () => {
    const { status, body } = await desk.get("/v2/webhooks", ada)
    assert.equal(status, 200)
    assertShape(WebhookPage, body)
    const { enabled, disabled, withoutLabel } = ids.webhooks
    const alone = [await one(enabled), await one(disabled), await one(withoutLabel)]
    assert.deepEqual(body._embedded.webhooks, alone)
    assert.deepEqual(body.page, { size: 50, totalElements: 3, totalPages: 1, number: 1 })
    assert.equal(JSON.stringify(body).includes("secret"), false)
  })

  test("pages", async () => {
    const { body } = await desk.get("/v2/webhooks?size=2&page=2", ada)
    assert.deepEqual(
      body._embedded.webhooks.map(({ id }: Webhook) => id),
      [ids.webhooks.withoutLabel],
    )
    assert.equal(body._links.previous.href, `${desk.origin}/v2/webhooks?size=2&page=1`)
    const { status, body: refused } = await desk.get("/v2/webhooks?page=0", ada)
    assert.equal(status, 400)
    assert.equal(refused._embedded.errors[0].path, "page")
  })

  test("403 for who is no admin, 401 for nobody", async () => {
    for (const name of ["grace", "light"] as const) {
      const token = await desk.tokenFor(ids.users[name])
      assert.equal((await desk.get("/v2/webhooks", token)).status, 403)
      assert.equal((await desk.get(`/v2/webhooks/${ids.webhooks.enabled}`, token)).status, 403)
    }
    assert.equal((await desk.get("/v2/webhooks")).status, 401)
  })
})

describe("GET /docs", () => {
  test("says which kinds are not sent yet, and what other names stand for", async () => {
    const { body } = await desk.get("/docs")
    const text = String(body).replace(/<\/?code>/g, "")
    const unsent =
      "widget.chat.created, widget.chat.customer.replied, convo.ai-answers-email.reply.created, " +
      "convo.ai-answers-email.resolution, message.survey.response.received"
    assert.deepEqual(unsentKinds.join(", "), unsent)
    assert.ok(text.includes(`Not sent yet, because the features do not exist: ${unsent}`))
    assert.ok(text.includes("beacon.chat.created stands for widget.chat.created,"))
  })
})

describe("GET /v2/webhooks/{id}", () => {
  test("has every field", async () => {
    assert.deepEqual(await one(ids.webhooks.disabled), {
      id: ids.webhooks.disabled,
      url: "https://hooks.scenario.example/disabled?of=two",
      state: "disabled",
      events: eventKinds,
      notification: true,
      label: "Disabled, of two inboxes ✉",
      payloadVersion: "V2",
      mailboxIds: [ids.inboxes.support, ids.inboxes.hidden],
      _links: { self: { href: `${desk.origin}/v2/webhooks/${ids.webhooks.disabled}` } },
    })
  })

  test("leaves out the inboxes where it hears of all, and a label that it has not", async () => {
    const everywhere = await one(ids.webhooks.enabled)
    assert.equal("mailboxIds" in everywhere, false)
    assert.deepEqual([everywhere.state, everywhere.notification], ["enabled", false])
    assert.equal("label" in (await one(ids.webhooks.withoutLabel)), false)
  })

  test("404 for one that is not there", async () => {
    assert.equal((await desk.get("/v2/webhooks/999999", ada)).status, 404)
  })
})
