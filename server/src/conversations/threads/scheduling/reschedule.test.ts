import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { type At, problemOf, replace, type Threading, threadingDesk } from "../../../../test/mail/threading.ts"
import { sql } from "../../../db/db.ts"
import { sendScheduled } from "./send-scheduled.ts"

let on: Threading
let id: number

before(async () => {
  on = await threadingDesk()
})
after(() => on.desk.close())
beforeEach(async () => {
  id = await on.open()
})

async function draft(body: object = {}, token = on.ada): Promise<At> {
  const threadId = await on.added(id, "reply", { draft: true, text: "Later", ...body }, { token })
  await on.told(id)
  return { id, threadId }
}

const ahead = (seconds: number) => new Date(on.desk.clock.now.getTime() + seconds * 1_000).toISOString()
const schedule = (at: At, body: object = {}, token = on.ada) =>
  on.change("PUT", at, { scheduledFor: ahead(600), ...body }, { under: "/schedule", token })
const sendNow = (at: At, token = on.ada, body: unknown = replace("/state", "published")) =>
  on.change("PATCH", at, body, { under: "/schedule", token })
const unschedule = (at: At, token = on.ada) => on.change("DELETE", at, undefined, { under: "/schedule", token })

/** A turn of one worker. */
function tick(): Promise<void> {
  const { db, config, files, outgoing, clock } = on.desk
  const desk = { db, config, files, outgoing, replica: undefined, now: () => clock.now }
  return sendScheduled(desk, undefined, new AbortController().signal)
}

describe("PUT …/threads/{id}/schedule", () => {
  test("has the draft sent at its time, and everybody knows what goes out next", async () => {
    const at = await draft({ status: "closed" })
    assert.equal((await schedule(at)).status, 204)
    const thread = await on.thread(at)
    assert.deepEqual(thread.scheduled, {
      scheduledBy: on.ids.users.ada,
      sendAsId: on.ids.users.ada,
      createdAt: `${on.desk.clock.now.toISOString().slice(0, 19)}Z`,
      scheduledFor: `${ahead(600).slice(0, 19)}Z`,
      unscheduleOnCustomerReply: true,
    })
    const { conversation, lines } = await on.read(id, on.tokens.grace)
    assert.deepEqual(
      [conversation.nextEvent.eventType, conversation.nextEvent.userId, conversation.nextEvent.cancelOnCustomerReply],
      ["scheduled", on.ids.users.ada, true],
    )
    assert.deepEqual(lines, [
      `scheduled: Ada Lovelace scheduled a reply for ${ahead(600).slice(0, 16).replace("T", " ")} UTC`,
    ])
    assert.deepEqual(await on.told(id), [
      {
        kind: "convo.updated",
        user_id: on.ids.users.ada,
        data: { changed: ["schedule"], threadId: at.threadId },
      },
    ])
    await tick()
    assert.equal((await on.thread(at)).state, "draft")
    on.passTime(600)
    await tick()
    const after = await on.read(id)
    assert.deepEqual([after.conversation.status, after.conversation.nextEvent], ["closed", undefined])
    assert.ok(after.lines.includes("status-changed: Marked as Closed by a scheduled reply"))
  })

  test("takes the place of the one before, also of a moment to undo", async () => {
    const at = await draft()
    await schedule(at)
    await schedule(at, { scheduledFor: ahead(1_200), unscheduleOnCustomerReply: false })
    const { scheduled } = await on.thread(at)
    assert.equal(scheduled.scheduledFor, `${ahead(1_200).slice(0, 19)}Z`)
    assert.equal(scheduled.unscheduleOnCustomerReply, false)
    const undoable = { id, threadId: await on.added(id, "reply", { undoSeconds: 20 }) }
    assert.equal((await schedule(undoable)).status, 204)
    on.passTime(30)
    await tick()
    assert.equal((await on.thread(undoable)).state, "draft")
    await unschedule(undoable)
    assert.equal((await on.read(id)).lines.at(-1), "unscheduled: Ada Lovelace unscheduled a reply")
  })

  test("an admin schedules for somebody else, in their name or in the own, and goes on seeing it", async () => {
    const at = await draft({}, on.tokens.grace)
    assert.equal((await schedule(at, { sendAsCreator: true })).status, 204)
    assert.equal((await on.thread(at)).scheduled.sendAsId, on.ids.users.grace)
    assert.equal((await on.change("PATCH", at, replace("/text", "Mended"))).status, 204)
    assert.equal((await schedule(at)).status, 204)
    assert.equal((await on.thread(at)).scheduled.sendAsId, on.ids.users.ada)
    on.passTime(600)
    await tick()
    const thread = await on.thread(at, on.tokens.limited)
    assert.deepEqual([thread.body, thread.createdBy.id], ["Mended", on.ids.users.ada])
  })

  test("is refused for what is no draft, for tokens that do not send, and to others", async () => {
    const sent = { id, threadId: await on.added(id, "reply") }
    assert.deepEqual(problemOf(await schedule(sent)), [409, "thread_state"])
    const note = { id, threadId: await on.added(id, "notes") }
    assert.deepEqual(problemOf(await schedule(note)), [409, "thread_state"])
    const at = await draft()
    assert.deepEqual(problemOf(await schedule(at, {}, on.tokens.draftsOnly)), [403, "forbidden"])
    assert.equal((await schedule(at, {}, on.tokens.grace)).status, 404)
    assert.equal((await schedule(at, {}, on.tokens.light)).status, 403)
    assert.equal((await on.thread(at)).scheduled, undefined)
  })

  for (const [body, path] of [
    [{ scheduledFor: undefined }, "scheduledFor"],
    [{ scheduledFor: "tomorrow" }, "scheduledFor"],
    [{ scheduledFor: "2020-01-01T00:00:00Z" }, "scheduledFor"],
    [{ scheduledFor: "2101-01-01T00:00:00Z" }, "scheduledFor"],
    [{ unscheduleOnCustomerReply: "perhaps" }, "unscheduleOnCustomerReply"],
    [{ sendAsCreator: 7 }, "sendAsCreator"],
  ] as const)
    test(`is refused as ${JSON.stringify(body)}`, async () => {
      const answer = await schedule(await draft(), body)
      assert.equal(answer.status, 400)
      assert.equal(answer.body._embedded.errors[0].path, path)
    })
})

