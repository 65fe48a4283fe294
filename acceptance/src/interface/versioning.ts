import assert from "node:assert/strict"
import { get, ids, read } from "./desk.ts"
import { conversation, customer, link, listed, thread } from "./scenario.ts"
import { section } from "./section.ts"

section("versioning", (item) => {
  item("prefix", async () => {
    const { active } = ids.conversations
    for (const path of [`conversations/${active}`, `conversations/${active}/threads`, "customers"])
      for (const version of [2, 3]) assert.equal((await get(`/v${version}/${path}`)).status, 200, path)
    for (const path of ["conversations", "organizations", "users/status", "webhooks"]) {
      assert.equal((await get(`/v2/${path}`)).status, 200, path)
      assert.equal((await get(`/v3/${path}`)).status, 404, path)
    }
    assert.equal((await get(`/v1/conversations/${active}`)).status, 404)
  })

  item("person types", async () => {
    for (const [version, type] of [
      [2, "user"],
      [3, "system_user"],
    ] as const) {
      assert.equal((await conversation("createdBySystem", version)).createdBy.type, type)
      assert.equal((await conversation("assignedToSystem", version)).assignee.type, type)
      assert.equal((await thread("assignedToSystem", "answer", version)).assignedTo.type, type)
      assert.equal((await thread("assignedToSystem", "answer", version)).createdBy.type, type)
      assert.equal((await conversation("active", version)).createdBy.type, "customer")
    }
    assert.equal((await conversation("assignedToTeam", 3)).assignee.type, "team")
  })

  item("link relations", async () => {
    const { _links } = await conversation("createdBySystem", 3)
    assert.deepEqual(_links.createdByUser, link(`/v2/users/${ids.users.system}`))
    const { createdByCustomer } = (await thread("active", "question", 2))._links
    assert.deepEqual(createdByCustomer, link(`/v2/customers/${ids.customers.female}`))
    assert.equal("createdByCustomer" in (await thread("active", "question", 3))._links, false)
  })

  item("customer paging", async () => {
    assert.equal((await read("/v2/customers?page=2")).page.number, 2)
    const { next } = (await read("/v3/customers"))._links
    assert.deepEqual(await listed(next.href), await listed("/v2/customers?page=2"))
    assert.equal((await read("/v3/customers?email=mary.home@customers.scenario.example"))._embedded.customers.length, 1)
    assert.equal((await read(`/v3/customers?createdSince=${ids.now}`))._embedded.customers.length, 0)
  })

  item("payloadVersion", async () => {
    const { _embedded } = await read("/v2/webhooks")
    for (const { payloadVersion } of _embedded.webhooks) assert.equal(payloadVersion, "V2")
  })

  item("deprecated", async () => {
    const { _embedded } = await thread("withAttachments", "answer")
    const { web, download } = _embedded.attachments[0]._links
    assert.ok(web.href !== download.href)
    const { organization, organizationId } = await customer("full")
    assert.deepEqual([organization, organizationId], ["Analytical Engines Ltd", ids.organizations.full])
  })
})
