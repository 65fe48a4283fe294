import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { type MailDesk, mailDesk } from "../../../test/mail/mail.ts"
import { problemOf } from "../../../test/mail/threading.ts"
import { findSigningKey } from "../../account/queries.ts"
import { sql } from "../../db/db.ts"
import { nameOf } from "../identity/names.ts"
import { removeRawMail } from "../receive/remove-raw.ts"

let on: MailDesk
let key: Buffer
let few: string
let id: number
/** Where an answer to the mail that told Grace of something goes. */
let to: string
let grace: string

before(async () => {
  on = await mailDesk()
  key = await findSigningKey(on.desk.db)
  const inboxIds = [on.ids.inboxes.support]
  few = await on.desk.tokenFor(await on.desk.addUser({ email: "few@desk.example", role: "user", inboxIds }))
  grace = on.ids.emails.grace
  on.start()
})
after(() => on.close())
beforeEach(async () => {
  await on.desk.db.run(sql`delete from mail_senders`)
  id = await on.fresh()
  to = await notify(on.ids.users.grace, grace)
})

async function notify(userId: number, recipient: string): Promise<string> {
  const { id: mailId } = await on.desk.db.one<{ id: number }>(sql`
    insert into outgoing_mail (inbox_id, kind, conversation_id, user_id, created_at, due_at, state, sent_at)
    values (${on.ids.inboxes.support}, 'notification', ${id}, ${userId}, now(), now(), 'sent', now()) returning id`)
  await on.desk.db.run(sql`insert into outgoing_recipients (mail_id, address, role, state)
    values (${mailId}, ${recipient}, 'to', 'sent')`)
  return `support+${nameOf(key, { purpose: "agent", mailId, conversationId: id, recipient })}@scenario.example`
}

let made = 0
const held = (from = grace, text = "It is on its way.") =>
  on.arrive({ from, to, text, headers: [["Message-ID", `<held-${++made}@elsewhere.example>`]] })
const decide = (messageId: number, body: object, token = on.ada) =>
  on.desk.send("POST", `/v2/messages/${messageId}/decision`, { token, body })
const details = async (messageId: number) => (await on.desk.get(`/v2/messages/${messageId}/details`, on.ada)).body
const threads = async () =>
  (await on.read(id)).threads.filter((one) => one.type !== "lineitem").map((one) => [one.type, one.body])
const senders = async () =>
  (await on.desk.get("/v2/mail-senders", on.ada)).body._embedded.senders as Record<string, unknown>[]

