import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { customerEmail, problemOf, type Threading, threadingDesk } from "../../../../test/mail/threading.ts"
import { sql } from "../../../db/db.ts"

let on: Threading
let id: number

before(async () => {
  on = await threadingDesk()
})
after(() => on.desk.close())
beforeEach(async () => {
  id = await on.open()
})

const second = (moment: Date) => `${moment.toISOString().slice(0, 19)}Z`
const change = (assignments: ReturnType<typeof sql>) =>
  on.desk.db.run(sql`update conversations set ${assignments} where id = ${id}`)

describe("POST /v2/conversations/{id}/reply", () => {
  test("answers 201 with the id, the place and the state of the thread", async () => {
    const answer = await on.add(id, "reply", { cc: ["a@b.example"], bcc: ["c@d.example"] })
    const threadId = Number(answer.headers.get("resource-id"))
    assert.deepEqual([answer.status, answer.body, answer.headers.get("thread-state")], [201, undefined, "published"])
    const location = answer.headers.get("location")
    assert.equal(location, `${on.desk.origin}/v2/conversations/${id}/threads/${threadId}`)
    const { body } = await on.desk.get(location ?? "", on.ada)
    assert.deepEqual(
      [body.type, body.state, body.status, body.body, body.createdBy.id, body.assignedTo.id, body.customer.email],
      ["message", "published", "active", "One more word", on.ids.users.ada, on.ids.users.grace, customerEmail],
    )
    assert.deepEqual([body.to, body.cc, body.bcc], [[customerEmail], ["a@b.example"], ["c@d.example"]])
    assert.deepEqual(body.source, { type: "api", via: "user" })
    assert.equal(body.createdAt, second(on.desk.clock.now))
  })

  test("answers the customer, and is what lists show and searches find", async () => {
    await on.add(id, "customer", { text: "Hello?" })
    on.passTime(60)
    assert.ok((await on.read(id)).conversation.customerWaitingSince)
    await on.add(id, "reply", { text: "<b>Vanillekipferl</b> for all", cc: ["boss@elsewhere.example"] })
    const { conversation, threads } = await on.read(id)
    assert.deepEqual(
      [conversation.customerWaitingSince, conversation.preview, conversation.threads, conversation.cc],
      [undefined, "Vanillekipferl for all", 4, ["boss@elsewhere.example"]],
    )
    assert.deepEqual([conversation.userUpdatedAt, threads[0].type], [second(on.desk.clock.now), "message"])
    assert.equal(await on.found("vanillekipferl"), 1)
  })

  test("is told once", async () => {
    const threadId = await on.added(id, "reply")
    assert.deepEqual(await on.told(id), [
      { kind: "convo.agent.reply.created", user_id: on.ids.users.ada, data: { threadId } },
    ])
  })

  for (const [status, word, next] of [
    ["active", undefined, "active"],
    ["pending", undefined, "active"],
    ["closed", undefined, "active"],
    ["spam", undefined, "spam"],
    ["active", "open", "active"],
    ["pending", "open", "pending"],
    ["closed", "open", "active"],
    ["active", "closed", "closed"],
    ["active", "PENDING", "pending"],
    ["active", "spam", "spam"],
    ["spam", "active", "active"],
    ["active", "inbox_predefined", "pending"],
  ] as const)
    test(`makes ${status} into ${next} with the status ${word}`, async () => {
      if (status === "spam") await change(sql`status = 'spam'`)
      else id = await on.open({ status })
      await on.desk.db.run(sql`update inboxes set status_after_reply = 'pending' where id = ${on.ids.inboxes.support}`)
      await on.added(id, "reply", { ...(word && { status: word }) })
      const { conversation, threads, lines } = await on.read(id)
      assert.deepEqual([conversation.status, threads[0].status], [next, next])
      const mark = `status-changed: Ada Lovelace marked as ${next.charAt(0).toUpperCase()}${next.slice(1)}`
      assert.deepEqual(lines, status === next ? [] : [mark])
      const [, ...more] = await on.told(id)
      const changed = [{ kind: "convo.status", user_id: on.ids.users.ada, data: { from: status, to: next } }]
      assert.deepEqual(more, status === next ? [] : changed)
    })

  test("closes with who and when, and reopens without", async () => {
    await on.added(id, "reply", { status: "closed" })
    const closed = (await on.read(id)).conversation
    assert.deepEqual([closed.closedBy, closed.closedAt], [on.ids.users.ada, second(on.desk.clock.now)])
    await on.added(id, "reply")
    const reopened = (await on.read(id)).conversation
    assert.deepEqual([reopened.closedAt, reopened.closedByUser?.id], [undefined, undefined])
  })

  test("assigns, unassigns for good, or leaves the assignee", async () => {
    const assignee = async () => (await on.read(id)).conversation.assignee?.id
    const kept = () =>
      on.desk.db.one<{ kept: boolean }>(sql`select kept_unassigned as kept from conversations where id = ${id}`)
    await on.added(id, "reply", { assignTo: on.ids.users.limited })
    assert.equal(await assignee(), on.ids.users.limited)
    await on.added(id, "reply", { assignTo: on.ids.teams.firstLine })
    assert.equal(await assignee(), on.ids.teams.firstLine)
    await on.added(id, "reply")
    assert.equal(await assignee(), on.ids.teams.firstLine)
    await on.added(id, "reply", { assignTo: null })
    assert.deepEqual([await assignee(), (await kept()).kept], [undefined, true])
    assert.deepEqual(
      (await on.read(id)).lines.map((line) => line.split(":")[0]),
      ["assigned", "assigned", "unassigned"],
    )
  })

  test("may be somebody else's, to somebody else", async () => {
    const threadId = await on.added(id, "reply", {
      user: on.ids.users.limited,
      customer: { email: "other@elsewhere.example", firstName: "Olga" },
      status: "closed",
    })
    const thread = await on.thread({ id, threadId })
    assert.deepEqual(
      [thread.createdBy.id, thread.customer.first, thread.to],
      [on.ids.users.limited, "Olga", ["other@elsewhere.example"]],
    )
    const { conversation } = await on.read(id)
    assert.deepEqual([conversation.closedBy, conversation.primaryCustomer.email], [on.ids.users.limited, customerEmail])
    const there = await on.added(id, "reply", { to: ["x@y.example", " z@y.example "] })
    assert.deepEqual((await on.thread({ id, threadId: there })).to, ["x@y.example", "z@y.example"])
  })

  test("with imported is history: nothing changes, nobody is told", async () => {
    id = await on.open({ status: "closed" })
    const before = (await on.read(id)).conversation
    const threadId = await on.added(id, "reply", {
      imported: true,
      createdAt: "2024-02-29T10:00:00Z",
      status: "active",
      assignTo: on.ids.users.limited,
      lastSeenThreadId: 1,
      undoSeconds: 10,
    })
    const { conversation, lines } = await on.read(id)
    assert.deepEqual([conversation.status, conversation.assignee.id], ["closed", before.assignee.id])
    assert.deepEqual([conversation.threads, conversation.preview, lines], [3, before.preview, []])
    const thread = await on.thread({ id, threadId })
    assert.deepEqual([thread.state, thread.createdAt], ["published", "2024-02-29T10:00:00Z"])
    assert.deepEqual(await on.kinds(id), ["convo.imported"])
  })

  test("comes with attachments, once for a key", async () => {
    const attachments = [{ fileName: "a.txt", mimeType: "text/plain", data: "SGVsbG8=" }]
    const headers = { "Idempotency-Key": "reply-1" }
    const first = await on.added(id, "reply", { attachments }, { headers, token: on.ada })
    const again = await on.added(id, "reply", { attachments }, { headers, token: on.ada })
    assert.equal(again, first)
    const { threads } = await on.read(id)
    assert.equal(threads.length, 3)
    assert.equal(threads[0]._embedded.attachments[0].filename, "a.txt")
  })

  test("of a draft conversation publishes it, and restores a deleted one", async () => {
    id = await on.open({ threads: [{ type: "reply", text: "Not yet", draft: true }] })
    await on.added(id, "reply")
    assert.equal((await on.read(id)).conversation.state, "published")
    assert.deepEqual(await on.kinds(id), ["convo.created"])
    await change(sql`state = 'deleted'`)
    await on.added(id, "reply")
    assert.equal((await on.read(id)).conversation.state, "published")
    assert.deepEqual(await on.kinds(id), ["convo.agent.reply.created", "convo.restored"])
  })
})

