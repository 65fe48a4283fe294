import assert from "node:assert/strict"
import { ids, read } from "./desk.ts"
import { ago, conversation, customer, thread } from "./scenario.ts"
import { section } from "./section.ts"

section("conventions", (item) => {
  item("identifiers", async () => {
    const { id, mailboxId, folderId, primaryCustomer, customFields } = await conversation("everyField")
    for (const number of [id, mailboxId, folderId, primaryCustomer.id, customFields[0].id])
      assert.ok(Number.isInteger(number))
    assert.equal(id, ids.conversations.everyField)
  })

  item("timestamps", async () => {
    const { createdAt, closedAt, userUpdatedAt } = await conversation("closedByAda")
    for (const moment of [createdAt, closedAt, userUpdatedAt])
      assert.match(moment, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
    assert.equal(createdAt, ago({ days: 14 }))
  })

  item("absent", async () => {
    const answers = [
      await conversation("active"),
      await thread("active", "question"),
      await customer("silent"),
      await read(`/v2/organizations/${ids.organizations.empty}?includeCounts=true&includeProperties=true`),
      await read(`/v2/webhooks/${ids.webhooks.withoutLabel}`),
      await read(`/v2/ratings/${ids.ratings.okay}`),
    ]
    for (const answer of answers) assert.doesNotMatch(JSON.stringify(answer), /:null/)
    for (const field of ["assignee", "closedBy", "closedByUser", "closedAt", "snooze", "nextEvent"])
      assert.equal(field in answers[0], false, field)
  })

  item("links", async () => {
    const { _links } = await read("/v2/conversations?status=all&page=2")
    for (const [name, link] of Object.entries<{ href: string }>(_links)) {
      assert.deepEqual(Object.keys(link), name === "page" ? ["href", "templated"] : ["href"])
      assert.ok(URL.canParse(link.href))
    }
    assert.equal(_links.page.templated, true)
    for (const link of Object.values<object>((await conversation("closedByAda"))._links))
      assert.deepEqual(Object.keys(link), ["href"])
  })
})
