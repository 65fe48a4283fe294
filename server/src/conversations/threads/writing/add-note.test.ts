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

describe("POST /v2/conversations/{id}/notes", () => {
  test("is for the team: the customer goes on waiting, and nothing changes but what lists show", async () => {
    await on.added(id, "customer")
    const before = (await on.read(id)).conversation
    await on.told(id)
    on.passTime(60)
    const threadId = await on.added(id, "notes", { text: "<i>Knusperhäuschen</i>" }, { token: on.tokens.grace })
    const { conversation, threads, lines } = await on.read(id)
    for (const part of ["status", "threads", "assignee", "customerWaitingSince"])
      assert.deepEqual({ ...conversation[part], friendly: "" }, { ...before[part], friendly: "" }, part)
    assert.deepEqual([conversation.preview, lines], ["Knusperhäuschen", []])
    assert.deepEqual(
      [threads[0].type, threads[0].state, threads[0].createdBy.id, threads[0].customer, threads[0].to],
      ["note", "published", on.ids.users.grace, undefined, []],
    )
    assert.equal(await on.found("knusperhauschen"), 1)
    assert.deepEqual(await on.told(id), [
      { kind: "convo.note.created", user_id: on.ids.users.grace, data: { threadId } },
    ])
  })

  for (const [status, word, next] of [
    ["closed", undefined, "closed"],
    ["pending", undefined, "pending"],
    ["active", "closed", "closed"],
    ["closed", "open", "active"],
    ["pending", "open", "pending"],
    ["closed", "inbox_predefined", "pending"],
  ] as const)
    test(`makes ${status} into ${next} with the status ${word}`, async () => {
      id = await on.open({ status })
      await on.added(id, "notes", { ...(word && { status: word }) })
      const { conversation, lines } = await on.read(id)
      assert.equal(conversation.status, next)
      assert.equal(lines.length, status === next ? 0 : 1)
      assert.deepEqual(
        await on.kinds(id),
        status === next ? ["convo.note.created"] : ["convo.note.created", "convo.status"],
      )
    })

  test("may be somebody else's, or history", async () => {
    const threadId = await on.added(id, "notes", {
      user: on.ids.users.limited,
      imported: true,
      createdAt: "2024-01-02T03:04:05Z",
      status: "closed",
    })
    const thread = await on.thread({ id, threadId })
    assert.deepEqual([thread.createdBy.id, thread.createdAt], [on.ids.users.limited, "2024-01-02T03:04:05Z"])
    const { conversation } = await on.read(id)
    assert.deepEqual([conversation.status, conversation.preview], ["active", "Always."])
    assert.deepEqual(await on.kinds(id), ["convo.imported"])
  })

  test("leaves a draft conversation a draft, and a deleted one deleted", async () => {
    id = await on.open({ threads: [{ type: "reply", text: "Not yet", draft: true }] })
    await on.added(id, "notes")
    assert.equal((await on.read(id)).conversation.state, "draft")
    assert.deepEqual(await on.kinds(id), ["convo.draft.changed"])
    id = await on.open()
    await on.desk.db.run(sql`update conversations set state = 'deleted' where id = ${id}`)
    await on.added(id, "notes")
    assert.equal((await on.read(id)).conversation.state, "deleted")
  })

  test("light users write them, without a word on the status", async () => {
    const options = { token: on.tokens.light }
    const threadId = await on.added(id, "notes", {}, options)
    assert.equal((await on.thread({ id, threadId })).createdBy.id, on.ids.users.light)
    assert.deepEqual(problemOf(await on.add(id, "notes", { status: "closed" }, options)), [403, "forbidden"])
    for (const place of ["chats", "phones", "customer"] as const)
      assert.equal((await on.add(id, place, {}, options)).status, 403)
  })

  for (const [body, path] of [
    [{ text: "" }, "text"],
    [{ user: 999_999_999 }, "user"],
    [{ status: "done" }, "status"],
    [{ createdAt: "2024-01-01T00:00:00Z" }, "createdAt"],
    [{ attachments: [{ fileName: "a", mimeType: "text", data: "" }] }, "attachments[0].mimeType"],
  ] as const)
    test(`is refused as ${JSON.stringify(body)}`, async () => {
      const answer = await on.add(id, "notes", body)
      assert.equal(answer.status, 400)
      assert.equal(answer.body._embedded.errors[0].path, path)
    })

  test("is refused by a full or old conversation", async () => {
    const { with99Threads, old } = on.ids.conversations
    assert.deepEqual(problemOf(await on.add(with99Threads, "notes")), [412, "thread_limit"])
    assert.deepEqual(problemOf(await on.add(old, "notes")), [412, "old_conversation"])
  })
})

describe("POST /v2/conversations/{id}/chats", () => {
  test("is the customer's: it reopens and makes them wait", async () => {
    id = await on.open({ status: "closed" })
    const threadId = await on.added(id, "chats", { text: "Hi there" })
    const thread = await on.thread({ id, threadId })
    assert.deepEqual(
      [thread.type, thread.createdBy.type, thread.customer.email, thread.body],
      ["chat", "customer", customerEmail, "Hi there"],
    )
    const { conversation, lines } = await on.read(id)
    assert.deepEqual([conversation.status, conversation.preview], ["active", "Hi there"])
    assert.ok(conversation.customerWaitingSince)
    assert.deepEqual(lines, ["status-changed: Marked as Active by a customer's reply"])
    assert.deepEqual(await on.kinds(id), ["convo.customer.reply.created", "convo.status"])
  })

  test("needs a customer", async () => {
    const answer = await on.add(id, "chats", { customer: undefined })
    assert.equal(answer.body._embedded.errors[0].path, "customer")
  })
})

describe("POST /v2/conversations/{id}/phones", () => {
  test("is noted down by who took it, and answers the customer", async () => {
    id = await on.open({ status: "pending", threads: [{ type: "customer", text: "Call me" }] })
    const threadId = await on.added(id, "phones", { customer: { email: "caller@elsewhere.example" } })
    const thread = await on.thread({ id, threadId })
    assert.deepEqual(
      [thread.type, thread.createdBy.id, thread.customer.email, thread.to],
      ["phone", on.ids.users.ada, "caller@elsewhere.example", []],
    )
    const { conversation } = await on.read(id)
    assert.deepEqual(
      [conversation.status, conversation.customerWaitingSince, conversation.threads],
      ["pending", undefined, 2],
    )
    assert.deepEqual(await on.kinds(id), ["convo.thread.created"])
  })

  test("with imported is history", async () => {
    await on.added(id, "phones", { imported: true, createdAt: "2024-01-02T03:04:05Z" })
    assert.equal((await on.read(id)).conversation.preview, "Always.")
    assert.deepEqual(await on.kinds(id), ["convo.imported"])
  })
})
