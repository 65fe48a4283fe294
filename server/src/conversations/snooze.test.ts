import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Changing, changingDesk } from "../../test/desk/changing.ts"
import { listWrongCounts } from "../../test/desk/seeded.ts"
import { wakeDue } from "./snooze.ts"

let on: Changing

before(async () => {
  on = await changingDesk()
})
after(() => on.desk.close())

const inSeconds = (seconds: number) => new Date(on.desk.clock.now.getTime() + seconds * 1_000).toISOString()

/** As every node does each second. */
const tick = () => {
  const { db, config, files, outgoing, clock } = on.desk
  return wakeDue(
    { db, config, files, outgoing, replica: undefined, now: () => clock.now },
    undefined,
    new AbortController().signal,
  )
}

describe("PUT /v2/conversations/{id}/snooze", () => {
  test("puts it aside until its time, and then back, active", async () => {
    const id = await on.fresh({ status: "pending" })
    const until = inSeconds(60)
    assert.equal((await on.put(id, "snooze", { snoozedUntil: until }, on.grace)).status, 204)
    const { conversation } = await on.read(id)
    const { grace } = on.ids.users
    const { snoozed, assigned } = on.ids.folders.support
    assert.deepEqual(conversation.snooze, {
      snoozedBy: grace,
      snoozedUntil: `${until.slice(0, 19)}Z`,
      unsnoozeOnCustomerReply: true,
    })
    assert.deepEqual([conversation.status, conversation.folderId], ["pending", snoozed])
    on.passSeconds(59)
    await tick()
    assert.equal((await on.read(id)).conversation.folderId, snoozed)
    on.passSeconds(1)
    await Promise.all([tick(), tick(), tick()])
    const woken = (await on.read(id)).conversation
    assert.deepEqual([woken.status, woken.folderId, woken.snooze], ["active", assigned, undefined])
    assert.deepEqual(
      (await on.notesOf(id)).map(({ action, text }) => [action, text]),
      [
        ["snoozed", `Grace Hopper snoozed until ${until.slice(0, 16).replace("T", " ")} UTC`],
        ["status-changed", "Marked as Active when its time came"],
        ["unsnoozed", "Ended the snooze when its time came"],
      ],
    )
    assert.deepEqual(await on.toldOf(id), [
      { kind: "convo.updated", data: { changed: ["snooze"] } },
      { kind: "convo.status", data: { from: "pending", to: "active" } },
      { kind: "convo.updated", data: { changed: ["snooze"] } },
    ])
  })

  test("yields to a customer's reply only where that was wanted", async () => {
    for (const [wanted, folder] of [
      [true, "assigned"],
      [false, "snoozed"],
    ] as const) {
      const id = await on.fresh()
      const snooze = { snoozedUntil: inSeconds(600), unsnoozeOnCustomerReply: wanted }
      assert.equal((await on.put(id, "snooze", snooze)).status, 204)
      const body = { text: "Hello?", customer: { email: "new.customer@elsewhere.example" } }
      const reply = await on.desk.send("POST", `/v2/conversations/${id}/customer`, { token: on.ada, body })
      assert.equal(reply.status, 201)
      assert.equal((await on.read(id)).conversation.folderId, on.ids.folders.support[folder])
    }
  })

  test("ends when somebody closes it: it does not come back", async () => {
    const id = await on.fresh()
    await on.put(id, "snooze", { snoozedUntil: inSeconds(600) })
    await on.patch(id, { op: "replace", path: "/status", value: "closed" })
    const { conversation } = await on.read(id)
    assert.deepEqual([conversation.snooze, conversation.folderId], [undefined, on.ids.folders.support.closed])
    on.passSeconds(601)
    await tick()
    assert.equal((await on.read(id)).conversation.status, "closed")
  })

  test("refuses what is no time to come", async () => {
    const id = await on.fresh()
    for (const snoozedUntil of [undefined, "soon", inSeconds(0), inSeconds(-5), "2101-01-01T00:00:00Z", "2026-02-31"]) {
      const answer = await on.put(id, "snooze", { snoozedUntil })
      assert.deepEqual([answer.status, answer.body._embedded.errors[0].path], [400, "snoozedUntil"])
    }
    const light = await on.desk.tokenFor(on.ids.users.light)
    assert.equal((await on.put(id, "snooze", { snoozedUntil: inSeconds(5) }, light)).status, 403)
  })
})

describe("DELETE /v2/conversations/{id}/snooze", () => {
  test("wakes it, and does nothing where it is awake", async () => {
    const id = await on.fresh({ status: "closed" })
    await on.put(id, "snooze", { snoozedUntil: inSeconds(600) })
    const wake = () => on.desk.send("DELETE", `/v2/conversations/${id}/snooze`, { token: on.ada })
    assert.equal((await wake()).status, 204)
    assert.equal((await wake()).status, 204)
    const { conversation } = await on.read(id)
    assert.deepEqual(
      [conversation.status, conversation.snooze, conversation.closedAt],
      ["active", undefined, undefined],
    )
    assert.deepEqual(
      (await on.notesOf(id)).map(({ action }) => action),
      ["snoozed", "status-changed", "unsnoozed"],
    )
  })
})

test("whatever was put aside, counters are right", async () => {
  assert.deepEqual(await listWrongCounts(on.desk.db), [])
})
