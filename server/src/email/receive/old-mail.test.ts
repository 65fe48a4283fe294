import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { listWrongConversations, listWrongCounts, listWrongSearchEntries } from "../../../test/desk/seeded.ts"
import { type MailDesk, mailDesk } from "../../../test/mail/mail.ts"
import { sql } from "../../db/db.ts"

let on: MailDesk

before(async () => {
  on = await mailDesk()
  await on.desk.db.run(sql`update inboxes set auto_reply_enabled = true where id = ${on.ids.inboxes.support}`)
  on.start()
})
after(() => on.close())

let made = 0
const someone = () => `earlier${++made}@elsewhere.example`
const receivedAt = new Date("2025-11-02T08:00:00Z")
const closed = { importedAs: "closed", receivedAt } as const
const active = { importedAs: "active", receivedAt } as const

const kindsOf = async (conversationId: number | null) =>
  (
    await on.desk.db.many<{ kind: string }>(
      sql`select kind from events where conversation_id = ${conversationId} order by id`,
    )
  ).map(({ kind }) => kind)

describe("a message that was there before the desk fetched", () => {
  test("begins a closed conversation of its own time, which nobody is told of or given", async () => {
    const from = someone()
    const row = await on.arrive({ from, subject: "Last year" }, closed)
    const { conversation, threads } = await on.read(row.conversation_id ?? 0)
    const { status, createdAt, closedAt, assignee } = conversation
    assert.deepEqual([row.outcome, status, assignee], ["stored", "closed", undefined])
    assert.deepEqual([createdAt, closedAt], ["2025-11-02T08:00:00Z", "2025-11-02T08:00:00Z"])
    assert.deepEqual(
      threads.map(({ type, createdAt }: { type: string; createdAt: string }) => [type, createdAt]),
      [["customer", "2025-11-02T08:00:00Z"]],
    )
    // The feed alone knows of it: no reaction that sends, tells or assigns hears this kind.
    assert.deepEqual(await kindsOf(row.conversation_id), ["convo.imported"])
    const told = sql`select from events where kind = 'customer.created' and subject_id = ${conversation.primaryCustomer.id}`
    assert.deepEqual(await on.desk.db.many(told), [])
  })

  test("begins an active one where that was asked for, which routing passes over", async () => {
    const row = await on.arrive({ from: someone() }, active)
    const { conversation } = await on.read(row.conversation_id ?? 0)
    assert.deepEqual([conversation.status, conversation.assignee], ["active", undefined])
    assert.deepEqual(await kindsOf(row.conversation_id), ["convo.imported"])
    const kept = sql`select kept_unassigned from conversations where id = ${row.conversation_id}`
    assert.deepEqual(await on.desk.db.many(kept), [{ kept_unassigned: true }])
  })

  test("finds the conversation of another one that it answers, and reopens nothing", async () => {
    const from = someone()
    const first = await on.arrive({ from, headers: [["Message-ID", `<first@${made}.example>`]] }, closed)
    const later = { ...closed, receivedAt: new Date("2025-11-05T08:00:00Z") }
    const answer: [string, string][] = [["References", `<first@${made}.example>`]]
    const second = await on.arrive({ from, text: "Any news?", headers: answer }, later)
    assert.deepEqual([second.conversation_id, second.outcome], [first.conversation_id, "stored"])
    const { conversation, threads } = await on.read(first.conversation_id ?? 0)
    assert.deepEqual([conversation.status, threads.length], ["closed", 2])
    const touched = sql`select modified_at from conversations where id = ${first.conversation_id}`
    assert.deepEqual(await on.desk.db.many(touched), [{ modified_at: later.receivedAt }])
    assert.deepEqual(await kindsOf(first.conversation_id), ["convo.imported", "convo.imported"])
    // What comes later reopens it, and is told and routed as ever.
    const third = await on.arrive({ from, text: "Hello?", headers: answer })
    assert.equal(third.conversation_id, first.conversation_id)
    const reopened = (await on.read(first.conversation_id ?? 0)).conversation
    assert.deepEqual([reopened.status, reopened.assignee?.id], ["active", on.ids.users.grace])
  })

  test("changes nothing about what the desk has sent, be it a report, an absence or an agent's answer", async () => {
    const customer = someone()
    const id = await on.fresh({ customer: { email: customer }, threads: [{ type: "customer", text: "Hello?" }] })
    const { mailId, nameFor } = await on.sent(id, customer)
    const before = await kindsOf(id)
    const report = [
      "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x.example\r\n",
      `Final-Recipient: rfc822; ${customer}\r\nAction: failed\r\nStatus: 5.1.1\r\n`,
      `--b\r\nContent-Type: message/rfc822-headers\r\n\r\nMessage-ID: <${nameFor("message")}@scenario.example>\r\n\r\n--b--`,
    ].join("\r\n")
    const raw = [
      "From: mailer-daemon@provider.example",
      "To: support@scenario.example",
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      "",
      report,
    ].join("\r\n")
    const bounce = await on.settled(await on.keep(Buffer.from(raw), closed))
    assert.notEqual(bounce.outcome, "bounce")
    const away = {
      from: customer,
      subject: "Away",
      headers: [["Auto-Submitted", "auto-replied"]] as [string, string][],
    }
    const absence = await on.arrive({ ...away, to: `support+${nameFor("reply")}@scenario.example` }, closed)
    assert.deepEqual([absence.outcome, absence.conversation_id], ["auto-reply", id])
    const agent = await on.arrive({ from: someone(), to: `support+${nameFor("agent")}@scenario.example` }, closed)
    assert.deepEqual(
      [agent.outcome, (await on.read(agent.conversation_id ?? 0)).conversation.status],
      ["stored", "closed"],
    )
    const states = sql`select m.state, r.state as reached from outgoing_mail m join outgoing_recipients r on mail_id = m.id
      where m.id = ${mailId}`
    assert.deepEqual(await on.desk.db.many(states), [{ state: "sent", reached: "waiting" }])
    assert.deepEqual(await kindsOf(id), [...before, "convo.imported"])
  })

  test("comes in whole batches beside new ones, each as it should be", async () => {
    await on.stop()
    const mails = Array.from({ length: 12 }, (_, index) => ({ from: someone(), isOld: index % 6 < 4 }))
    const ids: number[] = []
    for (const { from, isOld } of mails) {
      const raw = Buffer.from(`From: ${from}\r\nSubject: Mixed\r\n\r\nHello ${from}\r\n`)
      ids.push(await on.keep(raw, isOld ? closed : {}))
    }
    on.start()
    const rows = await Promise.all(ids.map((id) => on.settled(id)))
    for (const [index, { conversation_id: id }] of rows.entries()) {
      const isOld = mails[index]?.isOld
      assert.equal((await on.read(id ?? 0)).conversation.status, isOld ? "closed" : "active")
      assert.equal((await kindsOf(id))[0], isOld ? "convo.imported" : "convo.created")
    }
    assert.deepEqual(await listWrongConversations(on.desk.db), [])
    assert.deepEqual(await listWrongCounts(on.desk.db), [])
    assert.deepEqual(await listWrongSearchEntries(on.desk.db), [])
  })
})
