import assert from "node:assert/strict"
import { ids, read } from "./desk.ts"
import { section } from "./section.ts"

const kinds = {
  "chat widget": ["widget.chat.created", "widget.chat.customer.replied"],
  conversation: [
    "convo.agent.reply.created",
    "convo.ai-answers-email.reply.created",
    "convo.ai-answers-email.resolution",
    "convo.assigned",
    "convo.created",
    "convo.custom-fields",
    "convo.customer.reply.created",
    "convo.deleted",
    "convo.merged",
    "convo.moved",
    "convo.note.created",
    "convo.status",
    "convo.tags",
  ],
  customer: ["customer.created", "customer.deleted", "customer.updated"],
  "survey and rating": ["message.survey.response.received", "satisfaction.ratings"],
  organization: ["organization.created", "organization.deleted", "organization.updated"],
  tag: ["tag.created", "tag.deleted", "tag.updated"],
  user: ["user.status.changed"],
} as const

const webhook = (name: string) => read(`/v2/webhooks/${ids.webhooks[name]}`)

section("events", (item) => {
  item("subscription", async () => {
    assert.deepEqual((await webhook("enabled")).events, ["message.survey.response.received"])
    assert.equal("mailboxIds" in (await webhook("enabled")), false)
    assert.deepEqual((await webhook("withoutLabel")).mailboxIds, [ids.inboxes.support])
  })

  item("notification", async () => {
    assert.equal((await webhook("disabled")).notification, true)
    assert.equal((await webhook("withoutLabel")).notification, false)
  })

  item("payloadVersion", async () => {
    assert.equal((await webhook("enabled")).payloadVersion, "V2")
  })

  for (const area of Object.keys(kinds) as (keyof typeof kinds)[])
    item(area, async () => {
      const { events } = await webhook("disabled")
      for (const kind of kinds[area]) assert.ok(events.includes(kind), kind)
      // One webhook of the scenario hears of everything there is.
      assert.equal(events.length, Object.values(kinds).flat().length)
    })
})
