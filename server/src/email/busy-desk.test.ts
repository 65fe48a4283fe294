import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { watchEventLoop } from "../../test/event-loop.ts"
import { type Mailing, mailingDesk } from "../../test/mail/mailing.ts"
import { eventually } from "../../test/peers/events.ts"
import { isExploring } from "../../test/property.ts"
import { sql } from "../db/db.ts"
import { startReceiving } from "./receive/engine.ts"
import { keepMessage } from "./receive/keep.ts"
import { startSending } from "./send/engine.ts"

let on: Mailing

before(async () => {
  on = await mailingDesk()
})
after(() => on.close())

/**
 * Everybody who asks for something waits as long as the thread that answers has something else to do. Where it does the
 * work itself, that is a minute; half a second depends on the machine and is held when exploring.
 */
const mostMs = isExploring ? 500 : 10_000

/** Runs the work with mail coming and going; gives how long the thread that answers people was held up at most. */
async function heldUp(work: () => Promise<void>): Promise<number> {
  const nodes = [startReceiving(on.node, on.desk.app.log), startSending(on.node, on.desk.app.log)]
  const watch = watchEventLoop()
  try {
    await work()
    return watch.longestMs()
  } finally {
    watch.stop()
    await Promise.all(nodes.map((node) => node.stop()))
  }
}

const hasSent = (count: number) => eventually(async () => on.relay.taken.length >= count)

describe("other requests are answered while", () => {
  test("a mail of 45,000 quoted lines comes, and one of us is told of it", async () => {
    await on.desk.db.run(sql`update user_preferences set preferences = preferences || '{"mailNotifications": "all"}'
      where user_id = ${on.ids.users.ada}`)
    const body = "<blockquote>".repeat(250) + "x<br>".repeat(45_000)
    const head = "From: ann@elsewhere.example\r\nTo: support@scenario.example\r\nSubject: Quoted\r\n"
    const raw = Buffer.from(`${head}Content-Type: text/html\r\n\r\n${body}`)
    const { config, files, db, now } = on.node
    assert.ok(config.mailLimit > raw.length)
    const longest = await heldUp(async () => {
      const stored = { key: await files.write(raw), sizeBytes: raw.length }
      const inboxId = on.ids.inboxes.support
      const id = await keepMessage(db, { inboxId, via: "api", raw: stored, envelope: {}, receivedAt: now() })
      const { attempts } = await eventually(() =>
        on.desk.db.maybe<{ attempts: number }>(
          sql`select attempts from mail_messages where id = ${id} and outcome <> 'waiting'`,
        ),
      )
      assert.equal(attempts, 1)
      // On a busy machine the reader may give the mail up, and the notice would be short: the same as a customer's words.
      const conversationId = await on.fresh()
      const path = `/v2/conversations/${conversationId}/customer`
      const words = { text: body, customer: { email: "ann@elsewhere.example" } }
      const added = await on.desk.send("POST", path, { token: on.grace, body: words })
      assert.equal(added.status, 201)
      await on.hear()
      const threadId = Number(added.headers.get("resource-id"))
      const isSent = sql`select from outgoing_mail where thread_id = ${threadId} and state = 'sent'`
      await eventually(async () => (await on.desk.db.maybe(isSent)) !== undefined)
    })
    assert.ok(longest < mostMs, `${longest} ms`)
    await on.desk.db.run(sql`update user_preferences set preferences = preferences || '{"mailNotifications": "none"}'`)
  })

  test("a reply of 20,000 nested quotes goes out", async () => {
    const sent = on.relay.taken.length
    const text = `${"<blockquote>".repeat(20_000)}Hello${"</blockquote>".repeat(20_000)}`
    const longest = await heldUp(async () => {
      await on.replied({ text })
      await on.hear()
      await hasSent(sent + 1)
    })
    assert.ok(longest < mostMs, `${longest} ms`)
    assert.match(on.relay.taken.at(-1)?.raw.toString() ?? "", /Hello/)
  })

  test("a note as long as may be is written, and found by its words", async () => {
    const id = await on.fresh()
    const words = Array.from({ length: 60_000 }, (_, index) => `w${index.toString(36)}`).join(" ")
    const text = `<b>rhubarb</b> ${words} `.padEnd(on.node.config.threadMaxCharacters, "<i>")
    const longest = await heldUp(async () => {
      const path = `/v2/conversations/${id}/notes`
      assert.equal((await on.desk.send("POST", path, { token: on.ada, body: { text } })).status, 201)
    })
    assert.ok(longest < mostMs, `${longest} ms`)
    const { body } = await on.desk.get("/v2/conversations?status=all&query=rhubarb", on.ada)
    assert.deepEqual(
      body._embedded.conversations.map((found: { id: number }) => found.id),
      [id],
    )
  })
})

