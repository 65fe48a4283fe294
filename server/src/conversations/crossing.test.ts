import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Changing, changingDesk } from "../../test/desk/changing.ts"
import { customerEmail } from "../../test/desk/creating.ts"
import { crossing } from "../../test/desk/crossing.ts"
import type { Reply } from "../../test/desk/desk.ts"
import { listWrongConversations, listWrongCounts } from "../../test/desk/seeded.ts"
import { sql } from "../db/db.ts"
import type { Desk } from "../http/route.ts"
import { wakeDue } from "./snooze.ts"
import { sendScheduled } from "./threads/scheduling/send-scheduled.ts"

let on: Changing

before(async () => {
  on = await changingDesk()
})
after(() => on.desk.close())

/** A turn of one worker. */
function turn(work: (desk: Desk, payload: undefined, signal: AbortSignal) => Promise<void>) {
  return () => {
    const { appDb, config, files, outgoing, clock } = on.desk
    const desk = { db: appDb, config, files, outgoing, replica: undefined, now: () => clock.now }
    return work(desk, undefined, new AbortController().signal)
  }
}
const send = turn(sendScheduled)
const wake = turn(wakeDue)

const inSeconds = (seconds: number) => new Date(on.desk.clock.now.getTime() + seconds * 1_000).toISOString()
const write = (id: number) => () =>
  on.desk.send("POST", `/v2/conversations/${id}/customer`, {
    token: on.ada,
    body: { text: "One more thing", customer: { email: customerEmail } },
  })
const close =
  (id: number, headers = {}) =>
  () =>
    on.patch(id, { op: "replace", path: "/status", value: "closed" }, on.grace, headers)
const remove = (id: number) => () => on.desk.send("DELETE", `/v2/conversations/${id}`, { token: on.ada })

const cross = <First, Second>(first: () => Promise<First>, second: () => Promise<Second>) =>
  crossing(on.desk.db, first, second)
const actionsOf = async (id: number) => (await on.notesOf(id)).map(({ action }) => action)
const kindsOf = async (id: number) => (await on.toldOf(id)).map(({ kind }) => kind)
const statusesOf = (...answers: Reply[]) => answers.map(({ status }) => status)

describe("deleting a conversation while its scheduled reply is due", () => {
  async function due(): Promise<{ id: number; stateOf: () => Promise<string> }> {
    const id = await on.fresh()
    const draft = await on.desk.send("POST", `/v2/conversations/${id}/reply`, {
      token: on.ada,
      body: { text: "Later", draft: true },
    })
    const threadId = draft.headers.get("resource-id")
    const { status } = await on.put(id, `threads/${threadId}/schedule`, { scheduledFor: inSeconds(60) })
    assert.equal(status, 204)
    on.passSeconds(60)
    const stateOf = async () =>
      (await on.desk.db.one<{ state: string }>(sql`select state from threads where id = ${threadId}`)).state
    return { id, stateOf }
  }

  test("deleted first: it is not sent, and says why", async () => {
    const { id, stateOf } = await due()
    const [answer] = await cross(remove(id), send)
    assert.equal(answer.status, 204)
    await Promise.all([send(), send(), send()])
    assert.equal(await stateOf(), "draft")
    assert.deepEqual((await actionsOf(id)).slice(-2), ["deleted", "unscheduled"])
    assert.ok(!(await kindsOf(id)).includes("convo.agent.reply.created"))
  })

  test("sent first: it is out, and the conversation is deleted after it", async () => {
    const { id, stateOf } = await due()
    const [, answer] = await cross(send, remove(id))
    assert.equal(answer.status, 204)
    await send()
    assert.equal(await stateOf(), "published")
    assert.deepEqual((await kindsOf(id)).slice(-2), ["convo.agent.reply.created", "convo.deleted"])
    assert.deepEqual((await actionsOf(id)).slice(-1), ["deleted"])
    assert.ok(!(await actionsOf(id)).includes("unscheduled"))
    assert.equal((await on.read(id)).conversation.state, "deleted")
  })
})

