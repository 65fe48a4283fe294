import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { DeliveryPage, type ListedDelivery } from "@deskhand/contract/events/webhook-delivery"
import { type HookedDesk, hookedDesk } from "../../../test/peers/webhooks.ts"
import { assertShape } from "../../../test/shape.ts"
import { sql } from "../../db/db.ts"

let on: HookedDesk

before(async () => {
  on = await hookedDesk()
})
after(() => on.close())
afterEach(async () => {
  on.received.length = 0
  await on.desk.db.run(sql`truncate webhooks, webhook_deliveries, webhook_messages`)
})

/** What has come in since the last look, by kind. */
async function arrive(): Promise<{ event: string; body: Record<string, unknown> }[]> {
  await on.hear()
  await on.deliver()
  return on.received
    .splice(0)
    .map(({ headers, body }) => ({ event: String(headers["x-deskhand-event"]), body: JSON.parse(body) }))
}

const json = (path: string) => on.desk.get(path, on.ada).then(({ body }) => body)

describe("what a webhook is sent", () => {
  test("of a conversation, what the API shows with its threads", async () => {
    await on.addHook("/", { events: ["convo.created", "convo.status", "convo.note.created"] })
    const id = await on.fresh()
    const [created, ...none] = await arrive()
    assert.deepEqual(none, [])
    assert.equal(created?.event, "convo.created")
    assert.deepEqual(created.body, await json(`/v2/conversations/${id}?embed=threads`))
    await on.patch(id, { op: "replace", path: "/status", value: "closed" })
    const [status] = await arrive()
    assert.equal(status?.event, "convo.status")
    assert.deepEqual(status.body, await json(`/v2/conversations/${id}?embed=threads`))
    assert.equal(status.body["status"], "closed")
  })

  test("of anything else, that resource; of what is deleted, its id", async () => {
    const events = ["tag.created", "tag.updated", "tag.deleted", "organization.created", "user.status.changed"] as const
    await on.addHook("/", { events: [...events, "customer.created", "customer.deleted", "convo.deleted"] })
    const send = async (method: string, path: string, body?: object) => {
      const reply = await on.desk.send(method, path, { token: on.ada, ...(body && { body }) })
      assert.ok(reply.status < 300, JSON.stringify(reply.body))
      return Number(reply.headers.get("resource-id"))
    }
    const tag = await send("POST", "/v2/tags", { name: "owed" })
    assert.deepEqual(await arrive(), [{ event: "tag.created", body: await json(`/v2/tags/${tag}`) }])
    const customer = await send("POST", "/v2/customers", { firstName: "Owed" })
    assert.deepEqual(await arrive(), [{ event: "customer.created", body: await json(`/v2/customers/${customer}`) }])
    const organization = await send("POST", "/v2/organizations", { name: "Owed & Co" })
    assert.deepEqual(await arrive(), [
      { event: "organization.created", body: await json(`/v2/organizations/${organization}`) },
    ])
    const { ada } = on.ids.users
    await send("PUT", `/v2/users/${ada}/status`, { status: "away" })
    assert.deepEqual(await arrive(), [{ event: "user.status.changed", body: await json(`/v2/users/${ada}/status`) }])
    await send("DELETE", `/v2/tags/${tag}`)
    assert.deepEqual(await arrive(), [{ event: "tag.deleted", body: { id: tag } }])
    const id = await on.fresh()
    await send("DELETE", `/v2/conversations/${id}`)
    assert.deepEqual(await arrive(), [{ event: "convo.deleted", body: { id } }])
  })

  test("where it only wants to be notified, the address and nothing of the customer (W18)", async () => {
    await on.addHook("/", { events: ["convo.created", "convo.deleted"], notification: true })
    const id = await on.fresh()
    const self = { href: `${on.desk.origin}/v2/conversations/${id}` }
    assert.deepEqual(await arrive(), [{ event: "convo.created", body: { _links: { self } } }])
    await on.desk.send("DELETE", `/v2/conversations/${id}`, { token: on.ada })
    assert.deepEqual(await arrive(), [{ event: "convo.deleted", body: { _links: { self } } }])
  })

  test("drafts and imported conversations are not told; a draft is when it is published", async () => {
    await on.addHook("/", { events: ["convo.created", "convo.agent.reply.created", "convo.customer.reply.created"] })
    await on.fresh({ imported: true })
    const id = await on.fresh()
    await arrive()
    const drafted = await on.desk.send("POST", `/v2/conversations/${id}/reply`, {
      token: on.ada,
      body: { text: "Unfinished", draft: true, customer: { id: (await on.read(id)).conversation.primaryCustomer.id } },
    })
    assert.equal(drafted.status, 201, JSON.stringify(drafted.body))
    assert.deepEqual(await arrive(), [])
    const other = await on.fresh()
    assert.deepEqual(
      (await arrive()).map(({ event, body }) => [event, body["id"]]),
      [["convo.created", other]],
    )
  })

  test("at most 256 KiB: the newest threads that fit", async () => {
    const id = await on.fresh()
    for (let count = 0; count < 6; count++)
      await on.desk.send("POST", `/v2/conversations/${id}/notes`, {
        token: on.ada,
        body: { text: `${count} ${"ä".repeat(30_000)}` },
      })
    await on.hear()
    await on.addHook("/", { events: ["convo.status"] })
    await on.patch(id, { op: "replace", path: "/status", value: "closed" })
    await on.hear()
    await on.deliver()
    const [{ body } = { body: "" }] = on.received
    assert.ok(Buffer.byteLength(body) <= 262_144)
    const whole = await json(`/v2/conversations/${id}?embed=threads`)
    const { _embedded, ...rest } = JSON.parse(body)
    assert.deepEqual({ ...rest, _embedded: whole._embedded }, whole)
    assert.deepEqual(_embedded.threads, whole._embedded.threads.slice(0, _embedded.threads.length))
    assert.equal(_embedded.threads.length, 5)
  })
})

