import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type MailDesk, mailDesk, mailOf } from "../../../test/mail/mail.ts"
import { findSigningKey } from "../../account/queries.ts"
import { removeOrphans } from "../../conversations/attachments/sweep.ts"
import { sql } from "../../db/db.ts"
import type { ParsedMessage } from "../parse/message.ts"
import { type Prepared, unreadable } from "../receive/prepare.ts"
import { claimFresh } from "../receive/queue.ts"
import { settleMessage } from "../receive/settle.ts"
import { rerunFailed } from "./rerun.ts"

let on: MailDesk
let few: string
let key: Buffer

before(async () => {
  on = await mailDesk()
  key = await findSigningKey(on.desk.db)
  const inboxIds = [on.ids.inboxes.support]
  few = await on.desk.tokenFor(await on.desk.addUser({ email: "few@desk.example", role: "user", inboxIds }))
})
after(() => on.close())

let made = 0
const someone = () => `sender${++made}@elsewhere.example`
const inbound = (inboxId = on.ids.inboxes.support) => `/v2/mailboxes/${inboxId}/inbound`
const post = (path: string, options: object = {}) => on.desk.send("POST", path, { token: on.ada, ...options })
const claim = "00000000-0000-4000-8000-000000000001"

/** Settles the message that was kept last as if it had been understood so. */
async function settleAs(message: Partial<ParsedMessage>, more: Partial<Prepared> = {}) {
  const claiming = { claim, now: on.desk.clock.now, lentSeconds: 60, most: 1, mostBytes: 1 }
  const [claimed] = await claimFresh(on.desk.appDb, claiming)
  assert.ok(claimed)
  const read = { ...unreadable.message, incomplete: undefined, ...message }
  const prepared = { ...unreadable, message: read, ...more }
  await settleMessage(on.node, { claim, key, claimed, prepared, now: on.desk.clock.now })
  return on.settled(claimed.id)
}

