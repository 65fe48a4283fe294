import assert from "node:assert/strict"
import { after, afterEach, before, beforeEach, describe, test } from "node:test"
import { customerEmail } from "../../../test/desk/creating.ts"
import { inboxAddress, type RelayedDesk, relayedDesk } from "../../../test/mail/relayed-desk.ts"
import { eventually } from "../../../test/peers/events.ts"
import { answerTo, bounceOf } from "../../../test/peers/rewriting-relay.ts"
import { headerOf, headersOf } from "../../../test/peers/smtp.ts"
import { sql } from "../../db/db.ts"

let on: RelayedDesk
let grace: string
let path: string

before(async () => {
  on = await relayedDesk()
  grace = await on.desk.tokenFor(on.ids.users.grace)
  path = `/v2/mailboxes/${on.ids.inboxes.support}`
})
after(() => on.close())
beforeEach(() => {
  on.relayed.route = { domain: "scenario.example", port: on.receiverPort }
})
afterEach(async () => {
  const { data } = on.relayed.answers
  on.relayed.answers = { ...(data && { data }) }
  await on.clear()
  await on.desk.db.run(sql`delete from mail_connections`)
  await on.desk.db.run(sql`delete from plus_address_tests`)
})

const start = (token = on.ada) => on.desk.send("POST", `${path}/plus-address-test`, { token })
async function status() {
  const { answersBy, plusAddressTest } = (await on.desk.get(`${path}/mail-status`, on.ada)).body
  return { answersBy, test: plusAddressTest }
}
/** Begins a test, and waits until its mail has arrived. */
async function arrived(): Promise<void> {
  assert.equal((await start()).status, 200)
  await eventually(async () => (await status()).test.state === "arrived")
}
const countConversations = async () =>
  (await on.desk.db.one<{ count: number }>(sql`select count(*) from conversations`)).count
const withoutReferences = (raw: string) =>
  raw.replace(/^References:[^\r\n]*\r\n/m, "").replace(/^In-Reply-To:[^\r\n]*\r\n/m, "")
const connect = (more: object = {}) =>
  on.desk.send("POST", `${path}/connections`, {
    token: on.ada,
    body: { kind: "smtp", host: "127.0.0.1", port: on.relayed.port, security: "none", auth: "none", ...more },
  })

describe("the test of an inbox's plus address", () => {
  test("sends a mail to it, which arrives and is no conversation", async () => {
    const before = await countConversations()
    assert.deepEqual(await status(), { answersBy: "references", test: undefined })
    const { body } = await start()
    assert.match(body.state, /^(sent|arrived)$/)
    const [taken] = on.relayed.taken
    assert.match(taken?.recipients.join() ?? "", /^support\+p[0-9a-z]+-[a-z2-7]{26}@scenario\.example$/)
    assert.deepEqual([taken?.sender], taken?.recipients)
    const row = await on.lastArrival()
    assert.deepEqual(
      [row.outcome, row.reason, row.conversation_id, row.thread_id],
      ["auto-reply", "plus_address_test", null, null],
    )
    const now = on.desk.clock.now.toISOString().replace(/\.\d+/, "")
    assert.deepEqual(await status(), {
      answersBy: "plus-address",
      test: { state: "arrived", sentAt: now, arrivedAt: now },
    })
    assert.equal(await countConversations(), before)
  })

  test("says after ten minutes that it did not arrive; when it comes later, it counts", async () => {
    on.relayed.route = undefined
    assert.equal((await start()).body.state, "sent")
    const { now } = on.desk.clock
    on.later(599)
    assert.equal((await status()).test.state, "sent")
    on.later(1)
    assert.deepEqual([(await status()).test.state, (await status()).answersBy], ["missing", "references"])
    // As IMAP brings it: without an envelope.
    const raw = Buffer.from(on.relayed.delivered[0] ?? "", "latin1")
    const sent = { token: on.ada, body: { raw: raw.toString("base64") } }
    assert.equal((await on.desk.send("POST", `${path}/inbound`, sent)).status, 201)
    assert.equal((await on.lastArrival()).reason, "plus_address_test")
    assert.deepEqual([(await status()).test.state, (await status()).answersBy], ["arrived", "plus-address"])
    on.desk.clock.now = now
  })

  test("says what the relay refuses, and what a report says that comes back", async () => {
    on.relayed.answers.recipient = () => "550 5.1.1 No such user"
    const refused = (await start()).body
    assert.deepEqual([refused.state, refused.problem], ["failed", "550 5.1.1 No such user"])
    on.relayed.answers.recipient = () => undefined
    on.relayed.route = undefined
    assert.equal((await start()).body.state, "sent")
    const before = await countConversations()
    const probe = on.relayed.delivered.at(-1) ?? ""
    const recipient = headerOf(probe, "to") ?? ""
    const row = await on.arrive(bounceOf(probe, { to: recipient, recipient }), { sender: "" })
    assert.deepEqual([row.outcome, row.reason], ["bounce", "plus_address_test"])
    const { test: noted, answersBy } = await status()
    assert.deepEqual([noted.state, noted.problem, answersBy], ["failed", "5.1.1 550 no such user", "references"])
    assert.equal(await countConversations(), before)
  })

  test("is not passed by forged mail, by mail of an earlier test, nor by what another inbox gets", async () => {
    on.relayed.route = undefined
    await start()
    const superseded = on.relayed.delivered.at(-1) ?? ""
    await start()
    const probe = on.relayed.delivered.at(-1) ?? ""
    const to = headerOf(probe, "to") ?? ""
    const forged = to.replace(/-../, to.includes("-aa") ? "-bb" : "-aa")
    const text = "Is it open?"
    const row = await on.arrive(answerTo(probe, { from: customerEmail, to: forged, text }), { to: forged })
    assert.deepEqual([row.outcome, row.facts.why], ["stored", "new"])
    const earlier = headerOf(superseded, "to") ?? ""
    assert.equal((await on.arrive(superseded, { to: earlier })).reason, "plus_address_test")
    const paging = await on.desk.db.one<{ email: string }>(
      sql`select email from inboxes where id = ${on.ids.inboxes.paging}`,
    )
    assert.equal((await on.arrive(probe, { to: paging.email })).reason, "plus_address_test")
    assert.equal((await status()).test.state, "sent")
  })

  test("holds until the connections or the address of the inbox change", async () => {
    const email = (await on.desk.get(path, on.ada)).body.email
    await arrived()
    assert.equal((await connect({ username: "one" })).status, 201)
    assert.deepEqual(await status(), { answersBy: "references", test: undefined })
    await arrived()
    const [connection] = (await on.desk.get(`${path}/connections`, on.ada)).body._embedded.connections
    const { kind: _, host, port, security, auth } = connection
    const put = async (more: object) => {
      const url = `${path}/connections/${connection.id}`
      const body = { host, port, security, auth, username: "one", ...more }
      assert.equal((await on.desk.send("PUT", url, { token: on.ada, body })).status, 204)
    }
    await put({})
    assert.equal((await status()).answersBy, "plus-address")
    await put({ username: "other" })
    assert.equal((await status()).answersBy, "references")
    await arrived()
    await on.desk.send("DELETE", `${path}/connections/${connection.id}`, { token: on.ada })
    assert.equal((await status()).answersBy, "references")
    await arrived()
    await on.desk.db.run(sql`update inboxes set email = 'help@scenario.example' where email = ${email}`)
    assert.deepEqual(await status(), { answersBy: "references", test: undefined })
    await on.desk.db.run(sql`update inboxes set email = ${email} where email = 'help@scenario.example'`)
  })

  test("is begun by the test of a connection that works, unless it is known", async () => {
    const { headers } = await connect()
    const url = `${path}/connections/${headers.get("resource-id")}/test`
    assert.equal((await on.desk.send("POST", url, { token: on.ada })).body.ok, true)
    await eventually(async () => (await status()).test.state === "arrived")
    assert.equal((await on.desk.send("POST", url, { token: on.ada })).body.ok, true)
    assert.equal(on.relayed.taken.length, 1)
  })

  test("is for administrators, and needs something to send through", async () => {
    assert.equal((await start(grace)).status, 403)
    const url = on.desk.config.smtpUrl
    Object.assign(on.desk.config, { smtpUrl: undefined })
    const answer = await start()
    Object.assign(on.desk.config, { smtpUrl: url })
    assert.deepEqual([answer.status, answer.body.logRef !== undefined], [409, true])
    assert.match(answer.body._links.about.href, /no_relay$/)
  })
})