describe("a schedule", () => {
  test("is not waited for, when somebody sends at once", async () => {
    const at = await draft({ status: "pending" })
    await schedule(at)
    await on.told(id)
    assert.equal((await sendNow(at)).status, 204)
    const { conversation } = await on.read(id)
    assert.deepEqual([conversation.status, conversation.nextEvent], ["pending", undefined])
    assert.deepEqual(await on.kinds(id), ["convo.agent.reply.created", "convo.status"])
    assert.deepEqual(problemOf(await sendNow(at)), [409, "thread_state"])
    on.passTime(600)
    await tick()
    assert.deepEqual(await on.told(id), [])
  })

  test("sends at once only what is scheduled, by who may send", async () => {
    const at = await draft()
    assert.deepEqual(problemOf(await sendNow(at)), [409, "thread_state"])
    await schedule(at)
    assert.equal((await sendNow(at, on.tokens.draftsOnly)).status, 403)
    assert.equal((await sendNow(at, on.tokens.grace)).status, 404)
    assert.equal((await sendNow(at, on.ada, replace("/state", "draft"))).status, 400)
    assert.equal((await sendNow(at, on.ada, replace("/text", "x"))).status, 400)
  })

  test("that is deleted leaves a plain draft, and twice is once", async () => {
    const at = await draft()
    await schedule(at)
    await on.told(id)
    assert.equal((await unschedule(at)).status, 204)
    assert.equal((await unschedule(at)).status, 204)
    const thread = await on.thread(at)
    assert.deepEqual([thread.state, thread.scheduled], ["draft", undefined])
    const { conversation, lines } = await on.read(id)
    assert.deepEqual(
      [conversation.nextEvent, lines.slice(1)],
      [undefined, ["unscheduled: Ada Lovelace unscheduled a reply"]],
    )
    assert.deepEqual(await on.kinds(id), ["convo.updated"])
    on.passTime(600)
    await tick()
    assert.equal((await on.thread(at)).state, "draft")
  })

  test("of a draft conversation is told to nobody, and publishes it at its time", async () => {
    id = await on.open({ threads: [{ type: "reply", text: "Dear customer", draft: true }] })
    const at = { id, threadId: (await on.read(id)).threads[0].id }
    await schedule(at)
    assert.deepEqual(await on.kinds(id), ["convo.draft.changed"])
    on.passTime(600)
    await tick()
    assert.equal((await on.read(id, on.tokens.grace)).conversation.state, "published")
    assert.deepEqual(await on.kinds(id), ["convo.created"])
  })

  test("and a customer's reply at the same moment: sent or unscheduled, never both", async () => {
    for (let round = 0; round < 4; round++) {
      id = await on.open()
      const at = await draft()
      await schedule(at, { scheduledFor: ahead(60) })
      await on.told(id)
      on.passTime(60)
      const customer = () => on.added(id, "customer")
      await Promise.all(round % 2 ? [customer(), tick(), tick()] : [tick(), customer(), tick()])
      await tick()
      const { threads, lines, conversation } = await on.read(id)
      const sent = threads.some((thread) => thread.id === at.threadId && thread.state === "published")
      const yielded = lines.some((line) => line.startsWith("unscheduled"))
      assert.notEqual(sent, yielded)
      const kinds = await on.kinds(id)
      assert.equal(kinds.filter((kind) => kind === "convo.agent.reply.created").length, sent ? 1 : 0)
      assert.equal(conversation.nextEvent, undefined)
    }
  })
})

