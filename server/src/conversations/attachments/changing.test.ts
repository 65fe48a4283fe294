import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { type At, problemOf, type Threading, threadingDesk } from "../../../test/mail/threading.ts"
import { fakeScanner } from "../../../test/peers/clamav.ts"
import { sql } from "../../db/db.ts"
import { scanAttachment } from "./scan.ts"

let on: Threading
let id: number

before(async () => {
  on = await threadingDesk()
})
after(() => on.desk.close())
beforeEach(async () => {
  id = await on.open()
})

const file = { fileName: "bill.txt", mimeType: "text/plain", data: "SGVsbG8=" }

const attach = (at: At, body: object = {}, token = on.ada) =>
  on.change("POST", at, { ...file, ...body }, { under: "/attachments", token })

async function attached(at: At, token = on.ada): Promise<number> {
  const answer = await attach(at, {}, token)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  await on.told(id)
  return Number(answer.headers.get("resource-id"))
}

async function thread(place: "reply" | "notes" | "customer", body: object = {}, token = on.ada): Promise<At> {
  const threadId = await on.added(id, place, body, { token })
  await on.told(id)
  return { id, threadId }
}

const draft = (token = on.ada) => thread("reply", { draft: true }, token)

const remove = (attachmentId: number, token = on.ada, headers = {}) =>
  on.desk.send("DELETE", `/v2/conversations/${id}/attachments/${attachmentId}`, { token, headers })

const hasAttachments = async () =>
  (await on.desk.db.one<{ has: boolean }>(sql`select has_attachments as has from conversations where id = ${id}`)).has

describe("POST …/threads/{id}/attachments", () => {
  test("adds to any thread, and says so", async () => {
    for (const place of ["notes", "reply", "customer"] as const) {
      id = await on.open()
      const at = await thread(place)
      const answer = await attach(at)
      const attachmentId = answer.headers.get("resource-id")
      assert.deepEqual([answer.status, answer.body], [201, undefined])
      const location = answer.headers.get("location") ?? ""
      assert.equal(location, `${on.desk.origin}/v2/conversations/${id}/attachments/${attachmentId}`)
      const { body } = await on.desk.get(location, on.ada)
      assert.deepEqual([body.filename, body.mimeType, body.size, body.state], ["bill.txt", "text/plain", 5, "valid"])
      assert.deepEqual((await on.thread(at))._embedded.attachments, [body])
      assert.equal((await on.desk.get(body._links.download.href, on.ada)).body, "Hello")
      assert.equal(await hasAttachments(), true)
      assert.deepEqual(await on.told(id), [
        {
          kind: "convo.thread.updated",
          user_id: on.ids.users.ada,
          data: { threadId: at.threadId, changed: ["attachments"] },
        },
      ])
      assert.match((await on.read(id)).lines[0] ?? "", /^default: Ada Lovelace added bill\.txt to (a|what) /)
    }
  })

  test("to a draft is its author's, and nobody else notices", async () => {
    const at = await draft()
    assert.equal((await attach(at, {}, on.tokens.grace)).status, 404)
    await on.told(id)
    assert.equal((await attach(at, {}, on.tokens.draftsOnly)).status, 201)
    assert.deepEqual([(await on.read(id)).lines, await on.kinds(id)], [[], ["convo.draft.changed"]])
    assert.deepEqual(problemOf(await attach(await draft(on.tokens.grace))), [403, "forbidden"])
  })

  test("a picture with a content id is shown inside the text, and nothing else takes one", async () => {
    const picture = { fileName: "shot.png", mimeType: "image/png", contentId: "shot-1@deskhand" }
    const at = await draft()
    assert.equal((await attach(at, picture)).status, 201)
    const [shown] = (await on.thread(at))._embedded.attachments
    assert.deepEqual([shown.filename, shown.contentId, shown.inline], ["shot.png", "shot-1@deskhand", true])
    const refused = async (body: object) => {
      const answer = await attach(at, { ...picture, ...body })
      return [answer.status, answer.body._embedded.errors[0].path]
    }
    assert.deepEqual(await refused({ mimeType: "text/plain" }), [400, "contentId"])
    assert.deepEqual(await refused({ contentId: "shot>1" }), [400, "contentId"])
  })

  test("light users add to their own notes", async () => {
    const { light } = on.tokens
    assert.equal((await attach(await thread("notes", {}, light), {}, light)).status, 201)
    assert.equal((await attach(await thread("notes"), {}, light)).status, 403)
  })

  test("is once for a key, and not for a thread that changed since it was read", async () => {
    const at = await thread("notes")
    const headers = { "Idempotency-Key": "file-1" }
    const send = (more: Record<string, string>) =>
      on.change("POST", at, file, { under: "/attachments", token: on.ada, headers: more })
    const { headers: read } = await on.change("GET", at)
    const first = await send(headers)
    const again = await send(headers)
    assert.equal(again.headers.get("resource-id"), first.headers.get("resource-id"))
    assert.deepEqual(problemOf(await send({ "If-Match": read.get("etag") ?? "" })), [412, "changed_meanwhile"])
  })

  test("is refused for line items, and beyond a hundred", async () => {
    const { everyThreadType } = on.ids.conversations
    const item = { id: everyThreadType, threadId: on.ids.threads.everyThreadType.lineitem }
    assert.deepEqual(problemOf(await attach(item)), [403, "thread_fixed"])
    const at = await thread("notes", { attachments: Array.from({ length: 100 }, () => file) })
    assert.deepEqual(problemOf(await attach(at)), [412, "attachment_limit"])
  })

  for (const [body, path] of [
    [{ fileName: undefined }, "fileName"],
    [{ mimeType: "text" }, "mimeType"],
    [{ data: "%%%" }, "data"],
  ] as const)
    test(`is refused as ${JSON.stringify(body)}`, async () => {
      const answer = await attach(await thread("notes"), body)
      assert.equal(answer.status, 400)
      assert.equal(answer.body._embedded.errors[0].path, path)
    })
})

