import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { listWrongCounts } from "../../../../test/desk/seeded.ts"
import { problemOf, type Threading, threadingDesk } from "../../../../test/mail/threading.ts"
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

const attachments = [{ fileName: "a.txt", mimeType: "text/plain", data: "SGVsbG8=" }]
const remove = (threadId: number, token = on.ada) => on.change("DELETE", { id, threadId }, undefined, { token })
const hasAttachments = async () =>
  (await on.desk.db.one<{ has: boolean }>(sql`select has_attachments as has from conversations where id = ${id}`)).has

describe("DELETE …/threads/{id}", () => {
  test("of a note: text, words, attachments and preview go with it", async () => {
    const threadId = await on.added(id, "notes", { text: "Apfelstrudel", attachments })
    await on.told(id)
    assert.deepEqual([await on.found("apfelstrudel"), await hasAttachments()], [1, true])
    const { body } = await on.change("GET", { id, threadId })
    const [attachment] = body._embedded.attachments
    assert.equal((await remove(threadId)).status, 204)
    assert.equal((await remove(threadId)).status, 404)
    assert.equal((await on.desk.get(attachment._links.self.href, on.ada)).status, 404)
    const { conversation, lines } = await on.read(id)
    assert.deepEqual([conversation.preview, lines], ["Always.", ["default: Ada Lovelace deleted a note"]])
    assert.deepEqual([await on.found("apfelstrudel"), await hasAttachments()], [0, false])
    assert.deepEqual(await on.told(id), [
      { kind: "convo.thread.deleted", user_id: on.ids.users.ada, data: { threadId } },
    ])
  })

  test("makes room in a full conversation", async () => {
    const threads = Array.from({ length: 99 }, (_, index) => ({ type: "note", text: `Note ${index}` }))
    id = await on.open({ threads })
    assert.equal((await on.add(id, "notes")).status, 412)
    const { threads: held } = await on.read(id)
    assert.equal((await remove(held[0].id)).status, 204)
    assert.equal((await on.add(id, "notes")).status, 201)
  })

  test("of a draft: nobody else notices", async () => {
    const threadId = await on.added(id, "reply", { draft: true, attachments })
    await on.told(id)
    const before = await on.read(id, on.tokens.grace)
    assert.equal((await remove(threadId, on.tokens.grace)).status, 404)
    assert.equal((await remove(threadId, on.tokens.draftsOnly)).status, 204)
    assert.deepEqual((await on.read(id, on.tokens.grace)).threads, before.threads)
    assert.deepEqual([await hasAttachments(), await on.kinds(id)], [false, ["convo.draft.changed"]])
  })

  test("of a reply in review, by its author or an admin: it never went out", async () => {
    const { threads } = await on.read(id)
    await on.added(id, "notes")
    const body = { lastSeenThreadId: threads[0].id, status: "closed" }
    const threadId = await on.added(id, "reply", body, { token: on.tokens.grace })
    await on.told(id)
    assert.equal((await remove(threadId, on.tokens.limited)).status, 403)
    assert.equal((await remove(threadId, on.tokens.grace)).status, 204)
    const { conversation, lines } = await on.read(id)
    assert.equal(conversation.status, "active")
    assert.deepEqual(lines, ["default: Grace Hopper deleted a reply that was in review"])
    assert.deepEqual(await on.kinds(id), ["convo.thread.deleted"])
    const { trouble } = await on.desk.db.one<{ trouble: boolean }>(
      sql`select needs_attention as trouble from conversations where id = ${id}`,
    )
    assert.equal(trouble, false)
  })

  test("of the last thread of a draft conversation takes that away", async () => {
    const made = await on.made({
      tags: ["going"],
      fields: [],
      threads: [
        { type: "reply", text: "Dear", draft: true, attachments },
        { type: "note", text: "Think" },
      ],
    })
    id = made.id
    await on.told(id)
    const [draft, note] = made.threads
    assert.equal((await remove(draft.id)).status, 204)
    assert.equal((await on.read(id)).conversation.state, "draft")
    assert.equal((await remove(note.id)).status, 204)
    assert.equal((await on.desk.get(`/v2/conversations/${id}`, on.ada)).status, 404)
    const rows = await on.desk.db.many(sql`select from conversations where id = ${id}`)
    assert.equal(rows.length, 0)
    assert.deepEqual(await on.kinds(id), ["convo.draft.changed", "convo.draft.changed"])
    assert.deepEqual(await listWrongCounts(on.desk.db), [])
  })

  test("is refused for what a customer wrote or received, and for line items", async () => {
    const sent = await on.added(id, "reply", { status: "closed" })
    const { threads } = await on.read(id)
    const item = threads.find(({ type }) => type === "lineitem")
    for (const threadId of [sent, item.id, await on.added(id, "customer"), await on.added(id, "phones")])
      assert.deepEqual(problemOf(await remove(threadId)), [403, "thread_fixed"])
  })

  test("light users delete their own notes", async () => {
    const { light } = on.tokens
    const own = await on.added(id, "notes", {}, { token: light })
    const other = await on.added(id, "notes")
    assert.deepEqual([(await remove(own, light)).status, (await remove(other, light)).status], [204, 403])
  })

  test("knows no thread of another conversation, nor of one out of sight", async () => {
    const threadId = await on.added(await on.open(), "notes")
    assert.equal((await remove(threadId)).status, 404)
    const own = await on.added(id, "notes")
    assert.equal((await remove(own, await on.desk.tokenFor(on.ids.users.outsider))).status, 404)
    assert.equal((await remove(999_999_999)).status, 404)
  })
})