describe("a text that is longer than a thread may be", () => {
  const text = () => "x".repeat(on.node.config.threadMaxCharacters + 1)
  const sentence =
    /^has 1000001 characters, but a thread takes at most 1000000\. Shorten it, or send it as an attachment\.$/

  async function refused(method: string, path: string, body: unknown): Promise<[number, string]> {
    const answer = await on.desk.send(method, path, { token: on.ada, body })
    const [error] = answer.body._embedded.errors
    assert.match(error.message, sentence)
    return [answer.status, error.path]
  }

  test("is refused wherever one is written, with the field and what to do", async () => {
    const id = await on.fresh()
    const customer = { email: "ann@elsewhere.example" }
    const paths = { reply: {}, notes: {}, chats: { customer }, phones: { customer }, customer: { customer } }
    for (const [path, more] of Object.entries(paths))
      assert.deepEqual(await refused("POST", `/v2/conversations/${id}/${path}`, { text: text(), ...more }), [
        400,
        "text",
      ])
    const draft = { text: text(), draft: true }
    assert.deepEqual(await refused("POST", `/v2/conversations/${id}/reply`, draft), [400, "text"])
    const forward = { text: text(), to: ["ann@elsewhere.example"] }
    assert.deepEqual(await refused("POST", `/v2/conversations/${id}/forward`, forward), [400, "text"])
  })

  test("is refused of a new conversation and of a change", async () => {
    const conversation = {
      subject: "Long",
      type: "email",
      mailboxId: on.ids.inboxes.support,
      status: "active",
      customer: { email: "ann@elsewhere.example" },
      threads: [
        { type: "customer", text: "x" },
        { type: "note", text: text() },
      ],
    }
    assert.deepEqual(await refused("POST", "/v2/conversations", conversation), [400, "threads[1].text"])
    const { id, threadId } = await on.replied()
    const change = { op: "replace", path: "/text", value: text() }
    assert.deepEqual(await refused("PATCH", `/v2/conversations/${id}/threads/${threadId}`, change), [400, "value"])
  })
})

describe("a received mail that is longer than what is shown of one", () => {
  test("is kept whole, shown in part and says so", async () => {
    const node = startReceiving(on.node, on.desk.app.log)
    const head = "From: ann@elsewhere.example\r\nTo: support@scenario.example\r\nSubject: Long\r\n"
    const raw = Buffer.from(`${head}Content-Type: text/plain\r\n\r\nthe first words ${"& ".repeat(700_000)}`)
    const { files, db, now } = on.node
    const stored = { key: await files.write(raw), sizeBytes: raw.length }
    const inboxId = on.ids.inboxes.support
    const messageId = await keepMessage(db, { inboxId, via: "api", raw: stored, envelope: {}, receivedAt: now() })
    const { thread_id: threadId, conversation_id: id } = await eventually(() =>
      on.desk.db.maybe<{ thread_id: number; conversation_id: number }>(
        sql`select thread_id, conversation_id from mail_messages where id = ${messageId} and thread_id is not null`,
      ),
    )
    await node.stop()
    const { body } = await on.desk.get(`/v2/conversations/${id}/threads/${threadId}`, on.ada)
    assert.match(body.body, /^<p><em>This message could not be fully read\.<\/em><\/p><p>the first words &amp;/)
    assert.ok(body.body.length < 1_100_000)
    assert.match(body.body, new RegExp(`href="/v2/messages/${messageId}/raw"`))
    const source = `/v2/conversations/${id}/threads/${threadId}/original-source`
    const whole = await on.desk.get(source, on.ada, { Accept: "message/rfc822" })
    assert.equal(whole.body.length, raw.length)
  })
})
