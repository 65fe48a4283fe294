import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { type Mailing, mailingDesk } from "../../../test/mail/mailing.ts"
import { type SigningDomain, signingDomain } from "../../../test/mail/signed-mail.ts"
import { type Dns, type DnsAnswer, type Question, startDns } from "../../../test/peers/dns.ts"
import { eventually, numberAll } from "../../../test/peers/events.ts"
import { findSigningKey } from "../../account/queries.ts"
import { sql } from "../../db/db.ts"
import { nameOf } from "../identity/names.ts"
import type { MessageRow } from "../messages/queries.ts"
import { startReceiving } from "../receive/engine.ts"
import { keepMessage } from "../receive/keep.ts"
import { judgeLater } from "./judge-later.ts"

let domain: SigningDomain
let dns: Dns
let on: Mailing
let receiving: { stop(): Promise<void> }
let answer: (question: Question) => DnsAnswer | Promise<DnsAnswer>

const knowing = ({ name, type }: Question) => (type === "TXT" && domain.texts.get(name)) || "no such name"

before(async () => {
  domain = await signingDomain("slow.example")
  dns = await startDns((question) => answer(question))
  on = await mailingDesk({ outgoingDns: [dns.address] })
  await on.desk.db.run(sql`update inboxes set auto_reply_enabled = true, auto_reply_subject = 'We have it',
    auto_reply_text = '<p>Soon.</p>' where id = ${on.ids.inboxes.support}`)
  receiving = startReceiving(on.node, on.desk.app.log)
})
after(async () => {
  await receiving.stop()
  await on.close()
  await Promise.all([dns.close(), domain.dns.close()])
})
afterEach(() => on.later(86_400))

let made = 0
const messageOf = ({ from, to = "support@scenario.example" }: { from: string; to?: string }) =>
  [
    ...[`From: ${from}`, `To: ${to}`, "Subject: Late", `Message-ID: <${++made}@slow.example>`],
    ...["Content-Type: text/plain", "", "It is late", ""],
  ].join("\r\n")

async function keep(raw: Buffer, importedAs?: "active"): Promise<number> {
  const stored = { key: await on.node.files.write(raw), sizeBytes: raw.length }
  const arrival = { inboxId: on.ids.inboxes.support, via: "api", envelope: {}, receivedAt: on.node.now() } as const
  return keepMessage(on.node.db, { ...arrival, raw: stored, ...(importedAs && { importedAs }) })
}

const find = (id: number) => on.desk.db.one<MessageRow>(sql`select * from mail_messages where id = ${id}`)

const settled = (id: number) =>
  eventually(async () => {
    const row = await find(id)
    return row.outcome !== "waiting" && row
  })

async function shown({ conversation_id: id }: MessageRow) {
  const { body } = await on.desk.get(`/v2/conversations/${id}/mail`, on.ada)
  const { dkim, dmarc, verified, judging } = body.incoming[0]
  return { dkim, dmarc, verified, judging }
}

/** What open pages hear of its sender. */
async function told({ conversation_id: id }: MessageRow) {
  await numberAll(on.desk.db)
  const events = await on.desk.db.many<{ data: object }>(
    sql`select data from feed where kind = 'convo.thread.sender' and conversation_id = ${id}`,
  )
  return events.map(({ data }) => data)
}

const automatic = async () => (await on.mails("auto-reply")).flatMap(({ recipients }) => recipients[0]?.address ?? [])

/** Of the tests before it nobody is answered any more. */
const forgetMail = () => on.desk.db.run(sql`truncate outgoing_mail, outgoing_recipients, automatic_mail cascade`)

const address = "grace@slow.example"

/** Grace is told of something in a conversation; gives where she answers to. */
async function tellGrace() {
  await on.desk.db.run(sql`update users set alternate_emails = ${[address]} where id = ${on.ids.users.grace}`)
  const conversationId = await on.fresh()
  const { id: mailId } = await on.desk.db.one<{ id: number }>(sql`
    insert into outgoing_mail (inbox_id, kind, conversation_id, user_id, created_at, due_at, state, sent_at)
    values (${on.ids.inboxes.support}, 'notification', ${conversationId}, ${on.ids.users.grace}, now(), now(), 'sent',
      now()) returning id`)
  await on.desk.db.run(sql`insert into outgoing_recipients (mail_id, address, role, state)
    values (${mailId}, ${address}, 'to', 'sent')`)
  const key = await findSigningKey(on.desk.db)
  const name = nameOf(key, { purpose: "agent", mailId, conversationId, recipient: address })
  return { conversationId, to: `support+${name}@scenario.example` }
}