describe("closing a conversation while its customer writes", () => {
  test("closed first: the customer opens it again", async () => {
    const id = await on.fresh()
    assert.deepEqual(statusesOf(...(await cross(close(id), write(id)))), [204, 201])
    const { conversation } = await on.read(id)
    assert.deepEqual([conversation.status, conversation.closedAt], ["active", undefined])
    assert.deepEqual(
      (await on.notesOf(id)).map(({ text }) => text),
      ["Grace Hopper marked as Closed", "Marked as Active by a customer's reply"],
    )
    const changes = (await on.toldOf(id)).filter(({ kind }) => kind === "convo.status")
    assert.deepEqual(
      changes.map(({ data }) => data),
      [
        { from: "active", to: "closed" },
        { from: "closed", to: "active" },
      ],
    )
  })

  test("written first: it is closed, unless whoever closes says what they have seen", async () => {
    const id = await on.fresh()
    assert.deepEqual(statusesOf(...(await cross(write(id), close(id)))), [201, 204])
    assert.equal((await on.read(id)).conversation.status, "closed")
    assert.deepEqual(await actionsOf(id), ["status-changed"])

    const careful = await on.fresh()
    const { headers } = await on.desk.get(`/v2/conversations/${careful}`, on.grace)
    const seen = { "If-Match": headers.get("etag") ?? "" }
    assert.deepEqual(statusesOf(...(await cross(write(careful), close(careful, seen)))), [201, 412])
    assert.equal((await on.read(careful)).conversation.status, "active")
    assert.deepEqual(await actionsOf(careful), [])
  })
})

describe("a snooze that ends while the customer writes", () => {
  async function due(unsnoozeOnCustomerReply: boolean): Promise<number> {
    const id = await on.fresh({ status: "pending" })
    const { status } = await on.put(id, "snooze", { snoozedUntil: inSeconds(60), unsnoozeOnCustomerReply })
    assert.equal(status, 204)
    on.passSeconds(60)
    return id
  }
  const endOf = async (id: number) => (await on.notesOf(id)).map(({ text }) => text).slice(1)

  for (const yields of [true, false])
    test(`its time first: it ends once, by its time (${yields ? "yields" : "does not yield"} to a reply)`, async () => {
      const id = await due(yields)
      const [, answer] = await cross(wake, write(id))
      assert.equal(answer.status, 201)
      await wake()
      assert.deepEqual(await endOf(id), ["Marked as Active when its time came", "Ended the snooze when its time came"])
      assert.equal((await on.read(id)).conversation.snooze, undefined)
    })

  test("written first: it ends once, by the reply; one that does not yield, by its time", async () => {
    for (const [yields, because] of [
      [true, "by a customer's reply"],
      [false, "when its time came"],
    ] as const) {
      const id = await due(yields)
      const [answer] = await cross(write(id), wake)
      assert.equal(answer.status, 201)
      await Promise.all([wake(), wake()])
      assert.deepEqual(await endOf(id), ["Marked as Active by a customer's reply", `Ended the snooze ${because}`])
      assert.equal((await on.read(id)).conversation.snooze, undefined)
    }
  })

  test("in whatever order: once", async () => {
    for (let round = 0; round < 8; round++) {
      const id = await due(round % 4 > 1)
      await Promise.all(round % 2 ? [wake(), write(id)(), wake()] : [write(id)(), wake(), wake()])
      await wake()
      assert.equal((await actionsOf(id)).filter((action) => action === "unsnoozed").length, 1)
      assert.equal((await on.read(id)).conversation.status, "active")
    }
  })
})

test("whatever crossed what, counters and what conversations tell of themselves are right", async () => {
  assert.deepEqual([await listWrongConversations(on.desk.db), await listWrongCounts(on.desk.db)], [[], []])
})