describe("where plus addresses arrive", () => {
  test("an answer finds its conversation by the address alone, and a forged address does not", async () => {
    await arrived()
    const { id, raw } = await on.delivered()
    const replyTo = headerOf(raw, "reply-to") ?? ""
    assert.match(replyTo, /^support\+r[0-9a-z]+-[a-z2-7]{26}@scenario\.example$/)
    const answer = withoutReferences(answerTo(raw, { from: customerEmail, text: "By its address" }))
    assert.deepEqual(
      headersOf(answer).filter(([name]) => /references|in-reply/.test(name)),
      [],
    )
    const row = await on.arrive(answer, { to: replyTo })
    assert.deepEqual([row.conversation_id, row.facts.why], [id, "reply-address"])
    const forged = replyTo.replace(/-../, replyTo.includes("-aa") ? "-bb" : "-aa")
    const strange = await on.arrive(answer.replace(replyTo, forged).replace("By its", "By another"), { to: forged })
    assert.deepEqual([strange.outcome, strange.facts.why], ["stored", "new"])
  })

  test("a bounce finds its mail by the sender of the envelope", async () => {
    await arrived()
    const { id, threadId, raw, sender } = await on.delivered()
    assert.match(sender, /^support\+b[0-9a-z]+-[a-z2-7]{26}@scenario\.example$/)
    const bounce = bounceOf(raw.replace(/^References:[^\r\n]*\r\n/m, ""), { to: sender, recipient: customerEmail })
    const row = await on.arrive(bounce, { sender: "", to: sender })
    assert.deepEqual([row.outcome, row.conversation_id, row.thread_id], ["bounce", id, threadId])
    assert.equal((await on.mails("reply"))[0]?.state, "bounced")
  })

  test("bounces go to the plain address where the relay takes no other sender", async () => {
    on.relayed.answers.sender = (address) =>
      address === inboxAddress ? undefined : "550 5.7.60 Not allowed to send as this sender"
    await arrived()
    const { raw, sender } = await on.delivered()
    assert.equal(sender, inboxAddress)
    assert.match(headerOf(raw, "reply-to") ?? "", /^support\+r/)
  })

  test("answers go to the plain address without a test that has arrived", async () => {
    on.relayed.route = undefined
    await start()
    const { raw, sender } = await on.delivered()
    assert.equal(headerOf(raw, "reply-to"), undefined)
    assert.equal(sender, inboxAddress)
  })
})