describe("a message while DNS is silent", () => {
  test("is stored at once, and its verdicts and its automatic reply come later", async () => {
    await forgetMail()
    answer = () => "silence"
    const row = await settled(await keep(await domain.sign(messageOf({ from: "ann@slow.example" }))))
    assert.deepEqual([row.outcome, row.judge_at], ["stored", on.desk.clock.now])
    assert.deepEqual(await shown(row), { dkim: "none", dmarc: "none", verified: false, judging: true })
    await on.hear()
    assert.deepEqual(await automatic(), [])
    answer = knowing
    await judgeLater(on.node)
    assert.deepEqual(await shown(row), { dkim: "pass", dmarc: "pass", verified: true, judging: undefined })
    assert.deepEqual(await told(row), [{ threadId: row.thread_id }])
    await on.hear()
    assert.deepEqual(await automatic(), ["ann@slow.example"])
    await judgeLater(on.node)
    await on.hear()
    assert.deepEqual(await automatic(), ["ann@slow.example"])
  })

  test("is never answered automatically when it is old mail, whoever is proven later", async () => {
    await forgetMail()
    answer = () => "silence"
    const row = await settled(await keep(await domain.sign(messageOf({ from: "old@slow.example" })), "active"))
    answer = knowing
    await judgeLater(on.node)
    assert.deepEqual([(await shown(row)).verified, (await told(row)).length], [true, 1])
    await on.hear()
    assert.deepEqual(await automatic(), [])
  })

  test("is answered by nobody when its sender turns out not to be proven", async () => {
    await forgetMail()
    answer = () => "silence"
    const row = await settled(await keep(Buffer.from(messageOf({ from: "bob@slow.example" }))))
    assert.deepEqual(row.judge_at, on.desk.clock.now)
    answer = knowing
    await judgeLater(on.node)
    assert.equal((await find(row.id)).judge_at, null)
    await on.hear()
    assert.deepEqual(await automatic(), [])
  })

  test("waits where its sender decides where it belongs, and others pass it", async () => {
    const { conversationId, to } = await tellGrace()
    const other = Promise.withResolvers<void>()
    answer = async (question) => {
      await other.promise
      return knowing(question)
    }
    const first = await keep(await domain.sign(messageOf({ from: address, to })))
    const second = await settled(await keep(Buffer.from(messageOf({ from: "eve@slow.example" }))))
    assert.deepEqual([second.outcome, (await find(first)).outcome], ["stored", "waiting"])
    other.resolve()
    const written = await settled(first)
    assert.deepEqual([written.outcome, written.conversation_id], ["stored", conversationId])
    const { threads } = await on.read(conversationId)
    assert.equal(threads.find(({ id }) => id === written.thread_id)?.type, "message")
  })
})

describe("an answer of one of us while DNS says nothing", () => {
  test("is held, and written when its sender is proven later", async () => {
    const { conversationId, to } = await tellGrace()
    answer = () => "failure"
    const id = await keep(await domain.sign(messageOf({ from: address, to })))
    const { outcome, reason } = await settled(id)
    assert.deepEqual([outcome, reason], ["held", "agent_not_verified"])
    answer = knowing
    on.later(60)
    await judgeLater(on.node)
    const written = await settled(id)
    assert.deepEqual([written.outcome, written.conversation_id], ["stored", conversationId])
  })
})

describe("a sender of whom DNS says nothing", () => {
  test("is checked again for an hour, by whichever node, and stays unproven then", async () => {
    await on.desk.db.run(sql`update mail_messages set judge_at = null`)
    answer = () => "failure"
    const row = await settled(await keep(await domain.sign(messageOf({ from: "carl@slow.example" }))))
    const begun = row.received_at.getTime()
    const minutes: number[] = []
    for (let next = await find(row.id); next.judge_at !== null; next = await find(row.id)) {
      assert.equal((await shown(row)).judging, true)
      minutes.push((next.judge_at.getTime() - begun) / 60_000)
      on.desk.clock.now = next.judge_at
      await judgeLater(on.node)
    }
    assert.ok([[1, 2, 7, 22, 62].join(), [0, 1, 6, 21, 61].join()].includes(minutes.join()), minutes.join())
    assert.deepEqual(await shown(row), { dkim: "temperror", dmarc: "temperror", verified: false, judging: undefined })
    assert.deepEqual(await told(row), [{ threadId: row.thread_id }])
  })
})
