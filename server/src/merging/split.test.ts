import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { typed } from "../../test/desk/creating.ts"
import { type Asked, assertAllRight, type Joining, joiningDesk, problemOf } from "../../test/desk/joining.ts"
import { sql } from "../db/db.ts"

let joining: Joining
before(async () => {
  joining = await joiningDesk()
})
after(() => joining.desk.close())

const split = (id: number, threadId: number | undefined, token?: string) =>
  joining.send(id, "split", { threadId }, token)

async function parted(id: number, threadId: number | undefined) {
  const answer = await split(id, threadId)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const newId = Number(answer.headers.get("resource-id"))
  return { newId, answer, old: await joining.read(id), started: await joining.read(newId) }
}

/** A conversation to which somebody else has written a minute later. */
async function interrupted(name: string, changes: Record<string, unknown> = {}): Promise<Asked> {
  const asked = await joining.asked(name, changes)
  joining.passMinute()
  const added = await joining.send(asked.id, "customer", {
    text: "By the way",
    customer: { email: `friend.of.${name.toLowerCase()}@elsewhere.example`, firstName: "Friend" },
    cc: ["boss@elsewhere.example"],
  })
  joining.passMinute()
  await joining.send(asked.id, "reply", { text: "No problem", status: "pending" })
  return { ...asked, threadIds: [...asked.threadIds, Number(added.headers.get("resource-id"))] }
}

const bodiesOf = (threads: { type: string; body: string }[]) =>
  threads.filter(({ type }) => type !== "lineitem").map(({ body }) => body)
const actionsOf = (threads: { type: string; action: { type: string; text: string; associatedEntities: object } }[]) =>
  threads.filter(({ type }) => type === "lineitem").map(({ action }) => action)

describe("POST /v2/conversations/{id}/split", () => {
  test("makes that thread and the later ones a conversation of their own", async () => {
    const { desk, ids, eventsOf } = joining
    const { plan } = ids.fields
    const asked = await interrupted("Whole", {
      tags: ["scenario-vip", "split"],
      fields: [{ id: plan.id, value: plan.options.Plus }],
      assignTo: ids.users.grace,
    })
    const { newId, answer, old, started } = await parted(asked.id, asked.threadIds[2])
    const { conversation } = started
    assert.equal(answer.headers.get("location"), `${desk.origin}/v2/conversations/${newId}`)
    assert.equal(answer.headers.get("web-location"), `${desk.origin}/conversation/${newId}/${conversation.number}`)
    assert.deepEqual(bodiesOf(old.threads), ["Whole asks", "Whole is answered"])
    assert.deepEqual(bodiesOf(started.threads), ["By the way", "No problem"])
    assert.deepEqual(actionsOf(old.threads), [
      {
        type: "split",
        text: `Ada Lovelace split #${conversation.number} off this conversation`,
        associatedEntities: {},
      },
    ])
    assert.deepEqual(actionsOf(started.threads), [
      { type: "status-changed", text: "Ada Lovelace marked as Pending", associatedEntities: {} },
      {
        type: "split",
        text: `Ada Lovelace split this conversation off #${asked.number} “Whole”`,
        associatedEntities: { originalConversation: asked.id },
      },
    ])
    for (const field of ["subject", "status", "mailboxId", "assignee", "tags", "customFields"])
      assert.deepEqual(conversation[field], old.conversation[field], field)
    assert.deepEqual(
      [old.conversation, conversation].map(({ threads, preview, primaryCustomer, status }) => [
        threads,
        preview,
        primaryCustomer.email,
        status,
      ]),
      [
        [2, "Whole is answered", "whole@elsewhere.example", "pending"],
        [2, "No problem", "friend.of.whole@elsewhere.example", "pending"],
      ],
    )
    assert.equal(conversation.createdBy.first, "Friend")
    assert.equal(conversation.createdAt, started.threads.find(({ type }) => type === "customer").createdAt)
    assert.deepEqual(conversation.cc, ["boss@elsewhere.example"])
    const created = await eventsOf(newId)
    assert.deepEqual(created, [{ kind: "convo.created", user_id: ids.users.ada }])
    const { kind, data } = await desk.db.one<{ kind: string; data: object }>(
      sql`select kind, data from events where conversation_id = ${asked.id} order by id desc limit 1`,
    )
    assert.deepEqual([kind, data], ["convo.updated", { changed: ["threads"], splitId: newId }])
    await assertAllRight(desk.db)
  })

  test("attachments, ratings, drafts, schedules and words go along", async () => {
    const { desk, ids, ada, asked } = joining
    const file = { fileName: "letter.txt", mimeType: "text/plain", data: Buffer.from("Dear Sirs").toString("base64") }
    const made = await asked("Parts", {
      threads: [
        typed("customer"),
        typed("customer", { text: "Vanillekipferl", attachments: [file] }),
        typed("reply"),
        typed("reply", { draft: true }),
      ],
    })
    const [, second, reply, draft] = made.threadIds
    const soon = new Date(desk.clock.now.getTime() + 3_600_000)
    await desk.db.run(sql`update threads set scheduled_by_id = ${ids.users.ada}, send_as_id = ${ids.users.ada},
      scheduled_at = ${desk.clock.now}, scheduled_for = ${soon}, unschedule_on_customer_reply = true, customer_id = null
      where id = ${draft}`)
    await desk.db.run(sql`insert into ratings (thread_id, conversation_id, customer_id, user_id, rating)
      select ${reply}, id, customer_id, ${ids.users.ada}, 'okay' from conversations where id = ${made.id}`)
    const { newId, old, started } = await parted(made.id, second)
    assert.equal(old.conversation.nextEvent, undefined)
    assert.equal(started.conversation.nextEvent.time, `${soon.toISOString().slice(0, 19)}Z`)
    assert.equal(started.threads.find(({ id }) => id === reply).rating.rating, "okay")
    assert.equal(started.threads.find(({ id }) => id === draft).state, "draft")
    const [{ _links }] = started.threads.find(({ id }) => id === second)._embedded.attachments
    assert.equal((await desk.get(_links.download.href, ada)).body, "Dear Sirs")
    const { body } = await desk.get("/v2/conversations?query=body:vanillekipferl", ada)
    assert.deepEqual(
      body._embedded.conversations.map(({ id }: { id: number }) => id),
      [newId],
    )
    await assertAllRight(desk.db)
  })

  test("of one moment, those that were written after it; closed and spam stay so", async () => {
    const { desk, asked } = joining
    const made = await asked("Moment", { threads: ["one", "two", "three"].map((text) => typed("note", { text })) })
    const [, second] = made.threadIds
    await desk.db.run(
      sql`update conversations set status = 'closed', closed_at = ${desk.clock.now} where id = ${made.id}`,
    )
    const closed = await parted(made.id, second)
    assert.deepEqual(
      [closed.old, closed.started].map(({ threads }) => bodiesOf(threads)),
      [["one"], ["two", "three"]],
    )
    assert.equal(closed.started.conversation.status, "closed")
    assert.equal(closed.started.conversation.closedAt, closed.old.conversation.closedAt)
    const spam = await asked("Spam")
    await desk.db.run(sql`update conversations set status = 'spam' where id = ${spam.id}`)
    const { started } = await parted(spam.id, spam.threadIds[1])
    assert.deepEqual([started.conversation.status, started.conversation.createdBy.type], ["spam", "user"])
    await assertAllRight(desk.db)
  })

  test("what was split can be merged again", async () => {
    const { desk, send, read } = joining
    const made = await interrupted("Again")
    const { newId } = await parted(made.id, made.threadIds[2])
    assert.equal((await send(made.id, "merge", { conversationIds: [newId] })).status, 204)
    const { threads } = await read(made.id)
    assert.deepEqual(bodiesOf(threads), ["Again asks", "Again is answered", "By the way", "No problem"])
    await assertAllRight(desk.db)
  })
})