describe("POST /v2/mailboxes/{id}/inbound", () => {
  test("keeps a message as it is, and says which it is before anybody has read it", async () => {
    const raw = mailOf({ from: someone(), text: "Grüße" })
    const headers = { "Content-Type": "message/rfc822" }
    const path = `${inbound()}?from=${encodeURIComponent("envelope@elsewhere.example")}&to=a@b.example,c@d.example`
    const { status, headers: answered } = await post(path, { body: raw.toString(), headers })
    assert.equal(status, 201)
    const id = Number(answered.get("Resource-ID"))
    assert.equal(answered.get("Location"), `${on.desk.origin}/v2/messages/${id}`)
    const { body } = await on.desk.get(`/v2/messages/${id}`, on.ada)
    assert.deepEqual(
      [body.outcome, body.via, body.size, body.mailboxId],
      ["waiting", "api", raw.length, on.ids.inboxes.support],
    )
    const row = await on.desk.db.one<{ envelope: object }>(sql`select envelope from mail_messages where id = ${id}`)
    assert.deepEqual(row.envelope, { from: "envelope@elsewhere.example", to: ["a@b.example", "c@d.example"] })
    const source = await on.desk.get(`/v2/messages/${id}/raw`, on.ada)
    assert.deepEqual([source.status, source.body], [200, raw.toString()])
    assert.equal(source.headers.get("Content-Type"), "message/rfc822")
    assert.equal(
      source.headers.get("Content-Disposition"),
      `attachment; filename="message-${id}.eml"; filename*=UTF-8''message-${id}.eml`,
    )
    assert.match(source.headers.get("Content-Security-Policy") ?? "", /^sandbox/)
    await on.desk.db.run(sql`delete from mail_messages where id = ${id}`)
  })

  test("takes it in base64 too, and once under a key, in either form", async () => {
    const raw = mailOf({ from: someone() })
    const forms = [
      { body: { raw: raw.toString("base64") } },
      { body: raw.toString(), headers: { "Content-Type": "message/rfc822" } },
    ]
    for (const [index, form] of forms.entries()) {
      const headers = { ...form.headers, "Idempotency-Key": `inbound-${index}` }
      const first = await post(inbound(), { ...form, headers })
      const again = await post(inbound(), { ...form, headers })
      assert.deepEqual([first.status, again.status], [201, 201])
      assert.equal(again.headers.get("Resource-ID"), first.headers.get("Resource-ID"))
      const body = typeof form.body === "string" ? `${form.body}!` : { raw: "AAAA" }
      assert.equal((await post(inbound(), { body, headers })).status, 409)
    }
    assert.equal(await on.desk.db.run(sql`delete from mail_messages`), 2)
  })

  test("holds no connection while it is throttled, also under a key", async () => {
    const { mailThrottle } = on.desk
    const others = Promise.all(Array.from({ length: 40 }, () => mailThrottle.wait()))
    let areTaken = false
    void others.then(() => {
      areTaken = true
    })
    const headers = { "Idempotency-Key": "waits" }
    const waiting = post(inbound(), { body: { raw: mailOf({ from: someone() }).toString("base64") }, headers })
    let open = 0
    while (!areTaken) {
      const { count } = await on.desk.db.one<{ count: number }>(sql`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`)
      if (!areTaken) open += count
    }
    assert.equal(open, 0)
    assert.equal((await waiting).status, 201)
    await on.desk.db.run(sql`delete from mail_messages`)
  })

  test("leaves the node in mind of who its visitors are", async () => {
    const other = await mailDesk({ visitorMemory: 3_600_000 })
    after(() => other.close())
    const { desk, ids, ada } = other
    const id = await desk.addUser({ email: "known@desk.example", role: "user", inboxIds: [ids.inboxes.support] })
    const known = await desk.tokenFor(id)
    const status = async () => (await desk.get("/v2/conversations", known)).status
    assert.equal(await status(), 200)
    // Behind its back, as another node would.
    await desk.db.run(sql`update users set deactivated_at = now() where id = ${id}`)
    const body = { raw: mailOf({ from: someone() }).toString("base64") }
    const kept = await desk.send("POST", `/v2/mailboxes/${ids.inboxes.support}/inbound`, { token: ada, body })
    assert.deepEqual([kept.status, await status()], [201, 200])
    const inbox = { name: "Another", email: "another@desk.example" }
    assert.equal((await desk.send("POST", "/v2/mailboxes", { token: ada, body: inbox })).status, 201)
    assert.equal(await status(), 401)
  })

  test("refuses what is no message, an inbox that is not there, and who may not", async () => {
    for (const body of [
      {},
      { raw: "" },
      { raw: "*" },
      { raw: 7 },
      { raw: { a: 1 } },
      { raw: "QQ==", to: "x".repeat(400) },
    ])
      assert.equal((await post(inbound(), { body })).status, 400, JSON.stringify(body))
    const rfc822 = { "Content-Type": "message/rfc822" }
    assert.equal((await post(inbound(), { body: "", headers: rfc822 })).status, 400)
    assert.equal((await post("/v2/tags", { body: "x", headers: rfc822 })).status, 415)
    assert.equal((await post(inbound(999_999), { body: { raw: "QQ==" } })).status, 404)
    assert.equal((await post(inbound(), { token: few, body: { raw: "QQ==" } })).status, 403)
    assert.equal((await on.desk.db.many(sql`select from mail_messages`)).length, 0)
  })
})

