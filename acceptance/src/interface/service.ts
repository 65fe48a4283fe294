import assert from "node:assert/strict"
import { get, ids, read } from "./desk.ts"
import { conversation, customer, organization, threadsOf } from "./scenario.ts"
import { section } from "./section.ts"

section("service", (item) => {
  item("conversations", async () => {
    const types = await Promise.all(["longChat", "active", "phoneCall"].map(async (name) => conversation(name)))
    assert.deepEqual(
      types.map(({ type, mailboxId }) => [type, mailboxId]),
      [
        ["chat", ids.inboxes.support],
        ["email", ids.inboxes.support],
        ["phone", ids.inboxes.support],
      ],
    )
    const { question, assignment, answer } = ids.threads.assignedToAda
    assert.deepEqual(
      (await threadsOf("assignedToAda")).map(({ id }: { id: number }) => id),
      [answer, assignment, question],
    )
  })

  item("customers", async () => {
    const { _embedded } = await customer("full")
    const amounts = Object.entries(_embedded).map(([name, entries]) => [name, (entries as unknown[]).length])
    assert.deepEqual(amounts, [
      ["emails", 3],
      ["phones", 6],
      ["chats", 9],
      ["social_profiles", 12],
      ["websites", 2],
      ["properties", 5],
      ["address", undefined],
    ])
  })

  item("organizations", async () => {
    const { domains } = await organization("crowded")
    assert.deepEqual(domains, ["crowded.scenario.example"])
    const { _embedded } = await read(`/v2/organizations/${ids.organizations.crowded}/customers`)
    for (const { _embedded: entries } of _embedded.customers)
      assert.match(entries.emails[0].value, /@crowded\.scenario\.example$/)
  })

  item("users and teams", async () => {
    assert.equal((await read(`/v2/users/${ids.users.grace}`)).firstName, "Grace")
    const { _embedded } = await read(`/v2/teams/${ids.teams.firstLine}/members`)
    assert.equal(_embedded.users.length, 6)
  })

  item("folders and routing", async () => {
    const { _embedded } = await read(`/v2/mailboxes/${ids.inboxes.support}/folders`)
    assert.equal(_embedded.folders.length, 11)
    assert.equal((await read(`/v2/mailboxes/${ids.inboxes.support}/routing`)).state, "enabled")
    assert.equal((await read(`/v2/mailboxes/${ids.inboxes.paging}/routing`)).state, "disabled")
  })

  item("ratings", async () => {
    assert.equal((await read(`/v2/ratings/${ids.ratings.great}`)).threadId, ids.threads.rated.great)
  })

  item("statuses", async () => {
    const { _embedded } = await read("/v2/users/status")
    const grace = _embedded.userStatuses.find(({ userId }: { userId: number }) => userId === ids.users.grace)
    assert.deepEqual([grace.email.status, grace.chat.status], ["active", "assign"])
  })

  item("webhooks", async () => {
    const webhook = await read(`/v2/webhooks/${ids.webhooks.enabled}`)
    assert.equal(webhook.url, "https://hooks.scenario.example/enabled")
    assert.deepEqual(webhook.events, ["message.survey.response.received"])
  })

  item("mailbox", async () => {
    const { _embedded } = await read(`/v2/conversations?mailbox=${ids.inboxes.hidden}&status=all`)
    for (const { mailboxId } of _embedded.conversations) assert.equal(mailboxId, ids.inboxes.hidden)
    assert.equal((await read(`/v2/mailboxes/${ids.inboxes.hidden}`)).name, "Scenario Hidden")
  })

  item("writes", async () => {
    const { paths } = await read("/openapi.json")
    assert.ok(paths["/v2/conversations"].post)
    assert.ok(paths["/v2/conversations/{conversationId}/customer"].post)
  })

  item("HAL", async () => {
    const { headers, body } = await get("/v2/conversations?status=all&page=2")
    assert.equal(headers.get("Content-Type"), "application/hal+json")
    assert.deepEqual(Object.keys(body).sort(), ["_embedded", "_links", "page"])
    assert.equal(typeof body._embedded.conversations[0]._links.self.href, "string")
  })
})