describe("a held message", () => {
  test("is shown in its conversation, and to whoever decides with what it says", async () => {
    const row = await held()
    assert.deepEqual([row.outcome, row.reason, row.conversation_id], ["held", "agent_not_verified", id])
    const { body } = await on.desk.get(`/v2/conversations/${id}/mail`, few)
    const [one, ...others] = body.held
    assert.equal(others.length, 0)
    assert.deepEqual(
      [one.messageId, one.from, one.agent.id, one.reason, one.reasonText],
      [
        row.id,
        grace,
        on.ids.users.grace,
        "agent_not_verified",
        "It is not proven that it comes from the address in From",
      ],
    )
    const shown = await details(row.id)
    assert.deepEqual(
      [shown.held.text.trim(), shown.held.files, shown.held.acceptedAs, shown.held.agent.id, shown.held.canTrust],
      ["It is on its way.", [], "reply", on.ids.users.grace, true],
    )
    assert.equal(shown.decision, undefined)
    const { kind, inbox_id } = await on.desk.db.one<{ kind: string; inbox_id: number }>(
      sql`select kind, inbox_id from events where subject_id = ${row.id} and kind like 'mail.message.%'`,
    )
    assert.deepEqual([kind, inbox_id], ["mail.message.held", on.ids.inboxes.support])
  })

  test("is sent as the agent's reply when it is accepted, by whom the log says", async () => {
    const { id: messageId } = await held()
    const before = await threads()
    assert.equal((await decide(messageId, { decision: "accept" })).status, 202)
    const row = await on.settled(messageId)
    assert.deepEqual([row.outcome, row.conversation_id], ["stored", id])
    const { threads: all } = await on.read(id)
    const thread = all.find((one) => one.id === row.thread_id)
    assert.deepEqual([thread.type, thread.body], ["message", "It is on its way."])
    assert.equal(thread.createdBy.id, on.ids.users.grace)
    assert.equal((await threads()).length, before.length + 1)
    const { decision, held: gone } = await details(messageId)
    assert.deepEqual([decision.decision, decision.decidedBy.id, gone], ["accept", on.ids.users.ada, undefined])
    const audit = (await on.desk.get("/v2/audit-log?noun=mail-message", on.ada)).body._embedded.entries
    assert.deepEqual(
      [audit[0].subjectId, audit[0].by.id, audit[0].changes],
      [messageId, on.ids.users.ada, [{ field: "decision", before: null, after: "accept" }]],
    )
    assert.deepEqual((await on.desk.get(`/v2/conversations/${id}/mail`, on.ada)).body.held, [])
    assert.deepEqual(await senders(), [])
  })

  test("becomes a message of its sender where it cannot be a reply", async () => {
    await on.desk.db.run(sql`update users set role = 'light user' where id = ${on.ids.users.grace}`)
    await on.desk.db.run(sql`insert into mail_senders (name, verdict, created_at) values (${grace}, 'trusted', now())`)
    const { id: messageId, reason } = await held(grace, "A light user may not reply")
    assert.equal(reason, "agent_no_right")
    assert.equal((await details(messageId)).held.acceptedAs, "message")
    await decide(messageId, { decision: "accept" })
    const row = await on.settled(messageId)
    await on.desk.db.run(sql`update users set role = 'user' where id = ${on.ids.users.grace}`)
    assert.deepEqual([row.outcome, row.conversation_id], ["stored", id])
    const thread = (await on.read(id)).threads.find((one) => one.id === row.thread_id)
    assert.deepEqual([thread.type, thread.customer.email], ["customer", grace])
  })

  test("to the inbox itself, in answer to the notification, is a reply only once it is accepted", async () => {
    const { id: mailId } = await on.desk.db.one<{ id: number }>(
      sql`select max(id) as id from outgoing_mail where kind = 'notification'`,
    )
    const name = nameOf(key, { purpose: "message", mailId, conversationId: id, recipient: grace })
    const headers: [string, string][] = [["In-Reply-To", `<${name}@scenario.example>`]]
    const row = await on.arrive({ from: grace, text: "To the inbox", headers })
    assert.deepEqual([row.outcome, row.reason, row.conversation_id], ["held", "agent_not_addressed", id])
    const { held: facts } = await details(row.id)
    assert.deepEqual([facts.acceptedAs, facts.canTrust], ["reply", false])
    await decide(row.id, { decision: "accept" })
    const { outcome, thread_id } = await on.settled(row.id)
    const thread = (await on.read(id)).threads.find((one) => one.id === thread_id)
    assert.deepEqual([outcome, thread.type, thread.createdBy.id], ["stored", "message", on.ids.users.grace])
  })

  test("begins a conversation where it answers no mail of ours", async () => {
    to = `support+${nameOf(key, { purpose: "agent", mailId: 999_999, conversationId: id, recipient: grace })}@scenario.example`
    const { id: messageId, reason, conversation_id } = await held("guest@elsewhere.example")
    assert.deepEqual([reason, conversation_id], ["agent_name_unknown", null])
    await decide(messageId, { decision: "accept" })
    const row = await on.settled(messageId)
    assert.equal(row.outcome, "stored")
    assert.notEqual(row.conversation_id, id)
    assert.equal(
      (await on.read(row.conversation_id ?? 0)).conversation.primaryCustomer.email,
      "guest@elsewhere.example",
    )
  })

  test("stays out when it is rejected, also when it comes again, until it is read again", async () => {
    const first = await held()
    const before = await threads()
    assert.equal((await decide(first.id, { decision: "reject" })).status, 202)
    const { message, decision, held: kept } = await details(first.id)
    assert.deepEqual(
      [message.outcome, decision.decision, kept.text.trim()],
      ["rejected", "reject", "It is on its way."],
    )
    const headers: [string, string][] = [["Message-ID", `<held-${made}@elsewhere.example>`]]
    const again = await on.arrive({ from: grace, to, text: "It is on its way.", headers })
    assert.deepEqual([again.outcome, again.facts.duplicateOf], ["duplicate", first.id])
    assert.deepEqual(await threads(), before)
    const listed = await on.desk.get("/v2/messages?outcome=rejected&size=1", on.ada)
    assert.equal(listed.body._embedded.messages[0].id, first.id)
    assert.equal((await on.desk.send("POST", `/v2/messages/${first.id}/rerun`, { token: on.ada })).status, 202)
    assert.equal((await on.settled(first.id)).outcome, "held")
    assert.equal((await details(first.id)).decision, undefined)
    await decide(first.id, { decision: "accept" })
    assert.equal((await on.settled(first.id)).outcome, "stored")
    assert.equal((await threads()).length, before.length + 1)
  })

  test("is decided once, whoever decides at the same time", async () => {
    const { id: messageId } = await held()
    const before = await threads()
    const answers = await Promise.all(
      ["accept", "reject", "accept", "reject"].map((decision) => decide(messageId, { decision })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    assert.equal(refused && problemOf(refused)[1], "message_decided")
    const row = await on.settled(messageId)
    const wasAccepted = row.outcome === "stored"
    const word = wasAccepted ? "accepted" : "rejected"
    assert.match(String(refused?.body.message), new RegExp(`^Somebody has ${word} this message already`))
    assert.equal((await threads()).length, before.length + (wasAccepted ? 1 : 0))
    const { total } = await on.desk.db.one<{ total: number }>(
      sql`select count(*) as total from audit_entries where noun = 'mail-message' and subject_id = ${messageId}`,
    )
    assert.equal(total, 1)
  })

  test("is taken when it is accepted, also where a copy was held meanwhile", async () => {
    const { id: messageId } = await held()
    await on.stop()
    await decide(messageId, { decision: "accept" })
    // As after a failed attempt: the copy is settled first.
    await on.desk.db.run(sql`update mail_messages set claimed_until = '2100-01-01' where id = ${messageId}`)
    on.start()
    const headers: [string, string][] = [["Message-ID", `<held-${made}@elsewhere.example>`]]
    const copy = await on.arrive({ from: grace, to, text: "It is on its way.", headers })
    assert.equal(copy.outcome, "held")
    await on.desk.db.run(sql`update mail_messages set claimed_until = null where id = ${messageId}`)
    const row = await on.settled(messageId)
    assert.deepEqual([row.outcome, row.conversation_id], ["stored", id])
  })

  test("is decided by who may manage mail, and where there is one", async () => {
    const { id: messageId } = await held()
    assert.equal((await decide(messageId, { decision: "accept" }, few)).status, 403)
    assert.equal((await decide(999_999, { decision: "accept" })).status, 404)
    for (const body of [
      {},
      { decision: "keep" },
      { decision: "accept", sender: "block" },
      { decision: "reject", sender: "trust" },
    ])
      assert.equal((await decide(messageId, body)).status, 400, JSON.stringify(body))
    assert.equal((await on.settled(messageId)).outcome, "held")
    const stored = await on.arrive({ from: "plain@elsewhere.example" })
    const refused = await decide(stored.id, { decision: "accept" })
    assert.deepEqual(problemOf(refused), [409, "message_decided"])
    assert.match(refused.body.message, /not held/)
  })

  test("says nothing more once the message itself is no longer kept", async () => {
    const { id: messageId } = await held()
    await decide(messageId, { decision: "reject" })
    await on.desk.db.run(sql`update account set raw_mail_days = 1`)
    const now = () => new Date(on.desk.clock.now.getTime() + 2 * 86_400_000)
    await removeRawMail({ ...on.node, now }, undefined, new AbortController().signal)
    await on.desk.db.run(sql`update account set raw_mail_days = null`)
    const { held: kept, canRerun } = await details(messageId)
    assert.deepEqual([kept.text, canRerun], ["", false])
  })
})

describe("a trusted sender", () => {
  test("replies without proof from then on, until the trust is taken back", async () => {
    const { id: messageId } = await held()
    assert.equal((await decide(messageId, { decision: "accept", sender: "trust" })).status, 202)
    assert.equal((await on.settled(messageId)).outcome, "stored")
    const [one] = await senders()
    assert.deepEqual([one?.["sender"], one?.["kind"], one?.["verdict"]], [grace, "address", "trusted"])
    const later = await held(grace.toUpperCase(), "The second")
    assert.deepEqual([later.outcome, later.conversation_id], ["stored", id])
    const path = `/v2/mail-senders/${one?.["id"]}`
    assert.equal((await on.desk.send("DELETE", path, { token: on.ada })).status, 204)
    assert.equal((await held()).outcome, "held")
  })

  test("is the agent's own address, and no other agent's", async () => {
    const { id: messageId, reason } = await held("private@elsewhere.example")
    assert.equal(reason, "agent_not_verified")
    assert.equal((await details(messageId)).held.canTrust, false)
    const refused = await decide(messageId, { decision: "accept", sender: "trust" })
    assert.deepEqual(problemOf(refused), [409, "sender_undecidable"])
    assert.equal((await on.settled(messageId)).outcome, "held")
    const { ada } = on.ids.emails
    await on.desk.db.run(sql`insert into mail_senders (name, verdict, created_at) values (${ada}, 'trusted', now())`)
    const other = await held(ada)
    assert.deepEqual([other.outcome, other.reason], ["held", "agent_other_sender"])
  })
})

describe("a blocked sender", () => {
  const spam = async (from: string) => {
    const row = await on.arrive({ from })
    const { conversation } = await on.read(row.conversation_id ?? 0)
    return [row.outcome, row.reason, conversation.status]
  }

  test("is rejected, and what comes later is a conversation in Spam, also as a reply", async () => {
    const from = "eve@shop.example"
    const { id: messageId } = await held(from)
    assert.equal((await decide(messageId, { decision: "reject", sender: "block" })).status, 202)
    assert.deepEqual([(await senders())[0]?.["sender"], (await senders())[0]?.["verdict"]], [from, "blocked"])
    assert.deepEqual(await spam("Eve@Shop.example"), ["spam", "sender_blocked", "spam"])
    assert.deepEqual(await spam("bob@shop.example"), ["stored", null, "active"])
    const later = await held(from, "Once more")
    assert.deepEqual([later.outcome, later.reason], ["spam", "sender_blocked"])
    assert.notEqual(later.conversation_id, id)
    const sent = await on.sent(id, from)
    to = `support+${sent.nameFor("reply")}@scenario.example`
    const reply = await held(from, "As a customer")
    assert.deepEqual([reply.outcome, reply.reason], ["spam", "sender_blocked"])
    assert.notEqual(reply.conversation_id, id)
  })

  test("may be a whole domain", async () => {
    const { id: messageId } = await held("eve@shop.example")
    await decide(messageId, { decision: "reject", sender: "block-domain" })
    assert.deepEqual([(await senders())[0]?.["sender"], (await senders())[0]?.["kind"]], ["shop.example", "domain"])
    assert.deepEqual(await spam("bob@mail.shop.example"), ["spam", "sender_blocked", "spam"])
    assert.deepEqual(await spam("bob@notshop.example"), ["stored", null, "active"])
  })

  test("is nobody without an address or a domain", async () => {
    const { id: messageId } = await held("root@localhost")
    const refused = await decide(messageId, { decision: "reject", sender: "block-domain" })
    assert.deepEqual(problemOf(refused), [409, "sender_undecidable"])
    assert.equal((await decide(messageId, { decision: "reject", sender: "block" })).status, 202)
  })

  test("is listed and removed by who may manage mail, which the audit log tells", async () => {
    const { id: messageId } = await held("eve@shop.example")
    await decide(messageId, { decision: "reject", sender: "block" })
    const [one] = await senders()
    const path = `/v2/mail-senders/${one?.["id"]}`
    assert.deepEqual((one?.["createdBy"] as { id: number } | undefined)?.id, on.ids.users.ada)
    assert.equal((await on.desk.get(path, on.ada)).body.sender, "eve@shop.example")
    for (const refused of [
      await on.desk.get("/v2/mail-senders", few),
      await on.desk.get(path, few),
      await on.desk.send("DELETE", path, { token: few }),
    ])
      assert.equal(refused.status, 403)
    assert.equal((await on.desk.send("DELETE", path, { token: on.ada, headers: { "If-Match": '"old"' } })).status, 412)
    assert.equal((await on.desk.send("DELETE", path, { token: on.ada })).status, 204)
    assert.equal((await on.desk.send("DELETE", path, { token: on.ada })).status, 404)
    assert.equal((await on.desk.get(path, on.ada)).status, 404)
    const audit = (await on.desk.get("/v2/audit-log?noun=mail-sender", on.ada)).body._embedded.entries
    assert.deepEqual(
      audit.slice(0, 2).map((entry: Record<string, unknown>) => [entry["act"], entry["subjectName"]]),
      [
        ["deleted", "eve@shop.example"],
        ["created", "eve@shop.example"],
      ],
    )
    assert.equal(audit[0].by.id, on.ids.users.ada)
    assert.deepEqual(await spam("eve@shop.example"), ["stored", null, "active"])
  })
})