describe("DELETE …/attachments/{id}", () => {
  test("takes it from a draft", async () => {
    const at = await draft()
    const attachmentId = await attached(at)
    assert.equal((await remove(attachmentId, on.tokens.grace)).status, 404)
    assert.equal((await remove(attachmentId)).status, 204)
    assert.equal((await remove(attachmentId)).status, 404)
    assert.deepEqual((await on.thread(at))._embedded.attachments, [])
    assert.deepEqual([await hasAttachments(), await on.kinds(id)], [false, ["convo.draft.changed"]])
  })

  test("is refused for what others have seen, by admins for drafts of others, and for none", async () => {
    assert.deepEqual(problemOf(await remove(await attached(await thread("notes")))), [403, "thread_fixed"])
    const foreign = await attached(await draft(on.tokens.grace), on.tokens.grace)
    assert.equal((await remove(foreign)).status, 403)
    assert.equal((await remove(999_999_999)).status, 404)
    const attachmentId = await attached(await draft())
    const other = await on.open()
    assert.equal(
      (await on.desk.send("DELETE", `/v2/conversations/${other}/attachments/${attachmentId}`, { token: on.ada }))
        .status,
      404,
    )
    assert.deepEqual(problemOf(await remove(attachmentId, on.ada, { "If-Match": '"other"' })), [
      412,
      "changed_meanwhile",
    ])
  })
})

describe("a verdict that comes", () => {
  /** Scans, and changes something while the scanner thinks. */
  async function scanned(attachmentId: number, change: () => Promise<unknown>): Promise<void> {
    const scanner = await fakeScanner((socket) => {
      socket.once("data", () => change().then(() => socket.write("stream: Late.Test FOUND\0")))
      socket.resume()
    })
    const { db, files, outgoing, clock, config } = on.desk
    const desk = { db, files, outgoing, replica: undefined, now: () => clock.now }
    await scanAttachment(
      { ...desk, config: { ...config, clamavAddress: scanner.address } },
      { attachmentId },
      new AbortController().signal,
    )
    await scanner.close()
  }

  const pending = async (at: At) => {
    const attachmentId = await attached(at)
    await on.desk.db.run(sql`update attachments set state = 'pending' where id = ${attachmentId}`)
    return attachmentId
  }
  const rowsOf = (attachmentId: number) =>
    on.desk.db.many<{ state: string }>(sql`select state from attachments where id = ${attachmentId}`)

  test("after the attachment or its thread was deleted changes nothing and does not fail", async () => {
    const attachmentId = await pending(await draft())
    await scanned(attachmentId, () => remove(attachmentId))
    assert.deepEqual(await rowsOf(attachmentId), [])
    const note = await thread("notes")
    const noted = await pending(note)
    await scanned(noted, () => on.change("DELETE", note))
    assert.deepEqual(await rowsOf(noted), [])
    assert.equal(await hasAttachments(), false)
  })

  test("after its thread went to another conversation is found there", async () => {
    const at = await thread("notes")
    const attachmentId = await pending(at)
    const other = await on.open()
    await scanned(attachmentId, () =>
      on.desk.db.run(sql`update threads set conversation_id = ${other} where id = ${at.threadId}`),
    )
    const read = (conversation: number) =>
      on.desk.get(`/v2/conversations/${conversation}/attachments/${attachmentId}`, on.ada)
    assert.equal((await read(id)).status, 404)
    assert.equal((await read(other)).body.state, "virus")
  })
})
