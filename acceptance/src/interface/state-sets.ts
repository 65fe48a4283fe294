import assert from "node:assert/strict"
import { get, ids, read, send } from "./desk.ts"
import { conversation, listed, thread } from "./scenario.ts"
import { section } from "./section.ts"

const attachments = async (name: string) => (await thread("withAttachments", name))._embedded.attachments

section("state-sets", (item) => {
  item("conversation status", async () => {
    for (const status of ["active", "all", "closed", "open", "pending", "spam"])
      assert.ok((await listed(`/v2/conversations?status=${status}`)).length > 0, status)
    const { status, body } = await get("/v2/conversations?status=sleeping")
    assert.deepEqual([status, body._embedded.errors[0].path], [400, "status"])
  })

  item("conversation state", async () => {
    const names = ["deleted", "draft", "active"]
    const states = await Promise.all(names.map(async (name) => (await conversation(name)).state))
    assert.deepEqual(states, ["deleted", "draft", "published"])
  })

  item("thread status", async () => {
    const names = ["published", "hidden", "bounced", "review"]
    const statuses = await Promise.all(names.map(async (name) => (await thread("everyThreadState", name)).status))
    assert.deepEqual(statuses, ["active", "closed", "pending", "spam"])
  })

  item("thread state", async () => {
    for (const state of ["bounced", "draft", "hidden", "published", "review"])
      assert.equal((await thread("everyThreadState", state)).state, state)
  })

  item("attachment state", async () => {
    assert.equal((await attachments("answer"))[0].state, "valid")
    assert.equal((await attachments("warning"))[0].state, "virus")
  })

  item("webhook state", async () => {
    for (const state of ["enabled", "disabled"])
      assert.equal((await read(`/v2/webhooks/${ids.webhooks[state]}`)).state, state)
  })

  item("routing state", async () => {
    assert.equal((await read(`/v2/mailboxes/${ids.inboxes.hidden}/routing`)).state, "enabled")
    assert.equal((await read(`/v2/mailboxes/${ids.inboxes.empty}/routing`)).state, "disabled")
  })

  item("conversation create status", async () => {
    const create = (status: string) =>
      send("POST", "/v2/conversations", {
        body: {
          subject: `Created ${status}`,
          type: "email",
          mailboxId: ids.inboxes.empty,
          status,
          customer: { id: ids.customers.silent },
          threads: [{ type: "note", text: "To see the status" }],
        },
      })
    for (const status of ["active", "closed", "pending"]) {
      const { headers } = await create(status)
      assert.equal((await read(`/v2/conversations/${headers.get("Resource-ID")}`)).status, status)
    }
    for (const status of ["spam", "open", "all"]) {
      const { status: answered, body } = await create(status)
      assert.deepEqual([answered, body._embedded.errors[0].path], [400, "status"])
    }
  })

  item("meaning of review", async () => {
    const { state, createdBy } = await thread("everyThreadState", "review")
    assert.deepEqual([state, createdBy.id], ["review", ids.users.limited])
    const path = `/v2/conversations?folder=${ids.folders.support.needsattention}&status=all`
    assert.deepEqual(await listed(path), [ids.conversations.everyThreadState])
    // It was not sent, so it does not count as published.
    assert.equal((await conversation("everyThreadState")).threads, 2)
  })

  item("meaning of hidden", async () => {
    const { state, body } = await thread("everyThreadState", "hidden")
    assert.deepEqual([state, body], ["hidden", "<p>Not for everybody.</p>"])
  })

  item("meaning of bounced", async () => {
    const { state, to } = await thread("everyThreadState", "bounced")
    assert.deepEqual([state, to], ["bounced", ["zoe@customers.scenario.example"]])
  })

  item("meaning of valid", async () => {
    const [{ state, _links }] = await attachments("answer")
    assert.equal(state, "valid")
    assert.equal((await get(_links.data.href)).status, 200)
  })

  item("meaning of virus", async () => {
    const [{ state, _links }] = await attachments("warning")
    assert.equal(state, "virus")
    assert.equal((await get(_links.data.href)).status, 403)
    assert.equal((await get(_links.download.href)).status, 403)
  })
})
