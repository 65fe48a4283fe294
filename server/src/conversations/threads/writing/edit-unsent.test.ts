import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { problemOf, replace, type Threading, threadingDesk } from "../../../../test/mail/threading.ts"
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

/** Adds a thread, by Ada unless told otherwise, and forgets that it was told. */
async function written(place: "reply" | "notes" | "customer", body: object = {}, token = on.ada) {
  const threadId = await on.added(id, place, body, { token })
  await on.told(id)
  return { id, threadId }
}

const draft = (body: object = {}, token = on.ada) => written("reply", { draft: true, text: "A draft", ...body }, token)

async function inReview(token = on.ada) {
  const { threads } = await on.read(id)
  await on.added(id, "notes")
  return written("reply", { text: "Too late?", status: "closed", lastSeenThreadId: threads[0].id }, token)
}

const original = (threadId: number, headers = {}, token = on.ada) =>
  on.desk.get(`/v2/conversations/${id}/threads/${threadId}/original-source`, token, headers)

describe("PATCH …/threads/{id} of a draft", () => {
  test("changes all of it for its author, and nothing for others", async () => {
    const at = await draft({ text: "Version 1" })
    const before = await on.read(id, on.tokens.grace)
    const operations = [
      replace("/text", "Version 2"),
      replace("/to", [" to@elsewhere.example "]),
      replace("/cc", ["cc@elsewhere.example"]),
      replace("/bcc", ["bcc@elsewhere.example"]),
    ]
    assert.equal((await on.change("PATCH", at, operations)).status, 204)
    const thread = await on.thread(at)
    assert.deepEqual(
      [thread.body, thread.to, thread.cc, thread.bcc, thread.state],
      ["Version 2", ["to@elsewhere.example"], ["cc@elsewhere.example"], ["bcc@elsewhere.example"], "draft"],
    )
    assert.deepEqual(problemOf(await original(at.threadId)), [404, "no_message"])
    assert.deepEqual(await on.read(id, on.tokens.grace), before)
    assert.deepEqual(await on.kinds(id), ["convo.draft.changed"])
  })

  test("is sent with what was said last, and what its writer wanted comes true", async () => {
    const at = await draft({ status: "pending", assignTo: null })
    on.passTime(60)
    const operations = [
      replace("/text", "Linzer Torte"),
      replace("/cc", ["cc@elsewhere.example"]),
      replace("/status", "closed"),
      replace("/assignTo", on.ids.users.limited),
      replace("/state", "published"),
    ]
    assert.equal((await on.change("PATCH", at, operations)).status, 204)
    const { conversation, threads, lines } = await on.read(id, on.tokens.grace)
    assert.deepEqual(
      [conversation.status, conversation.assignee.id, conversation.preview, conversation.cc, conversation.closedBy],
      ["closed", on.ids.users.limited, "Linzer Torte", ["cc@elsewhere.example"], on.ids.users.ada],
    )
    const sent = threads.find(({ type }) => type === "message")
    assert.deepEqual([sent.id, sent.state, sent.status], [at.threadId, "published", "closed"])
    assert.equal(sent.createdAt, `${on.desk.clock.now.toISOString().slice(0, 19)}Z`)
    assert.deepEqual(lines, [
      "status-changed: Ada Lovelace marked as Closed",
      "assigned: Ada Lovelace assigned this conversation to Linus Limited",
    ])
    assert.equal(await on.found("linzer"), 1)
    assert.deepEqual(await on.kinds(id), ["convo.agent.reply.created", "convo.status", "convo.assigned"])
    assert.deepEqual(problemOf(await original(at.threadId)), [404, "no_message"])
  })

  test("what was wanted can be withdrawn, and is settled by how things are when it goes out", async () => {
    const at = await draft({ status: "closed", assignTo: on.ids.users.limited })
    await on.change("PATCH", at, [
      { op: "remove", path: "/status" },
      { op: "remove", path: "/assignTo" },
    ])
    await on.desk.db.run(sql`update conversations set status = 'spam' where id = ${id}`)
    await on.change("PATCH", at, replace("/state", "published"))
    const { conversation } = await on.read(id)
    assert.deepEqual([conversation.status, conversation.assignee.id], ["spam", on.ids.users.grace])

    for (const [word, status] of [
      [undefined, "active"],
      ["open", "pending"],
      ["inbox_predefined", "closed"],
    ] as const) {
      id = await on.open()
      const later = await draft(word && { status: word })
      await on.desk.db.run(sql`update conversations set status = 'pending' where id = ${id}`)
      await on.desk.db.run(sql`update inboxes set status_after_reply = 'closed' where id = ${on.ids.inboxes.support}`)
      await on.change("PATCH", later, replace("/state", "published"))
      assert.equal((await on.read(id)).conversation.status, status, word)
    }
  })

  test("who cannot be given it any more is passed over, and nobody is nobody", async () => {
    const somebody = await on.desk.addUser({
      email: "leaver@scenario.example",
      role: "user",
      inboxIds: [on.ids.inboxes.support],
    })
    const at = await draft({ assignTo: somebody })
    await on.desk.db.run(sql`update users set deactivated_at = now() where id = ${somebody}`)
    assert.equal((await on.change("PATCH", at, replace("/assignTo", somebody))).status, 400)
    await on.change("PATCH", at, replace("/state", "published"))
    assert.equal((await on.read(id)).conversation.assignee.id, on.ids.users.grace)
    await on.change("PATCH", await draft(), [replace("/assignTo", null), replace("/state", "published")])
    assert.equal((await on.read(id)).conversation.assignee, undefined)
  })

  test("is nobody else's: a colleague finds none, an admin sends it but does not write in it", async () => {
    const at = await draft({}, on.tokens.grace)
    for (const operation of [replace("/text", "x"), replace("/state", "published")])
      assert.equal((await on.change("PATCH", at, operation, { token: on.tokens.limited })).status, 404)
    assert.deepEqual(problemOf(await on.change("PATCH", at, replace("/text", "x"))), [403, "forbidden"])
    assert.equal((await on.change("PATCH", at, replace("/state", "published"))).status, 204)
    const thread = await on.thread(at)
    assert.deepEqual([thread.body, thread.createdBy.id], ["A draft", on.ids.users.grace])
  })

  test("a token for drafts changes it, and does not send it", async () => {
    const at = await draft()
    const { draftsOnly: token } = on.tokens
    assert.equal((await on.change("PATCH", at, replace("/text", "Better"), { token })).status, 204)
    const sending = [replace("/text", "Sent?"), replace("/state", "published")]
    assert.deepEqual(problemOf(await on.change("PATCH", at, sending, { token })), [403, "forbidden"])
    const thread = await on.thread(at)
    assert.deepEqual([thread.state, thread.body], ["draft", "Better"])
  })

  test("cannot be hidden; a plain one that is taken back stays as it is", async () => {
    const at = await draft()
    assert.deepEqual(problemOf(await on.change("PATCH", at, replace("/hidden", true))), [409, "thread_state"])
    assert.equal((await on.change("PATCH", at, replace("/state", "draft"))).status, 204)
    assert.deepEqual(await on.told(id), [])
  })

  test("/draft false publishes it; true changes nothing of a draft, and is refused by name afterwards", async () => {
    const at = await draft()
    const scheduledFor = new Date(on.desk.clock.now.getTime() + 600_000).toISOString()
    await on.change("PUT", at, { scheduledFor }, { under: "/schedule" })
    assert.equal((await on.change("PATCH", at, replace("/draft", true))).status, 204)
    const waiting = await on.thread(at)
    assert.deepEqual([waiting.state, waiting.scheduled === undefined], ["draft", false])
    assert.equal((await on.change("PATCH", at, replace("/draft", false))).status, 204)
    const { status, body } = await on.change("PATCH", at, replace("/draft", true))
    const message = "must be false for /draft: what is published cannot become a draft again"
    assert.deepEqual([status, body._embedded.errors[0].message], [400, message])
    assert.equal((await on.thread(at)).state, "published")
  })

  test("of a draft conversation publishes that, and its folder counts", async () => {
    const count = async () => {
      const { body } = await on.desk.get(`/v2/mailboxes/${on.ids.inboxes.support}/folders`, on.ada)
      return body._embedded.folders.find(({ type }: { type: string }) => type === "drafts").totalCount
    }
    const before = await count()
    id = await on.open({ threads: [{ type: "reply", text: "Dear customer", draft: true }] })
    const { threads } = await on.read(id)
    assert.equal(await count(), before + 1)
    await on.change("PATCH", { id, threadId: threads[0].id }, replace("/text", "Dear you"))
    await on.change("PATCH", { id, threadId: threads[0].id }, replace("/state", "published"))
    assert.equal(await count(), before)
    assert.equal((await on.read(id, on.tokens.grace)).conversation.preview, "Dear you")
    assert.deepEqual(await on.kinds(id), ["convo.draft.changed", "convo.created"])
  })
})

