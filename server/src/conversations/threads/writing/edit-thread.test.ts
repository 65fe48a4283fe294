import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { problemOf, replace, type Threading, threadingDesk } from "../../../../test/mail/threading.ts"

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

const original = (threadId: number, headers = {}, token = on.ada) =>
  on.desk.get(`/v2/conversations/${id}/threads/${threadId}/original-source`, token, headers)

describe("PATCH …/threads/{id} of what is published", () => {
  test("/text changes what is read, found and shown; the first text stays to be read", async () => {
    const at = await written("reply", { text: "Zwetschgenknödel" })
    assert.equal((await on.change("PATCH", at, replace("/text", "<p>Marillenknödel</p>"))).status, 204)
    assert.equal(
      (await on.change("PATCH", at, replace("/text", "Topfenknödel"), { token: on.tokens.grace })).status,
      204,
    )
    const { conversation, threads, lines } = await on.read(id)
    assert.equal(conversation.preview, "Topfenknödel")
    assert.equal(threads.find((thread) => thread.id === at.threadId).body, "Topfenknödel")
    assert.deepEqual(lines, ["default: Ada Lovelace edited a reply", "default: Grace Hopper edited a reply"])
    assert.deepEqual(
      [await on.found("zwetschgenknodel"), await on.found("marillenknodel"), await on.found("topfenknodel")],
      [0, 0, 1],
    )
    assert.deepEqual((await original(at.threadId)).body, { original: "Zwetschgenknödel" })
    const data = { threadId: at.threadId, changed: ["text"] }
    assert.deepEqual(await on.told(id), [
      { kind: "convo.thread.updated", user_id: on.ids.users.ada, data },
      { kind: "convo.thread.updated", user_id: on.ids.users.grace, data },
    ])
  })

  test("/text of an older thread leaves preview and copies alone", async () => {
    const at = await written("customer", { text: "Old", cc: ["old@elsewhere.example"] })
    await written("reply", { text: "New", cc: ["new@elsewhere.example"] })
    await on.change("PATCH", at, replace("/text", "Older"))
    const { conversation, lines } = await on.read(id)
    assert.deepEqual([conversation.preview, conversation.cc], ["New", ["new@elsewhere.example"]])
    assert.deepEqual(lines, ["default: Ada Lovelace edited what the customer wrote"])
  })

  test("/hidden hides and shows again; a hidden answer is none", async () => {
    const question = await written("customer")
    const at = await written("reply")
    assert.equal((await on.change("PATCH", at, replace("/hidden", true))).status, 204)
    assert.equal((await on.thread(at)).state, "hidden")
    const hidden = (await on.read(id)).conversation
    assert.deepEqual([hidden.threads, typeof hidden.customerWaitingSince.time], [3, "string"])
    await on.change("PATCH", at, replace("/hidden", "false"))
    const shown = await on.read(id)
    assert.deepEqual([shown.conversation.threads, shown.conversation.customerWaitingSince], [4, undefined])
    assert.deepEqual(shown.lines, ["default: Ada Lovelace hid a reply", "default: Ada Lovelace showed again a reply"])
    await on.change("PATCH", question, replace("/hidden", true))
    await on.change("PATCH", question, replace("/state", "published"))
    assert.equal((await on.thread(question)).state, "published")
  })

  test("what is so already leaves no trace", async () => {
    const at = await written("notes", { text: "Same" })
    const before = await on.read(id)
    on.passTime(60)
    const same = [replace("/text", "Same"), replace("/hidden", false), replace("/state", "published")]
    assert.equal((await on.change("PATCH", at, same)).status, 204)
    assert.deepEqual(await on.told(id), [])
    assert.deepEqual(await on.read(id), before)
  })

  test("several operations are done together or not at all", async () => {
    const at = await written("notes", { text: "As it was" })
    const wrong = [replace("/text", "Changed"), replace("/state", "draft")]
    assert.deepEqual(problemOf(await on.change("PATCH", at, wrong)), [409, "thread_state"])
    assert.equal((await on.thread(at)).body, "As it was")
    const both = [replace("/text", "Changed"), replace("/hidden", true), replace("/text", "Changed again")]
    assert.equal((await on.change("PATCH", at, both)).status, 204)
    const thread = await on.thread(at)
    assert.deepEqual([thread.body, thread.state], ["Changed again", "hidden"])
    const [event] = await on.told(id)
    assert.deepEqual(event?.data["changed"], ["text", "hidden"])
  })

  test("addresses and outcomes are of drafts alone", async () => {
    const at = await written("reply")
    for (const operation of [
      replace("/to", ["a@b.example"]),
      replace("/cc", []),
      replace("/bcc", []),
      replace("/status", "closed"),
      replace("/assignTo", on.ids.users.ada),
      replace("/state", "draft"),
    ])
      assert.deepEqual(problemOf(await on.change("PATCH", at, operation)), [409, "thread_state"], operation.path)
  })

  test("a line item never changes, and one that bounced stays to be seen", async () => {
    const { everyThreadType, everyThreadState } = on.ids.conversations
    const item = { id: everyThreadType, threadId: on.ids.threads.everyThreadType.lineitem }
    assert.deepEqual(problemOf(await on.change("PATCH", item, replace("/text", "x"))), [403, "thread_fixed"])
    const bounced = { id: everyThreadState, threadId: on.ids.threads.everyThreadState.bounced }
    assert.deepEqual(problemOf(await on.change("PATCH", bounced, replace("/hidden", true))), [409, "thread_state"])
    assert.equal((await on.change("PATCH", bounced, replace("/text", "Mended"))).status, 204)
    assert.equal((await on.thread(bounced)).state, "bounced")
  })

  test("light users change their own notes, and nothing else", async () => {
    const { light } = on.tokens
    const own = await written("notes", {}, light)
    assert.equal((await on.change("PATCH", own, replace("/text", "Better"), { token: light })).status, 204)
    assert.equal((await on.change("PATCH", own, replace("/text", "Best"), { token: on.tokens.grace })).status, 204)
    for (const at of [await written("notes"), await written("customer")])
      assert.deepEqual(problemOf(await on.change("PATCH", at, replace("/text", "x"), { token: light })), [
        403,
        "forbidden",
      ])
  })

  test("If-Match is the thread's own", async () => {
    const at = await written("notes")
    const { headers } = await on.change("GET", at)
    const stamp = { token: on.ada, headers: { "If-Match": headers.get("etag") ?? "" } }
    await on.added(id, "reply")
    assert.equal((await on.change("PATCH", at, replace("/text", "One"), stamp)).status, 204)
    assert.deepEqual(problemOf(await on.change("PATCH", at, replace("/text", "Two"), stamp)), [
      412,
      "changed_meanwhile",
    ])
    assert.deepEqual(problemOf(await on.change("DELETE", at, undefined, stamp)), [412, "changed_meanwhile"])
  })

  for (const [operation, path] of [
    [{ op: "replace", path: "/subject", value: "x" }, "path"],
    [{ op: "replace", path: "toString", value: "x" }, "path"],
    [{ op: "add", path: "/text", value: "x" }, "op"],
    [{ op: "remove", path: "/text" }, "op"],
    [{ op: "replace", path: "/text", value: "" }, "value"],
    [{ op: "replace", path: "/text", value: 7 }, "value"],
    [{ op: "replace", path: "/text" }, "value"],
    [{ op: "replace", path: "/hidden", value: "perhaps" }, "value"],
    [{ op: "replace", path: "/state", value: "review" }, "value"],
    [{ op: "replace", path: "/to", value: "a@b.example" }, "value"],
    [{ op: "replace", path: "/cc", value: ["x"] }, "value"],
    [{ op: "replace", path: "/bcc", value: [7] }, "value"],
    [{ op: "replace", path: "/status", value: "done" }, "value"],
    [{ op: "replace", path: "/assignTo", value: "nobody" }, "value"],
    [
      [
        { op: "replace", path: "/text", value: "x" },
        { op: "replace", path: "/text", value: "" },
      ],
      "[1].value",
    ],
  ] as const)
    test(`refuses ${JSON.stringify(operation)}`, async () => {
      const answer = await on.change("PATCH", await draft(), operation)
      assert.equal(answer.status, 400)
      assert.equal(answer.body._embedded.errors[0].path, path)
    })

  test("text that cannot be stored is no defect", async () => {
    const at = await written("notes")
    for (const text of ["a\0b", "a\ud800b"]) {
      const { status } = await on.change("PATCH", at, replace("/text", text))
      assert.ok(status === 204 || status === 400, String(status))
    }
  })
})

describe("GET …/threads/{id}/original-source", () => {
  const anyAccept = [{}, { Accept: "*/*" }, { Accept: "application/json" }, { Accept: "message/rfc822" }]

  test("says that there is none where nothing was received or edited, whatever is accepted", async () => {
    const { threadId } = await written("customer")
    for (const headers of anyAccept) {
      const answer = await original(threadId, headers)
      assert.deepEqual(problemOf(answer), [404, "no_message"])
      assert.equal(answer.body.message, "This thread was not received by mail, and its text was never edited")
    }
  })

  test("has the text from before it was edited, whatever is accepted", async () => {
    const at = await written("customer", { text: "First" })
    await on.change("PATCH", at, replace("/text", "Second"))
    for (const headers of anyAccept) {
      const { status, body } = await original(at.threadId, headers)
      assert.deepEqual([status, body], [200, { original: "First" }])
    }
  })

  test("is as visible as its thread, and line items have none", async () => {
    const { threadId } = await draft()
    assert.equal((await original(threadId, {}, on.tokens.grace)).status, 404)
    const { everyThreadType } = on.ids.conversations
    id = everyThreadType
    assert.equal((await original(on.ids.threads.everyThreadType.lineitem)).status, 404)
  })
})
