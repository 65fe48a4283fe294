import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { listWrongConversations, listWrongCounts, listWrongPreviews } from "../../../../test/desk/seeded.ts"
import { problemOf, replace, type Threading, threadingDesk } from "../../../../test/mail/threading.ts"
import { sql } from "../../../db/db.ts"
import { sendScheduled } from "./send-scheduled.ts"

let on: Threading
let id: number

before(async () => {
  on = await threadingDesk()
  // Nobody but these tests assigns anything.
  await on.desk.db.run(sql`update routing set state = 'disabled'`)
})
beforeEach(async () => {
  id = await on.open()
})
after(async () => {
  const { db } = on.desk
  const wrong = [await listWrongConversations(db), await listWrongCounts(db), await listWrongPreviews(db)]
  await on.desk.close()
  assert.deepEqual(wrong, [[], [], []])
})

async function draft(body: object = {}) {
  const threadId = await on.added(id, "reply", { draft: true, text: "Sachertorte", ...body })
  await on.told(id)
  return { id, threadId }
}

const newest = async () => (await on.read(id)).threads[0].id
const send = (at: { id: number; threadId: number }, ...more: object[]) =>
  on.change("PATCH", at, [...more, replace("/state", "published")])

/** A turn of the job that sends what is due. */
function sendDue(): Promise<void> {
  const { appDb: db, config, files, outgoing, clock } = on.desk
  const desk = { db, config, files, outgoing, replica: undefined, now: () => clock.now }
  return sendScheduled(desk, undefined, new AbortController().signal)
}

describe("a draft that is sent with a time to undo", () => {
  test("goes out after it, as its writer wanted, and leaves no trace of a schedule", async () => {
    const at = await draft({ status: "closed" })
    const answer = await send(at, replace("/text", "Dobostorte"), replace("/undoSeconds", 10))
    assert.deepEqual([answer.status, answer.headers.get("thread-state")], [204, "draft"])
    const waiting = await on.thread(at)
    assert.deepEqual(
      [waiting.state, waiting.body, waiting.afterSending, waiting.scheduled.undoable],
      ["draft", "Dobostorte", { status: "closed" }, true],
    )
    const dueAt = new Date(on.desk.clock.now.getTime() + 10_000).toISOString()
    assert.equal(waiting.scheduled.scheduledFor, `${dueAt.slice(0, 19)}Z`)
    assert.deepEqual(await on.kinds(id), ["convo.draft.changed"])
    on.passTime(9)
    await sendDue()
    assert.equal((await on.thread(at)).state, "draft")
    on.passTime(1)
    await sendDue()
    const { conversation, threads, lines } = await on.read(id)
    assert.equal(conversation.status, "closed")
    const sent = threads.find((thread) => thread.id === at.threadId)
    assert.deepEqual([sent.state, sent.scheduled, sent.afterSending], ["published", undefined, undefined])
    assert.deepEqual(lines, ["status-changed: Ada Lovelace marked as Closed"])
    assert.deepEqual(await on.kinds(id), ["convo.agent.reply.created", "convo.status"])
  })

  test("is taken back as the draft that it was", async () => {
    const at = await draft({ status: "pending", assignTo: null })
    await send(at, replace("/undoSeconds", 30))
    on.passTime(29)
    const undone = await on.change("PATCH", at, replace("/state", "draft"))
    assert.deepEqual([undone.status, undone.headers.get("thread-state")], [204, "draft"])
    on.passTime(60)
    await sendDue()
    const thread = await on.thread(at)
    assert.deepEqual(
      [thread.state, thread.body, thread.scheduled, thread.afterSending],
      ["draft", "Sachertorte", undefined, { status: "pending", assignTo: null }],
    )
    assert.deepEqual((await on.read(id)).lines, [])
    await send(at)
    assert.deepEqual(problemOf(await on.change("PATCH", at, replace("/state", "draft"))), [409, "thread_state"])
  })

  test("0 sends at once, of a new reply too", async () => {
    const at = await draft()
    assert.equal((await send(at, replace("/undoSeconds", 0))).headers.get("thread-state"), "published")
    const answer = await on.add(id, "reply", { undoSeconds: 0 })
    assert.equal(answer.headers.get("thread-state"), "published")
  })

  test("takes the place of a schedule", async () => {
    const at = await draft()
    await on.change("PUT", at, { scheduledFor: "2099-01-01T00:00:00Z" }, { under: "/schedule" })
    await send(at, replace("/undoSeconds", 5))
    on.passTime(5)
    await sendDue()
    assert.equal((await on.thread(at)).state, "published")
  })
})

describe("a draft that is sent after something unseen", () => {
  test("waits in review for everybody to see, and goes out when it is confirmed", async () => {
    const seen = await newest()
    const at = await draft({ status: "closed", text: "Marillenknödel" })
    await on.added(id, "customer", { text: "One thing more" })
    await on.told(id)
    on.passTime(60)
    const answer = await send(at, replace("/lastSeenThreadId", seen), replace("/undoSeconds", 10))
    assert.deepEqual([answer.status, answer.headers.get("thread-state")], [204, "review"])
    const { conversation, threads } = await on.read(id, on.tokens.grace)
    assert.equal(conversation.status, "active")
    const [first] = threads
    assert.deepEqual(
      [first.id, first.state, first.scheduled, first.afterSending, first.createdAt],
      [at.threadId, "review", undefined, { status: "closed" }, `${on.desk.clock.now.toISOString().slice(0, 19)}Z`],
    )
    assert.equal(await on.found("marillenknödel"), 1)
    assert.deepEqual(await on.kinds(id), ["convo.thread.created"])
    assert.equal((await send(at)).headers.get("thread-state"), "published")
    assert.equal((await on.read(id)).conversation.status, "closed")
  })

  test("goes out where nothing is newer", async () => {
    const at = await draft()
    const answer = await send(at, replace("/lastSeenThreadId", await newestPublished()))
    assert.equal(answer.headers.get("thread-state"), "published")
  })

  const newestPublished = async () =>
    (await on.read(id)).threads.find(({ state }: { state: string }) => state === "published").id
})

describe("what goes together with sending is refused", () => {
  for (const [path, value] of [
    ["/undoSeconds", 10],
    ["/lastSeenThreadId", 1],
  ] as const)
    test(`as ${path} without it`, async () => {
      const at = await draft()
      assert.equal((await on.change("PATCH", at, replace(path, value))).status, 400)
      assert.equal((await on.change("PATCH", at, [replace(path, value), replace("/state", "draft")])).status, 400)
    })

  for (const value of [-1, 121, 1.5, "soon", null])
    test(`as ${value} seconds`, async () => {
      const at = await draft()
      assert.equal((await send(at, replace("/undoSeconds", value))).status, 400)
      assert.equal((await on.thread(at)).state, "draft")
    })

  test("by a token for drafts alone", async () => {
    const at = await draft()
    const body = [replace("/undoSeconds", 10), replace("/state", "published")]
    assert.equal((await on.change("PATCH", at, body, { token: on.tokens.draftsOnly })).status, 403)
  })
})