describe("POST /v2/conversations/{id}/split refuses", () => {
  test("the first thread, a line item, a draft, a thread of another conversation and none", async () => {
    const { desk, asked, countConversations } = joining
    const made = await asked("Firm", { threads: [typed("reply", { draft: true }), typed("customer"), typed("note")] })
    const [draft, question, note] = made.threadIds
    await desk.send("PATCH", `/v2/conversations/${made.id}`, {
      token: joining.ada,
      body: { op: "replace", path: "/subject", value: "Firmer" },
    })
    const item = (await joining.read(made.id)).threads.find(({ type }) => type === "lineitem")
    const other = await asked("Elsewhere")
    const before = await countConversations()
    // A draft that stays would be all that is left, and shown in lists.
    for (const threadId of [draft, question, item.id, other.threadIds[1], 999_999_999]) {
      const answer = await split(made.id, threadId)
      assert.equal(answer.status, 400, JSON.stringify(answer.body))
      assert.deepEqual(
        answer.body._embedded.errors.map((error: { path: string }) => error.path),
        ["threadId"],
      )
    }
    assert.equal((await split(made.id, undefined)).status, 400)
    assert.equal(await countConversations(), before)
    assert.equal((await split(made.id, note)).status, 201)
  })

  test("what is deleted, merged or out of sight, who only reads, and what has changed", async () => {
    const { desk, ids, ada, asked } = joining
    const [deleted, hidden] = [await asked("Deleted"), await asked("Hidden", { mailboxId: ids.inboxes.hidden })]
    await desk.send("DELETE", `/v2/conversations/${deleted.id}`, { token: ada })
    assert.deepEqual(problemOf(await split(deleted.id, deleted.threadIds[1])), [409, "not_published"])
    assert.equal((await split(ids.conversations.merged, 1)).status, 404)
    const limited = await desk.tokenFor(ids.users.limited)
    assert.equal((await split(hidden.id, hidden.threadIds[1], limited)).status, 404)
    const light = await desk.tokenFor(ids.users.light)
    assert.equal((await split(hidden.id, hidden.threadIds[1], light)).status, 403)
    const stale = await desk.send("POST", `/v2/conversations/${hidden.id}/split`, {
      token: ada,
      body: { threadId: hidden.threadIds[1] },
      headers: { "If-Match": '"old"' },
    })
    assert.deepEqual(problemOf(stale), [412, "changed_meanwhile"])
  })
})