describe("a draft reply", () => {
  test("changes nothing, and is its author's alone", async () => {
    id = await on.open({ status: "pending" })
    const before = (await on.read(id, on.tokens.grace)).conversation
    const answer = await on.add(id, "reply", {
      text: "Geheimrezept",
      draft: true,
      status: "closed",
      assignTo: null,
      cc: ["hidden@elsewhere.example"],
    })
    assert.equal(answer.headers.get("thread-state"), "draft")
    const at = { id, threadId: Number(answer.headers.get("resource-id")) }
    const seen = await on.read(id, on.tokens.grace)
    for (const part of ["status", "assignee", "threads", "preview", "cc", "customerWaitingSince"])
      assert.deepEqual(seen.conversation[part], before[part], part)
    assert.deepEqual([seen.threads.length, seen.lines], [2, []])
    assert.equal((await on.change("GET", at, undefined, { token: on.tokens.grace })).status, 404)
    const own = await on.thread(at)
    assert.deepEqual([own.state, own.body, own.scheduled], ["draft", "Geheimrezept", undefined])
    assert.equal((await on.read(id)).threads.length, 3)
    assert.equal(await on.found("geheimrezept"), 0)
    assert.deepEqual(await on.kinds(id), ["convo.draft.changed"])
  })

  test("is what a token for drafts makes of any reply", async () => {
    const answer = await on.add(id, "reply", { undoSeconds: 5, lastSeenThreadId: 1 }, { token: on.tokens.draftsOnly })
    const threadId = Number(answer.headers.get("resource-id"))
    assert.equal(answer.headers.get("thread-state"), "draft")
    const thread = await on.thread({ id, threadId })
    assert.deepEqual([thread.state, thread.scheduled], ["draft", undefined])
  })
})