describe("PATCH …/threads/{id} of a reply in review", () => {
  test("confirms it: it goes out and what its writer wanted comes true", async () => {
    const at = await inReview()
    assert.equal((await on.change("PATCH", at, replace("/state", "published"))).status, 204)
    assert.equal((await on.read(id)).conversation.status, "closed")
    assert.equal((await on.thread(at)).state, "published")
    assert.deepEqual(await on.kinds(id), ["convo.agent.reply.created", "convo.status"])
    assert.equal((await on.change("PATCH", at, replace("/state", "published"))).status, 204)
    assert.deepEqual(await on.kinds(id), [])
  })

  test("one of the seeds is confirmed too, though its words are there already", async () => {
    const { everyThreadState } = on.ids.conversations
    const at = { id: everyThreadState, threadId: on.ids.threads.everyThreadState.review }
    assert.equal((await on.change("PATCH", at, replace("/state", "published"))).status, 204)
  })

  test("may change before, is found by its new words, and keeps the first ones", async () => {
    const at = await inReview()
    assert.equal((await on.change("PATCH", at, replace("/text", "Germknödel"))).status, 204)
    assert.equal(await on.found("germknodel"), 1)
    assert.deepEqual((await original(at.threadId)).body, { original: "Too late?" })
    assert.deepEqual(await on.kinds(id), ["convo.thread.updated"])
  })

  test("is its author's and the admins' to decide on", async () => {
    const at = await inReview(on.tokens.grace)
    for (const operation of [replace("/state", "published"), replace("/text", "x")])
      assert.equal((await on.change("PATCH", at, operation, { token: on.tokens.limited })).status, 403)
    const { draftsOnly: token } = on.tokens
    assert.equal((await on.change("PATCH", at, replace("/state", "published"), { token })).status, 403)
    assert.deepEqual(problemOf(await on.change("PATCH", at, replace("/state", "draft"))), [409, "thread_state"])
    assert.equal((await on.change("PATCH", at, replace("/state", "published"))).status, 204)
  })
})