describe("GET /v2/mailboxes/{id}/messages", () => {
  test("lists what came, newest first, by outcome, to who may see it", async () => {
    on.start()
    const rows = []
    for (const headers of [[], [["X-Spam-Flag", "yes"]], []] as [string, string][][])
      rows.push(await on.arrive({ from: `"Mary" <${someone()}>`, headers, text: `${++made}` }))
    await on.stop()
    const path = `/v2/mailboxes/${on.ids.inboxes.support}/messages`
    const { body } = await on.desk.get(`${path}?size=2`, few)
    assert.deepEqual(body.page, { size: 2, totalElements: 3, totalPages: 2, number: 1 })
    const ids = rows.map(({ id }) => id)
    assert.deepEqual(
      body._embedded.messages.map((one: { id: number }) => one.id),
      [ids[2], ids[1]],
    )
    const [newest, spam] = body._embedded.messages
    assert.deepEqual([newest.outcome, newest.fromName, newest.subject], ["stored", "Mary", "Late"])
    assert.deepEqual([newest.conversationId, newest.threadId], [rows[2]?.conversation_id, rows[2]?.thread_id])
    assert.deepEqual([spam.reason, spam.reasonText], ["marked", "A filter before this desk marked it as spam"])
    const only = await on.desk.get(`${path}?outcome=spam`, few)
    assert.deepEqual(
      only.body._embedded.messages.map((one: { id: number }) => one.id),
      [ids[1]],
    )
    assert.equal((await on.desk.get(`/v2/mailboxes/${on.ids.inboxes.hidden}/messages`, few)).status, 404)
    // Once its conversation is elsewhere, who may not look there sees nothing of it.
    await on.patch(rows[0]?.conversation_id ?? 0, { op: "move", path: "/mailboxId", value: on.ids.inboxes.hidden })
    assert.equal((await on.desk.get(path, few)).body.page.totalElements, 2)
    for (const part of ["", "/raw"]) {
      assert.equal((await on.desk.get(`/v2/messages/${ids[0]}${part}`, few)).status, 404)
      assert.equal((await on.desk.get(`/v2/messages/${ids[0]}${part}`, on.ada)).status, 200)
    }
    assert.equal((await on.desk.get(`/v2/conversations/${rows[0]?.conversation_id}/mail`, few)).status, 404)
  })
})

describe("a message that could not be read", () => {
  test("stands in a conversation that says so, and in its place when it can be read at last", async () => {
    await on.desk.db.run(sql`delete from mail_messages`)
    const from = someone()
    const id = await on.keep(mailOf({ from, subject: "The order", text: "At last" }))
    const failed = await settleAs({ incomplete: "too_deep", body: "<p>It cannot be shown.</p>", subject: "?" })
    assert.deepEqual([failed.outcome, failed.reason, failed.facts.incomplete], ["failed", "too_deep", "too_deep"])
    const before = await on.read(failed.conversation_id ?? 0)
    assert.match(before.threads.at(-1).body, /cannot be shown\.<\/p><p><a href="\/v2\/messages\/\d+\/raw"/)
    assert.equal((await post(`/v2/messages/${id}/rerun`, { token: few })).status, 403)
    assert.equal((await post(`/v2/messages/${id}/rerun`)).status, 202)
    assert.equal((await post(`/v2/messages/${id}/rerun`)).status, 409)
    on.start()
    const row = await on.settled(id)
    await on.stop()
    assert.deepEqual([row.outcome, row.thread_id], ["stored", failed.thread_id])
    const { conversation, threads } = await on.read(row.conversation_id ?? 0)
    assert.deepEqual([conversation.subject, conversation.primaryCustomer.email], ["The order", from])
    assert.deepEqual([conversation.createdBy.email, conversation.preview], [from, "At last"])
    const thread = threads.filter((one) => one.type === "customer")
    assert.deepEqual(
      thread.map((one) => [one.id, one.body, one.customer.email]),
      [[row.thread_id, "<p>At last</p>", from]],
    )
    assert.equal((await on.desk.get(`/v2/conversations?query=(body:"last")`, on.ada)).body.page.totalElements, 1)
    const problem = await post(`/v2/messages/${id}/rerun`)
    assert.equal(problem.status, 409)
  })

  test("is read again with all that failed, also where its placeholder is gone", async () => {
    const ids = []
    for (let count = 0; count < 2; count++) {
      ids.push(await on.keep(mailOf({ from: someone() })))
      await settleAs({ incomplete: "unreadable" })
    }
    const { thread_id } = await on.settled(ids[0] ?? 0)
    await on.desk.db.run(sql`delete from threads where id = ${thread_id}`)
    assert.equal(await rerunFailed(on.desk.appDb), 2)
    on.start()
    const rows = await Promise.all(ids.map(on.settled))
    await on.stop()
    assert.deepEqual(
      rows.map(({ outcome }) => outcome),
      ["stored", "stored"],
    )
    assert.notEqual(rows[0]?.thread_id, thread_id)
  })
})