describe("a reply is refused", () => {
  for (const [body, path] of [
    [{ text: undefined }, "text"],
    [{ text: "" }, "text"],
    [{ text: 7 }, "text"],
    [{ customer: { id: 999_999_999 } }, "customer.id"],
    [{ user: 999_999_999 }, "user"],
    [{ assignTo: 999_999_999 }, "assignTo"],
    [{ status: "open to all" }, "status"],
    [{ to: ["x"] }, "to[0]"],
    [{ cc: ["a@b.example", "y"] }, "cc[1]"],
    [{ bcc: "a@b.example" }, "bcc"],
    [{ createdAt: "2024-01-01T00:00:00Z" }, "createdAt"],
    [{ imported: true, createdAt: "2999-01-01" }, "createdAt"],
    [{ undoSeconds: -1 }, "undoSeconds"],
    [{ undoSeconds: 121 }, "undoSeconds"],
    [{ lastSeenThreadId: 0 }, "lastSeenThreadId"],
    [{ attachments: [{ fileName: "a", mimeType: "text/plain", data: "%" }] }, "attachments[0].data"],
  ] as const)
    test(`as ${JSON.stringify(body)}`, async () => {
      const answer = await on.add(id, "reply", body)
      assert.equal(answer.status, 400)
      assert.deepEqual(
        answer.body._embedded.errors.map((error: { path: string }) => error.path),
        [path],
      )
      assert.equal((await on.read(id)).threads.length, 2)
    })

  test("in the name of a light user or a stranger, or to give it to one", async () => {
    for (const field of ["user", "assignTo"])
      for (const who of [on.ids.users.light, on.ids.users.outsider])
        assert.equal((await on.add(id, "reply", { [field]: who })).status, 400)
  })

  test("by light users, strangers and tokens that only read", async () => {
    assert.equal((await on.add(id, "reply", {}, { token: on.tokens.light })).status, 403)
    const outsider = await on.desk.tokenFor(on.ids.users.outsider)
    assert.equal((await on.add(id, "reply", {}, { token: outsider })).status, 404)
    const reading = await on.desk.tokenFor(on.ids.users.ada, "read-only")
    assert.equal((await on.add(id, "reply", {}, { token: reading })).status, 403)
  })

  test("by a full or old conversation, and when it changed since it was read", async () => {
    const { with99Threads, old } = on.ids.conversations
    assert.deepEqual(problemOf(await on.add(with99Threads, "reply")), [412, "thread_limit"])
    assert.deepEqual(problemOf(await on.add(old, "reply")), [412, "old_conversation"])
    const { headers } = await on.desk.get(`/v2/conversations/${id}`, on.ada)
    const stamp = { "If-Match": headers.get("etag") ?? "" }
    assert.equal((await on.add(id, "reply", {}, { headers: stamp, token: on.ada })).status, 201)
    const late = await on.add(id, "reply", {}, { headers: stamp, token: on.ada })
    assert.deepEqual(problemOf(late), [412, "changed_meanwhile"])
  })
})

