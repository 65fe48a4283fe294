import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import fc from "fast-check"
import { type Reply, scenarioDesk, type TestDesk } from "../../../../test/desk/desk.ts"
import { listWrongCounts, listWrongPreviews } from "../../../../test/desk/seeded.ts"
import { sql } from "../../../db/db.ts"
import type { ScenarioIds } from "../../../seed/scenario.ts"
import { changeOfCustomerReply } from "./reopen.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
/** A fresh active conversation, answered an hour ago. */
let id: number

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

beforeEach(async () => {
  id = await create({})
})

const email = "writer@elsewhere.example"

async function create(changes: object): Promise<number> {
  const answer = await desk.send("POST", "/v2/conversations", {
    token: ada,
    body: {
      subject: "A question",
      type: "email",
      mailboxId: ids.inboxes.support,
      status: "active",
      customer: { email },
      threads: [
        { type: "customer", text: "Is it open?" },
        { type: "reply", text: "Always." },
      ],
      assignTo: ids.users.grace,
      ...changes,
    },
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return Number(answer.headers.get("resource-id"))
}

const add = (body: object, conversationId = id, options: { token?: string; headers?: Record<string, string> } = {}) =>
  desk.send("POST", `/v2/conversations/${conversationId}/customer`, {
    token: ada,
    body: { text: "Still there?", customer: { email }, ...body },
    ...options,
  })

async function read(conversationId = id) {
  const { body } = await desk.get(`/v3/conversations/${conversationId}?embed=threads`, ada)
  return { conversation: body, threads: body._embedded.threads }
}

const change = (assignments: ReturnType<typeof sql>, conversationId = id) =>
  desk.db.run(sql`update conversations set ${assignments} where id = ${conversationId}`)

const kindsOf = async (conversationId: number) =>
  (
    await desk.db.many<{ kind: string }>(
      sql`select kind from events where conversation_id = ${conversationId} order by id`,
    )
  ).map(({ kind }) => kind)

function problemOf(answer: Reply): [number, string] {
  return [answer.status, String(answer.body._links.about.href).split("/").at(-1) ?? ""]
}

describe("POST /v2/conversations/{id}/customer", () => {
  test("answers 201 with the id and the place of the thread", async () => {
    const answer = await add({ cc: ["boss@elsewhere.example"], bcc: ["archive@elsewhere.example"] })
    const threadId = answer.headers.get("resource-id")
    assert.deepEqual([answer.status, answer.body], [201, undefined])
    const location = answer.headers.get("location")
    assert.equal(location, `${desk.origin}/v2/conversations/${id}/threads/${threadId}`)
    const { body } = await desk.get(location ?? "", ada)
    assert.deepEqual(
      [body.type, body.state, body.status, body.body, body.customer.email, body.createdBy.type, body.cc, body.bcc],
      [
        "customer",
        "published",
        "active",
        "Still there?",
        email,
        "customer",
        ["boss@elsewhere.example"],
        ["archive@elsewhere.example"],
      ],
    )
    assert.deepEqual(body.source, { type: "api", via: "customer" })
  })

  test("makes the customer wait, and is what lists show", async () => {
    desk.clock.now = new Date(desk.clock.now.getTime() + 60_000)
    await add({ text: "<b>First</b> since", cc: ["boss@elsewhere.example"] })
    const first = (await read()).conversation
    desk.clock.now = new Date(desk.clock.now.getTime() + 60_000)
    await add({ text: "Second since" })
    const { conversation, threads } = await read()
    assert.equal(first.preview, "First since")
    assert.equal(conversation.preview, "Second since")
    assert.equal(first.threads, 3)
    assert.equal(conversation.threads, 4)
    assert.equal(conversation.customerWaitingSince.time, first.customerWaitingSince.time)
    assert.equal(conversation.userUpdatedAt, first.customerWaitingSince.time)
    assert.equal(threads[0].body, "Second since")
    assert.deepEqual(conversation.cc, ["boss@elsewhere.example"])
    assert.equal(conversation.assignee.id, ids.users.grace)
  })

  test("is found by its words at once", async () => {
    await add({ text: "Pfeffernüsse" })
    const { body } = await desk.get("/v2/conversations?query=body:pfeffernusse", ada)
    assert.deepEqual(
      body._embedded.conversations.map((found: { id: number }) => found.id),
      [id],
    )
  })

  test("may come from somebody else than the primary customer, who is made if need be", async () => {
    await add({ customer: { email: "colleague@elsewhere.example", firstName: "Col" } })
    const { conversation, threads } = await read()
    assert.equal(threads[0].customer.first, "Col")
    assert.equal(conversation.primaryCustomer.email, email)
  })

  test("leaves counters and previews right", async () => {
    await change(sql`status = 'closed', closed_at = now(), closed_by_id = ${ids.users.ada}`)
    await add({})
    assert.deepEqual(await listWrongCounts(desk.db), [])
    assert.deepEqual(await listWrongPreviews(desk.db), [])
  })
})

describe("a customer's reply", () => {
  for (const [status, next, kinds] of [
    ["active", "active", ["convo.customer.reply.created"]],
    ["pending", "active", ["convo.customer.reply.created", "convo.status"]],
    ["closed", "active", ["convo.customer.reply.created", "convo.status"]],
    ["spam", "spam", ["convo.customer.reply.created"]],
  ] as const)
    test(`finds ${status} and leaves ${next}`, async () => {
      await change(sql`status = ${status}`)
      if (status === "closed") await change(sql`closed_at = now(), closed_by_id = ${ids.users.ada}`)
      await add({})
      const { conversation, threads } = await read()
      assert.equal(conversation.status, next)
      assert.deepEqual([conversation.closedBy, conversation.closedAt], [undefined, undefined])
      assert.equal(threads[0].status, next)
      assert.deepEqual(await kindsOf(id), ["convo.created", ...kinds])
      const changes = threads.filter(({ type }: { type: string }) => type === "lineitem")
      assert.deepEqual(
        changes.map(({ action }: { action: { type: string } }) => action.type),
        status === next ? [] : ["status-changed"],
      )
      assert.equal(threads[0].type, "customer")
    })

  test("wakes what sleeps only until one comes, and lets the rest sleep", async () => {
    const sleeping = (
      yields: boolean,
    ) => sql`snoozed_until = now() + interval '1 day', snoozed_by_id = ${ids.users.ada},
      unsnooze_on_customer_reply = ${yields}`
    await change(sleeping(true))
    assert.equal((await read()).conversation.nextEvent.eventType, "snooze")
    await add({})
    const woken = await read()
    assert.deepEqual([woken.conversation.snooze, woken.conversation.nextEvent], [undefined, undefined])
    assert.equal(woken.conversation.folderId, ids.folders.support["assigned"])
    assert.equal(woken.threads[1].action.type, "unsnoozed")
    await change(sleeping(false))
    await add({})
    assert.equal((await read()).conversation.snooze.unsnoozeOnCustomerReply, false)
  })

  test("unschedules the threads that say so", async () => {
    const scheduled = (day: number, yields: boolean) =>
      desk.db.run(sql`
      insert into threads (conversation_id, type, status, state, body, source_type, source_via, created_by_id,
        customer_id, scheduled_by_id, send_as_id, scheduled_at, scheduled_for, unschedule_on_customer_reply, created_at)
      select id, 'message', 'active', 'draft', 'Later', 'web', 'user', ${ids.users.ada}, customer_id, ${ids.users.ada},
        ${ids.users.ada}, now(), ${new Date(Date.UTC(2030, 0, day))}, ${yields}, created_at from conversations where id = ${id}`)
    await scheduled(1, true)
    await scheduled(2, false)
    await change(
      sql`scheduled_for = '2030-01-01Z', scheduled_by_id = ${ids.users.ada}, unschedule_on_customer_reply = true`,
    )
    await add({})
    const { conversation, threads } = await read()
    const drafts = threads.filter(({ state }: { state: string }) => state === "draft")
    assert.deepEqual(
      drafts.map(({ scheduled }: { scheduled?: { scheduledFor: string } }) => scheduled?.scheduledFor).sort(),
      ["2030-01-02T00:00:00Z", undefined],
    )
    assert.deepEqual(
      [conversation.nextEvent.time, conversation.nextEvent.cancelOnCustomerReply],
      ["2030-01-02T00:00:00Z", false],
    )
    assert.ok(threads.some(({ action }: { action?: { type: string } }) => action?.type === "unscheduled"))
  })

  test("brings back a deleted conversation, so that nobody overlooks it", async () => {
    await change(sql`state = 'deleted'`)
    await add({})
    const { conversation, threads } = await read()
    assert.equal(conversation.state, "published")
    assert.equal(threads[1].action.type, "restored")
  })

  test("makes a draft a conversation of everybody", async () => {
    const draft = await create({ threads: [{ type: "reply", text: "Unsent", draft: true }] })
    await add({}, draft)
    assert.equal((await read(draft)).conversation.state, "published")
    assert.deepEqual(await kindsOf(draft), ["convo.draft.changed", "convo.created"])
  })

  test("never makes active what is spam, nor leaves anything unseen", () => {
    fc.assert(
      fc.property(
        fc.record({
          status: fc.constantFrom("active", "pending", "closed", "spam"),
          state: fc.constantFrom("published", "draft", "deleted"),
          snoozed_until: fc.option(fc.constant(new Date(0))),
          unsnooze_on_customer_reply: fc.option(fc.boolean()),
        }),
        (conversation) => {
          const change = changeOfCustomerReply(conversation)
          assert.equal(change.status, conversation.status === "spam" ? "spam" : "active")
          assert.equal(change.state, "published")
          const wakes = conversation.snoozed_until !== null && conversation.unsnooze_on_customer_reply === true
          assert.equal(change.snooze, wakes ? null : undefined)
        },
      ),
    )
  })
})

describe("an imported thread", () => {
  test("leaves the conversation as it is and tells nobody", async () => {
    await change(sql`status = 'closed', closed_at = now(), closed_by_id = ${ids.users.ada},
      snoozed_until = now(), snoozed_by_id = ${ids.users.ada}, unsnooze_on_customer_reply = true`)
    const before = (await read()).conversation
    const answer = await add({
      imported: true,
      createdAt: "2020-01-02T03:04:05Z",
      customer: { email: "old@history.example" },
    })
    assert.equal(answer.status, 201)
    const { conversation, threads } = await read()
    assert.deepEqual(conversation, { ...before, threads: before.threads + 1, _embedded: conversation._embedded })
    assert.equal(threads.at(-1).createdAt, "2020-01-02T03:04:05Z")
    assert.equal(threads.length, 3)
    assert.deepEqual(await kindsOf(id), ["convo.created", "convo.imported"])
    assert.deepEqual(
      await desk.db.many(sql`select from events where kind = 'customer.created' and subject_id =
      (select customer_id from customer_emails where value = 'old@history.example')`),
      [],
    )
  })

  test("is the only one with a moment of its own", async () => {
    const answer = await add({ createdAt: "2020-01-02T03:04:05Z" })
    assert.equal(answer.status, 400)
    assert.equal(answer.body._embedded.errors[0].path, "createdAt")
  })
})

describe("a thread is refused", () => {
  test("over the limit, which notes count towards and line items do not", async () => {
    const { with98Threads, with99Threads, with100Threads } = ids.conversations
    assert.equal((await add({}, with98Threads)).status, 201)
    for (const full of [with98Threads, with99Threads, with100Threads]) {
      const before = await read(full)
      assert.deepEqual(problemOf(await add({}, full)), [412, "thread_limit"])
      assert.deepEqual(await read(full), before)
    }
  })

  test("over the limit, however many come at once", async () => {
    const crowded = await create({ threads: Array.from({ length: 96 }, () => ({ type: "note", text: "x" })) })
    const answers = await Promise.all(Array.from({ length: 8 }, () => add({}, crowded)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 412, 412, 412, 412, 412])
  })

  test("where the account's policy finds the conversation too old", async () => {
    const { old, almostOld } = ids.conversations
    assert.deepEqual(problemOf(await add({}, old)), [412, "old_conversation"])
    assert.deepEqual(problemOf(await add({ imported: true }, old)), [412, "old_conversation"])
    assert.equal((await add({}, almostOld)).status, 201)
    await desk.db.run(sql`update account set old_conversation_days = null`)
    assert.equal((await add({}, old)).status, 201)
    await desk.db.run(sql`update account set old_conversation_days = ${ids.oldConversationDays}`)
  })

  test("for a merged, unknown or invisible conversation", async () => {
    assert.equal((await add({}, ids.conversations.merged)).status, 404)
    assert.equal((await add({}, 999_999_999)).status, 404)
    const token = await desk.tokenFor(ids.users.outsider)
    assert.equal((await add({}, id, { token })).status, 404)
    assert.equal((await add({}, id, { token: await desk.tokenFor(ids.users.light) })).status, 403)
  })

  for (const [body, path] of [
    [{ text: undefined }, "text"],
    [{ text: "" }, "text"],
    [{ text: 7 }, "text"],
    [{ customer: undefined }, "customer"],
    [{ customer: {} }, "customer"],
    [{ customer: { id: 999_999_999 } }, "customer.id"],
    [{ cc: ["x"] }, "cc[0]"],
    [{ cc: "a@b.example" }, "cc"],
    [{ bcc: ["a@b.example", "y"] }, "bcc[1]"],
    [{ imported: true, createdAt: "never" }, "createdAt"],
    [{ imported: true, createdAt: "2999-01-01" }, "createdAt"],
    [{ attachments: [{ fileName: "a.txt", mimeType: "text/plain" }] }, "attachments[0].data"],
    [{ attachments: [{ fileName: "a.txt", data: "YQ==" }] }, "attachments[0].mimeType"],
    [{ attachments: [{ mimeType: "text/plain", data: "YQ==" }] }, "attachments[0].fileName"],
  ] as const)
    test(`as ${JSON.stringify(body)}`, async () => {
      const answer = await add(body)
      assert.equal(answer.status, 400)
      assert.deepEqual(
        answer.body._embedded.errors.map((error: { path: string }) => error.path),
        [path],
      )
      assert.equal((await read()).threads.length, 2)
    })

  test("when the conversation has changed since it was read", async () => {
    const { headers } = await desk.get(`/v2/conversations/${id}`, ada)
    const stamp = { "If-Match": headers.get("etag") ?? "" }
    assert.equal((await add({}, id, { headers: stamp })).status, 201)
    assert.deepEqual(problemOf(await add({}, id, { headers: stamp })), [412, "changed_meanwhile"])
  })
})

describe("attachments", () => {
  test("come with a thread and with a new conversation", async () => {
    const attachments = [{ fileName: "a.txt", mimeType: "text/plain", data: "SGVsbG8=" }]
    await add({ attachments })
    const other = await create({ threads: [{ type: "reply", text: "Here", attachments }] })
    for (const conversationId of [id, other]) {
      const { threads } = await read(conversationId)
      const [attachment] = threads[0]._embedded.attachments
      assert.deepEqual(
        [attachment.filename, attachment.mimeType, attachment.size, attachment.state],
        ["a.txt", "text/plain", 5, "valid"],
      )
      const found = await desk.get(
        `/v2/conversations?query=${encodeURIComponent(`attachments:true AND id:${conversationId}`)}`,
        ada,
      )
      assert.equal(found.body.page.totalElements, 1)
    }
  })

  test("that are wrong are named by their place", async () => {
    const wrong = { fileName: "a.txt", mimeType: "text/plain", data: "%%%" }
    const right = { fileName: "a.txt", mimeType: "text/plain", data: "SGVsbG8=" }
    const answer = await add({ attachments: [right, wrong] })
    assert.equal(answer.body._embedded.errors[0].path, "attachments[1].data")
  })
})