describe("what is settled without a thread, or with files", () => {
  test("a report of a mail that is not ours changes nothing and is a conversation in Spam", async () => {
    await on.keep(mailOf({ from: "mailer-daemon@elsewhere.example" }))
    const report = {
      recipients: [{ address: "x@y.example", action: "failed" as const, status: "5.1.1", diagnostic: "No such user" }],
      names: ["something@elsewhere.example"],
    }
    const row = await settleAs({ report, from: { name: "", address: "mailer-daemon@elsewhere.example" } })
    assert.deepEqual([row.outcome, row.reason], ["spam", "backscatter"])
    const { conversation } = await on.read(row.conversation_id ?? 0)
    assert.deepEqual([conversation.status, conversation.threads], ["spam", 1])
  })

  test("an answer to what one of us was told is not a customer's", async () => {
    const { nameFor } = await on.sent(await on.fresh(), "mary@elsewhere.example")
    await on.keep(mailOf({ from: someone() }))
    const to = [{ name: "", address: `support+${nameFor("agent")}@scenario.example` }]
    const row = await settleAs({ to, from: { name: "", address: "mary@elsewhere.example" } })
    assert.deepEqual([row.outcome, row.reason, row.thread_id], ["held", "agent_name_unknown", null])
  })

  test("attachments come with it, pictures inside the text by their id, and what is malicious does not leave", async () => {
    const file = Buffer.from("a file")
    const [key1, key2] = [await on.node.files.write(file), await on.node.files.write(Buffer.from("a picture"))]
    const plain = { filename: "a.txt", mimeType: "text/plain", size: undefined, state: "valid" as const }
    const id = await on.keep(mailOf({ from: someone() }))
    const row = await settleAs(
      { from: { name: "", address: someone() } },
      {
        attachments: [
          { ...plain, sizeBytes: file.length, storageKey: key1 },
          { ...plain, filename: "b.png", mimeType: "image/png", sizeBytes: 9, storageKey: key2, contentId: "pic@x" },
        ],
      },
    )
    const { conversation, threads } = await on.read(row.conversation_id ?? 0)
    const { attachments } = threads.find((one) => one.id === row.thread_id)._embedded
    const shown = attachments.map((one: Record<string, unknown>) => [one["filename"], one["contentId"], one["inline"]])
    assert.deepEqual(shown, [
      ["a.txt", undefined, undefined],
      ["b.png", "pic@x", true],
    ])
    assert.equal(conversation.threads, 1)
    const source = `/v2/conversations/${conversation.id}/threads/${row.thread_id}/original-source`
    const asMail = { Accept: "message/rfc822" }
    assert.match((await on.desk.get(source, on.ada, asMail)).body, /^From: /)
    await on.desk.db.run(sql`update attachments set state = 'pending' where filename = 'b.png'`)
    assert.equal((await on.desk.get(`/v2/messages/${id}/raw`, on.ada)).status, 409)
    await on.desk.db.run(sql`update attachments set state = 'virus' where filename = 'a.txt'`)
    assert.equal((await on.desk.get(`/v2/messages/${id}/raw`, on.ada)).status, 403)
    assert.equal((await on.desk.get(source, on.ada, asMail)).status, 403)
  })

  test("what came is kept by the store for as long as its row is there", async () => {
    const raw = mailOf({ from: someone(), text: "Keep me" })
    const id = await on.keep(raw)
    const { storage_key } = await on.desk.db.one<{ storage_key: string }>(
      sql`select storage_key from mail_messages where id = ${id}`,
    )
    const later = { ...on.node, now: () => new Date(Date.now() + 86_400_000) }
    await removeOrphans(later)
    const stored = { key: storage_key, sizeBytes: raw.length }
    assert.deepEqual(await on.node.files.read(stored), raw)
    await on.desk.db.run(sql`delete from mail_messages where id = ${id}`)
    await removeOrphans(later)
    await assert.rejects(on.node.files.read(stored))
  })

  test("metrics tell how many wait, how many failed and what became of the rest", async () => {
    await on.keep(mailOf({ from: someone() }))
    const { body } = await on.desk.get("/metrics", on.ada)
    assert.match(body, /^mail_messages_waiting 1$/m)
    assert.match(body, /^mail_messages_failed 0$/m)
    assert.match(body, /^mail_oldest_waiting_seconds \d/m)
    assert.match(body, /^mail_messages_total\{outcome="stored"\} \d+$/m)
  })
})