describe("more replies at once than there are connections to the database", () => {
  test("do not wait for one another, though each is checked against what was read", async () => {
    const several: number[] = []
    for (let index = 0; index < 25; index++) several.push(await on.open())
    const answers = await Promise.all(
      several.map(async (conversationId) => {
        const { headers } = await on.desk.get(`/v2/conversations/${conversationId}`, on.ada)
        return { conversationId, headers: { "If-Match": headers.get("etag") ?? "" } }
      }),
    )
    const replies = await Promise.all(
      answers.map(({ conversationId, headers }) => on.add(conversationId, "reply", {}, { token: on.ada, headers })),
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]))
  })
})

describe("replies that cross something unseen", () => {
  test("go out while nothing is newer", async () => {
    const { threads } = await on.read(id)
    const answer = await on.add(id, "reply", { lastSeenThreadId: threads[0].id })
    assert.equal(answer.headers.get("thread-state"), "published")
  })

  test("of two agents at once: one goes out, the other waits in review", async () => {
    const { threads } = await on.read(id)
    const body = { lastSeenThreadId: threads[0].id, status: "closed" }
    const answers = await Promise.all([
      on.add(id, "reply", { ...body, text: "I was first" }),
      on.add(id, "reply", { ...body, text: "I was first" }, { token: on.tokens.grace }),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    )
    const states = answers.map(({ headers }) => headers.get("thread-state"))
    assert.deepEqual(states.toSorted(), ["published", "review"])
    const { conversation, threads: now } = await on.read(id, on.tokens.limited)
    assert.equal(conversation.threads, 3)
    const messages = now.filter(({ type }) => type === "message").map(({ state }) => state)
    assert.deepEqual(messages.toSorted(), ["published", "published", "review"])
  })

  test("wait while a note or a customer was faster, changing nothing, and everybody knows", async () => {
    for (const place of ["notes", "customer"] as const) {
      id = await on.open()
      const { threads } = await on.read(id)
      await on.added(id, place)
      await on.told(id)
      const answer = await on.add(id, "reply", {
        lastSeenThreadId: threads[0].id,
        text: "Mohnstrudel",
        status: "closed",
        undoSeconds: 5,
      })
      assert.equal(answer.headers.get("thread-state"), "review")
      const { conversation, threads: now } = await on.read(id, on.tokens.limited)
      assert.deepEqual([conversation.status, now[0].state, now[0].scheduled], ["active", "review", undefined])
      assert.deepEqual(await on.kinds(id), ["convo.thread.created"])
      const { needsattention } = on.ids.folders.support
      const trouble = await on.desk.get(`/v2/conversations?folder=${needsattention}&status=all&size=100`, on.ada)
      assert.ok(trouble.body._embedded.conversations.some((one: { id: number }) => one.id === id))
    }
    assert.equal(await on.found("mohnstrudel"), 2)
  })

  test("line items and drafts of others are nothing to see", async () => {
    const { threads } = await on.read(id)
    await on.added(id, "reply", { draft: true }, { token: on.tokens.grace })
    await on.desk.send("PATCH", `/v2/conversations/${id}`, {
      token: on.ada,
      body: { op: "replace", path: "/status", value: "pending" },
    })
    const answer = await on.add(id, "reply", { lastSeenThreadId: threads[0].id })
    assert.equal(answer.headers.get("thread-state"), "published")
  })
})

describe("20 threads at once on a conversation that has room for one", () => {
  for (const places of [["reply"], ["notes"], ["customer"], ["reply", "notes", "customer", "chats", "phones"]] as const)
    test(`one is added, by ${places.join(", ")}`, async () => {
      const filled = Array.from({ length: 98 }, (_, index) => ({ type: "note", text: `Note ${index}` }))
      id = await on.open({ threads: filled })
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          on.add(id, places[index % places.length] ?? "reply", { draft: index % 3 === 0 }),
        ),
      )
      const taken = answers.filter(({ status }) => status === 201)
      const refused = answers.filter(({ status }) => status !== 201)
      assert.equal(taken.length, 1)
      for (const answer of refused) assert.deepEqual(problemOf(answer), [412, "thread_limit"])
      const { held } = await on.desk.db.one<{ held: number }>(
        sql`select held_thread_count as held from conversations where id = ${id}`,
      )
      assert.equal(held, 99)
    })
})