describe("a webhook that subscribed by another name of a kind", () => {
  /** No feature records these kinds yet. */
  const happen = (kind: string, conversationId: number) =>
    on.desk.db.run(sql`
      insert into events (kind, subject_id, conversation_id, inbox_id)
      select ${kind}, id, id, inbox_id from conversations where id = ${conversationId}`)

  test("gets that name in the header and the log, once for each event", async () => {
    const ours = await on.addHook("/ours", {
      events: ["widget.chat.created", "convo.ai-answers-email.reply.created", "widget.chat.customer.replied"],
    })
    const theirs = await on.addHook("/theirs", {
      events: [
        "beacon.chat.created",
        "widget.chat.created",
        "convo.ai-answers.created",
        "beacon.chat.customer.replied",
        "convo.created",
      ],
    })
    const id = await on.fresh()
    for (const kind of [
      "widget.chat.created",
      "convo.ai-answers-email.reply.created",
      "widget.chat.customer.replied",
      "convo.ai-answers-email.resolution",
    ])
      await happen(kind, id)
    await on.hear()
    await on.deliver()
    const sentTo = (path: string) => on.received.filter((request) => request.path === path)
    const names = (path: string) => sentTo(path).map(({ headers }) => headers["x-deskhand-event"])
    assert.deepEqual(names("/ours"), [
      "widget.chat.created",
      "convo.ai-answers-email.reply.created",
      "widget.chat.customer.replied",
    ])
    assert.deepEqual(names("/theirs"), [
      "convo.created",
      "beacon.chat.created",
      "convo.ai-answers.created",
      "beacon.chat.customer.replied",
    ])
    for (const { body } of on.received)
      assert.deepEqual(JSON.parse(body), await json(`/v2/conversations/${id}?embed=threads`))
    const logged = async (webhookId: number) => {
      const log = await json(`/v2/webhooks/${webhookId}/deliveries`)
      assertShape(DeliveryPage, log)
      return log._embedded.deliveries.map(({ event }: ListedDelivery) => event).toReversed()
    }
    assert.deepEqual(await logged(ours), names("/ours"))
    assert.deepEqual(await logged(theirs), names("/theirs"))
  })
})

describe("which webhooks hear", () => {
  test("those of the kind and of the inbox where it happened (W19)", async () => {
    const { support, hidden } = on.ids.inboxes
    await on.addHook("/support", { events: ["convo.created", "convo.moved"], inboxIds: [support] })
    await on.addHook("/hidden", { events: ["convo.moved", "convo.tags"], inboxIds: [hidden] })
    await on.addHook("/all", { events: ["convo.moved"] })
    await on.addHook("/tags", { events: ["convo.tags"] })
    const id = await on.fresh()
    await on.patch(id, { op: "move", path: "/mailboxId", value: hidden })
    await on.hear()
    await on.deliver()
    const heard = on.received.map(({ path, headers, body }) => [path, headers["x-deskhand-event"], JSON.parse(body)])
    const shown = await json(`/v2/conversations/${id}?embed=threads`)
    assert.equal(shown.mailboxId, hidden)
    const gone = { id }
    assert.deepEqual(
      heard.toSorted(([one], [other]) => String(one).localeCompare(String(other))),
      [
        ["/all", "convo.moved", shown],
        ["/hidden", "convo.moved", shown],
        // It was made where this one looks, and is by now where it does not: it is told of both, and shown neither.
        ["/support", "convo.created", gone],
        ["/support", "convo.moved", gone],
      ],
    )
  })

  test("of what its owner may see, and of no more when that changes (W20)", async () => {
    const { support, hidden } = on.ids.inboxes
    const email = "hooked@scenario.example"
    const owner = await on.desk.addUser({ email, role: "user", inboxIds: [support] })
    const webhook = await on.addHook("/", { events: ["convo.created"], userId: owner })
    await on.fresh({ mailboxId: hidden, assignTo: undefined })
    assert.deepEqual(await arrive(), [])
    const id = await on.fresh()
    await on.hear()
    await on.desk.db.run(sql`delete from inbox_users where user_id = ${owner}`)
    await on.deliver()
    assert.deepEqual(on.received, [])
    const states = await on.desk.db.many(sql`select state, attempts from webhook_deliveries`)
    assert.deepEqual(states, [{ state: "cancelled", attempts: [] }])
    await on.desk.db.run(sql`insert into inbox_users (inbox_id, user_id) values (${support}, ${owner})`)
    const other = await on.fresh()
    assert.notEqual(other, id)
    assert.deepEqual(
      (await arrive()).map(({ body }) => body["id"]),
      [other],
    )
    const gone = await on.desk.send("DELETE", `/v2/users/${owner}`, { token: on.ada })
    assert.equal(gone.status, 204, JSON.stringify(gone.body))
    await on.fresh()
    assert.deepEqual(await arrive(), [])
    const disabled = await on.desk.db.one(sql`select state, disabled_reason from webhooks where id = ${webhook}`)
    assert.deepEqual(disabled, { state: "disabled", disabled_reason: "owner" })
    // Nothing is lost for whoever takes it over.
    const owed = await on.desk.db.many(sql`select state from webhook_deliveries where state = 'pending'`)
    assert.equal(owed.length, 1)
  })
})
