import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type MailDesk, mailDesk, mailOf } from "../../../test/mail/mail.ts"
import { sql } from "../../db/db.ts"
import type { MessageRow } from "../messages/queries.ts"

let on: MailDesk

before(async () => {
  on = await mailDesk()
  on.start()
})
after(() => on.close())

let made = 0
const someone = () => `person${++made}@elsewhere.example`
const messageId = (): [string, string] => ["Message-ID", `<never-lost-${++made}@elsewhere.example>`]

/** Who stands in the conversation of a message, and how it is. */
async function conversationOf({ conversation_id: id }: MessageRow) {
  assert.ok(id)
  const { conversation } = await on.read(id)
  const { status, cc, primaryCustomer, assignee } = conversation
  return { id, status, cc, assignee, customer: primaryCustomer.email }
}

async function mailIn(conversationId: number | null) {
  const { status, body } = await on.desk.get(`/v2/conversations/${conversationId}/mail`, on.ada)
  assert.equal(status, 200)
  return body
}

describe("a mail from one of the desk's own addresses", () => {
  test("is a conversation with whom its Reply-To names, unproven", async () => {
    for (const from of ["support@scenario.example", "Support+form@Scenario.example"]) {
      const customer = someone()
      const row = await on.arrive({ from, headers: [messageId(), ["Reply-To", `Dora <${customer}>`]] })
      assert.deepEqual([row.outcome, row.facts.verified], ["stored", false])
      const { status, customer: who } = await conversationOf(row)
      assert.deepEqual([status, who], ["active", customer])
      const { incoming, answerTo } = await mailIn(row.conversation_id)
      assert.deepEqual(
        [incoming[0].from, incoming[0].through, incoming[0].replyTo],
        [customer, from.replace("Scenario", "scenario"), []],
      )
      assert.equal(answerTo, customer)
    }
  })

  test("that names nobody else is a conversation with that address", async () => {
    const row = await on.arrive({ from: "Paging <paging@scenario.example>", headers: [messageId()] })
    assert.deepEqual([row.outcome, (await conversationOf(row)).customer], ["stored", "paging@scenario.example"])
  })

  test("is a loop only where this inbox itself sent it, by its signed Message-ID (L5)", async () => {
    const recipient = someone()
    const conversation = await on.fresh({ customer: { email: recipient } })
    const { nameFor } = await on.sent(conversation, recipient)
    const own: [string, string] = ["Message-ID", `<${nameFor("message")}@scenario.example>`]
    const loop = await on.arrive({ from: "support@scenario.example", headers: [own] })
    assert.deepEqual([loop.outcome, loop.reason, loop.conversation_id], ["auto-reply", "own_message", null])
    // Another inbox is a customer of this one like any other.
    const other = await on.arrive(
      { from: "support@scenario.example", headers: [own] },
      { inboxId: on.ids.inboxes.paging },
    )
    assert.equal(other.outcome, "stored")
    const forged: [string, string] = ["Message-ID", `<m1-${"a".repeat(26)}@scenario.example>`]
    assert.equal((await on.arrive({ from: "support@scenario.example", headers: [forged] })).outcome, "stored")
  })
})

describe("Reply-To", () => {
  test("is used as the inbox says", async () => {
    const reply = async (useReplyTo: string) => {
      const settings = await on.desk.send("PUT", `/v2/mailboxes/${on.ids.inboxes.support}`, {
        token: on.ada,
        body: { useReplyTo },
      })
      assert.equal(settings.status, 204, JSON.stringify(settings.body))
      const { body } = await on.desk.get(`/v2/mailboxes/${on.ids.inboxes.support}`, on.ada)
      assert.equal(body.useReplyTo, useReplyTo)
      const row = await on.arrive({
        from: "writer@shop.example",
        headers: [messageId(), ["Reply-To", "office@shop.example"]],
      })
      return (await conversationOf(row)).customer
    }
    assert.equal(await reply("always"), "office@shop.example")
    assert.equal(await reply("never"), "writer@shop.example")
    assert.equal(await reply("automatic"), "writer@shop.example")
  })

  test("of somebody else is shown, and does not prove anything", async () => {
    const row = await on.arrive({
      from: "writer@shop.example",
      headers: [messageId(), ["Reply-To", "office@shop.example"]],
    })
    const { incoming } = await mailIn(row.conversation_id)
    assert.deepEqual([incoming[0].from, incoming[0].replyTo], ["writer@shop.example", ["office@shop.example"]])
  })
})