describe("a reply with a moment to undo it", () => {
  const undoable = async (body: object = {}, token = on.ada) => {
    const answer = await on.add(id, "reply", { undoSeconds: 15, ...body }, { token })
    assert.deepEqual([answer.status, answer.headers.get("thread-state")], [201, "draft"])
    await on.told(id)
    return { id, threadId: Number(answer.headers.get("resource-id")) }
  }
  const takeBack = (at: At, token = on.ada) => on.change("PATCH", at, replace("/state", "draft"), { token })

  test("goes out by itself when the moment is over, as if it had been sent at once", async () => {
    const at = await undoable({ text: "Kaiserschmarrn", status: "closed", assignTo: on.ids.users.ada })
    assert.equal((await on.read(id)).conversation.status, "active")
    on.passTime(14)
    await tick()
    assert.equal((await on.thread(at)).state, "draft")
    on.passTime(1)
    await tick()
    const { conversation, lines } = await on.read(id, on.tokens.grace)
    assert.deepEqual([conversation.status, conversation.assignee.id], ["closed", on.ids.users.ada])
    assert.deepEqual([(await on.thread(at)).state, await on.found("kaiserschmarrn")], ["published", 1])
    assert.deepEqual(lines, [
      "status-changed: Ada Lovelace marked as Closed",
      "assigned: Ada Lovelace took this conversation",
    ])
    assert.deepEqual(await on.kinds(id), ["convo.agent.reply.created", "convo.status", "convo.assigned"])
  })

  test("goes out although the customer writes meanwhile", async () => {
    const at = await undoable()
    await on.added(id, "customer")
    on.passTime(15)
    await tick()
    assert.equal((await on.thread(at)).state, "published")
  })

  test("is taken back before, and is a plain draft with all that was wanted", async () => {
    const at = await undoable({ status: "closed" })
    assert.equal((await takeBack(at)).status, 204)
    on.passTime(600)
    await tick()
    const thread = await on.thread(at)
    assert.deepEqual([thread.state, thread.scheduled], ["draft", undefined])
    const { conversation, lines } = await on.read(id)
    assert.deepEqual([conversation.status, lines], ["active", []])
    await on.change("PATCH", at, replace("/state", "published"))
    assert.equal((await on.read(id)).conversation.status, "closed")
  })

  test("is taken back by its author or an admin, and by no colleague", async () => {
    const at = await undoable({}, on.tokens.grace)
    for (const operation of ["draft", "published"])
      assert.deepEqual(
        problemOf(await on.change("PATCH", at, replace("/state", operation), { token: on.tokens.limited })),
        [403, "forbidden"],
      )
    assert.equal((await on.change("DELETE", at, undefined, { token: on.tokens.limited })).status, 403)
    assert.equal((await unschedule(at, on.tokens.limited)).status, 403)
    assert.equal((await takeBack(at)).status, 204)
    const own = await undoable({}, on.tokens.grace)
    assert.equal((await takeBack(own, on.tokens.grace)).status, 204)
  })

  test("in another's name is taken back by who sent it", async () => {
    const at = await undoable({ user: on.ids.users.grace })
    assert.equal((await takeBack(at)).status, 204)
  })

  test("cannot be taken back when it is out, and goes out or is taken back, never both", async () => {
    const gone = await undoable()
    on.passTime(15)
    await tick()
    assert.deepEqual(problemOf(await takeBack(gone)), [409, "thread_state"])
    for (let round = 0; round < 4; round++) {
      const at = await undoable()
      on.passTime(15)
      const [answer] = await Promise.all([takeBack(at), tick(), tick()])
      await tick()
      const { state } = await on.desk.db.one<{ state: string }>(
        sql`select state from threads where id = ${at.threadId}`,
      )
      assert.equal(state, answer.status === 204 ? "draft" : "published")
    }
  })
})