test("a reply goes to the address that the customer last wrote from, as long as it is theirs", async () => {
  const [old, current] = [someone(), someone()]
  const id = await on.fresh({ customer: { email: old } })
  const { conversation } = await on.read(id)
  const customerId = conversation.primaryCustomer.id
  const adding = { token: on.ada, body: { type: "home", value: current } }
  assert.equal((await on.desk.send("POST", `/v2/customers/${customerId}/emails`, adding)).status, 201)
  const replyTo = async () => {
    const { status, headers } = await on.desk.send("POST", `/v2/conversations/${id}/reply`, {
      token: on.ada,
      body: { text: "There" },
    })
    assert.equal(status, 201)
    const { threads } = await on.read(id)
    return threads.find((one) => one.id === Number(headers.get("resource-id")))?.to
  }
  assert.deepEqual([(await mailIn(id)).answerTo, await replyTo()], [old, [old]])
  const { nameFor } = await on.sent(id, old)
  const row = await on.arrive({ from: current, to: `support+${nameFor("reply")}@scenario.example` })
  assert.equal(row.conversation_id, id)
  assert.deepEqual([(await mailIn(id)).answerTo, await replyTo()], [current, [current]])
  await on.desk.db.run(sql`delete from customer_emails where customer_id = ${customerId} and value = ${current}`)
  assert.deepEqual([(await mailIn(id)).answerTo, await replyTo()], [old, [old]])
})

test("everybody in To enters the conversation, each once, without its writer, ourselves and aliases of ours", async () => {
  const [writer, colleague, other] = [someone(), someone(), someone()]
  const row = await on.arrive({
    from: writer,
    to: `support@scenario.example, Colleague <${colleague}>, ${writer}, help@alias.example`,
    headers: [
      messageId(),
      ["Cc", `${other}, ${colleague.toUpperCase()}, paging@scenario.example`],
      ["Delivered-To", "Help@alias.example"],
    ],
  })
  assert.deepEqual(
    (await conversationOf(row)).cc.map((one: string) => one.toLowerCase()),
    [colleague, other],
  )
})

describe("a report or an automatic answer", () => {
  const bounce = [
    "From: Mail Delivery System <mailer-daemon@mx.example>",
    "To: support@scenario.example",
    "Subject: Undelivered Mail Returned to Sender",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "Your message could not be delivered.",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example",
    "",
    "Final-Recipient: rfc822; nobody@elsewhere.example",
    "Action: failed",
    "Status: 5.1.1",
    "--b--",
    "",
  ].join("\r\n")

  test("about mail that this desk did not send is a conversation in Spam", async () => {
    const row = await on.settled(await on.keep(Buffer.from(bounce), { envelope: { from: "" } }))
    assert.deepEqual([row.outcome, row.reason, (await conversationOf(row)).status], ["spam", "backscatter", "spam"])
  })

  test("that belongs to no conversation begins a closed one, given to nobody", async () => {
    const away: [string, string][] = [messageId(), ["Auto-Submitted", "auto-replied"]]
    const row = await on.arrive({ from: someone(), subject: "Automatic reply: Late", headers: away })
    const { status, id } = await conversationOf(row)
    assert.deepEqual([row.outcome, status], ["auto-reply", "closed"])
    const { conversation } = await on.read(id)
    assert.ok(conversation.closedAt)
  })

  test("is not what an alarm is: a machine's news begins an active conversation", async () => {
    const alarm: [string, string][] = [messageId(), ["Auto-Submitted", "auto-generated"]]
    const row = await on.arrive({ from: someone(), subject: "Disk is full", headers: alarm })
    assert.deepEqual([row.outcome, (await conversationOf(row)).status], ["stored", "active"])
  })
})

describe("the same alarm without Message-ID and Date", () => {
  const alarm = (from: string) => mailOf({ from, subject: "Disk is full", text: "sda1 at 95 %" })

  test("is counted for an hour, where the first of them shows it", async () => {
    const raw = alarm(someone())
    const first = await on.settled(await on.keep(raw))
    for (const count of [1, 2]) {
      on.passSeconds(60)
      const again = await on.settled(await on.keep(raw))
      assert.deepEqual(
        [again.outcome, again.reason, again.facts.duplicateOf, again.conversation_id],
        ["duplicate", "repeat", first.id, first.conversation_id],
      )
      const { repeats } = (await mailIn(first.conversation_id)).incoming[0]
      assert.deepEqual(repeats, { count, lastAt: again.received_at.toISOString() })
    }
  })

  test("is a conversation of its own after an hour, and once the first was closed", async () => {
    const raw = alarm(someone())
    const first = await on.settled(await on.keep(raw))
    on.passSeconds(3_601)
    const late = await on.settled(await on.keep(raw))
    assert.equal(late.outcome, "stored")
    assert.notEqual(late.conversation_id, first.conversation_id)
    await on.patch(late.conversation_id ?? 0, { op: "replace", path: "/status", value: "closed" })
    on.passSeconds(60)
    const next = await on.settled(await on.keep(raw))
    assert.equal(next.outcome, "stored")
    assert.notEqual(next.conversation_id, late.conversation_id)
  })

  test("that came at the same moment is one mail that was fetched twice", async () => {
    const raw = alarm(someone())
    const [first, again] = [await on.settled(await on.keep(raw)), await on.settled(await on.keep(raw))]
    assert.deepEqual([first.outcome, again.outcome, again.reason], ["stored", "duplicate", "same_message"])
  })
})
