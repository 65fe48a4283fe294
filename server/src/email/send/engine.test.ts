import assert from "node:assert/strict"
import { once } from "node:events"
import { type AddressInfo, createServer, type Server } from "node:net"
import { after, afterEach, before, describe, test } from "node:test"
import type { FastifyBaseLogger } from "fastify"
import { type Mailing, mailingDesk } from "../../../test/mail/mailing.ts"
import { key, valid } from "../../../test/peers/certificates.ts"
import { eventually } from "../../../test/peers/events.ts"
import { scriptedRelay } from "../../../test/peers/smtp.ts"
import { openDatabase, sql } from "../../db/db.ts"
import { openOutgoing } from "../../http/outgoing/safe-fetch.ts"
import { startSending } from "./engine.ts"

let on: Mailing
let said: string[] = []
let log: FastifyBaseLogger

before(async () => {
  on = await mailingDesk()
  const say = (_facts: unknown, text: string) => said.push(text)
  log = Object.assign(Object.create(on.desk.app.log), { warn: say, error: say })
})
after(() => on.close())
afterEach(async () => {
  said = []
  on.relay.answers = {}
  on.relay.taken.length = 0
  on.relay.ended.length = 0
  await on.desk.db.run(sql`delete from mail_connections`)
  await on.desk.db.run(sql`truncate outgoing_mail, outgoing_recipients cascade`)
})

/** So many replies to so many conversations, heard of and not sent. */
async function owed(amount: number): Promise<void> {
  for (let count = 0; count < amount; count++) await on.replied({ to: [`c${count}@elsewhere.example`] })
  await on.hear()
}
const states = async () => (await on.mails()).map(({ state }) => state)
const allSent = async () => (await states()).every((state) => state === "sent")

/** Accepts whoever comes, and says nothing. */
async function silentServer(): Promise<{ port: number; close(): void }> {
  const server: Server = createServer((socket) => socket.on("error", () => {}))
  await once(server.listen(0, "127.0.0.1"), "listening")
  server.unref()
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

/** For relays that never answer. */
const impatient = { graceMs: 50 }

describe("nodes that send", () => {
  test("send each mail once, however many there are of them, and what is owed later", async () => {
    await owed(12)
    const nodes = [startSending(on.node, log), startSending(on.node, log)]
    await owed(3)
    await eventually(allSent)
    await Promise.all(nodes.map((node) => node.stop()))
    const recipients = on.relay.taken.flatMap(({ recipients }) => recipients)
    assert.deepEqual([recipients.length, new Set(recipients).size], [15, 12])
    assert.ok(on.relay.connections <= 16)
  })

  test("hold up no inbox whose relay works for one whose relay says nothing", async () => {
    const silent = await silentServer()
    await on.desk.db.run(sql`
      insert into mail_connections (inbox_id, kind, host, port, security, auth, created_at, updated_at)
      values (${on.ids.inboxes.paging}, 'smtp', '127.0.0.1', ${silent.port}, 'none', 'none', now(), now())`)
    for (let count = 0; count < 9; count++) await on.replied({}, { mailboxId: on.ids.inboxes.paging, assignTo: null })
    await owed(3)
    const node = startSending(on.node, log, impatient)
    await eventually(async () => (await states()).filter((state) => state === "sent").length === 3)
    await node.stop()
    silent.close()
    assert.equal(on.relay.taken.length, 3)
    assert.deepEqual((await states()).toSorted(), [...Array(3).fill("sent"), ...Array(9).fill("waiting")])
  })

  test("a claim that never ended is taken up when its time is over, and said to be possibly twice (K7)", async () => {
    await owed(1)
    await on.desk.db.run(sql`update outgoing_mail set claim = gen_random_uuid(), claimed_until = ${on.desk.clock.now}`)
    const node = startSending(on.node, log)
    await eventually(allSent)
    await node.stop()
    assert.deepEqual(
      (await on.mails()).map(({ unsure }) => unsure),
      [true],
    )
    assert.ok(said.some((text) => /possibly sent twice/.test(text)))
  })
})

describe("a node that is stopped", () => {
  test("ends while the relay does not answer, and says what is in doubt", async () => {
    await owed(1)
    on.relay.answers = { data: () => "hang" }
    const node = startSending(on.node, log, impatient)
    await eventually(async () => on.relay.ended.length === 1)
    await node.stop()
    const [mail] = await on.mails()
    assert.deepEqual([mail?.state, mail?.unsure], ["waiting", true])
  })

  test("ends while the relay does not even greet, and gives the mail back", async () => {
    await owed(1)
    const silent = await silentServer()
    const node = startSending(
      { ...on.node, config: { ...on.node.config, smtpUrl: `smtp://127.0.0.1:${silent.port}` } },
      log,
      impatient,
    )
    const claimed = sql`select from outgoing_mail where claim is not null`
    await eventually(async () => (await on.desk.db.maybe(claimed)) !== undefined)
    await node.stop()
    silent.close()
    const [mail] = await on.mails()
    assert.deepEqual([mail?.state, mail?.unsure, mail?.attempts], ["waiting", false, 0])
    assert.equal(await on.desk.db.maybe(claimed), undefined)
  })

  test("ends while PostgreSQL is away, or accepts and says nothing", async () => {
    const silent = await silentServer()
    for (const port of [1, silent.port]) {
      const url = `postgres://nobody:secret@127.0.0.1:${port}/away`
      const db = openDatabase({ url, connections: 1, prepared: false, statementTimeoutMs: 5_000 })
      const node = startSending({ ...on.node, db }, log)
      await node.stop()
      await db.close()
    }
    silent.close()
  })
})

describe("encryption", () => {
  const attempt = async (url: string) => {
    const { config } = on.node
    on.node.config = { ...config, smtpUrl: url }
    await on.replied()
    const node = startSending(on.node, log)
    await on.hear()
    const mail = await eventually(async () => (await on.mails()).find(({ attempts }) => attempts > 0))
    await node.stop()
    on.node.config = config
    return mail
  }

  test("that is required and not offered, or not to be trusted, fails closed (M5)", async () => {
    const stripped = await attempt(`${on.relay.url}?security=starttls`)
    assert.deepEqual(
      [stripped.state, stripped.problem],
      ["waiting", "No encrypted connection to the relay could be agreed on"],
    )
    await on.desk.db.run(sql`truncate outgoing_mail, outgoing_recipients cascade`)
    const relay = await scriptedRelay({ key, cert: valid })
    const untrusted = await attempt(`${relay.url}?security=starttls`)
    assert.deepEqual(
      [untrusted.state, untrusted.problem],
      ["waiting", "No encrypted connection to the relay could be agreed on"],
    )
    assert.deepEqual([on.relay.ended.length, relay.ended.length], [0, 0])
    await relay.close()
  })

  test("that is taken where it is offered goes on without, and the log says so (M5)", async () => {
    assert.equal((await attempt(`${on.relay.url}?security=opportunistic`)).state, "sent")
    assert.ok(said.includes("mail is sent without encryption"))
    await on.desk.db.run(sql`truncate outgoing_mail, outgoing_recipients cascade`)
    const relay = await scriptedRelay({ key, cert: valid })
    assert.equal((await attempt(`${relay.url}?security=opportunistic`)).state, "sent")
    assert.ok(said.includes("mail is sent encrypted for somebody whose certificate nobody vouches for"))
    await relay.close()
  })

  test("is needed for a password, which stands in no log, and a refused one is said in our words", async () => {
    const { port } = on.relay
    const secret = "hunter2-hunter2"
    const open = await attempt(`smtp://me:${secret}@127.0.0.1:${port}?security=opportunistic`)
    assert.equal(open.problem, "The relay offers no encryption, and no password is sent without it")
    await on.desk.db.run(sql`truncate outgoing_mail, outgoing_recipients cascade`)
    on.relay.answers = { login: (_user, password) => `535 5.7.8 ${password} is wrong` }
    const refused = await attempt(`smtp://me:${secret}@127.0.0.1:${port}?security=none`)
    assert.deepEqual(
      [refused.state, refused.problem],
      ["waiting", "The relay does not accept the user name and password"],
    )
    assert.doesNotMatch(JSON.stringify([said, await on.mails()]), /hunter2/)
  })
})

describe("an inbox's own relay", () => {
  test("inside the operator's network is not called, and the problem is shown", async () => {
    const { outgoing, config } = on.node
    await on.desk.db.run(sql`
      insert into mail_connections (inbox_id, kind, host, port, security, auth, created_at, updated_at)
      values (${on.ids.inboxes.support}, 'smtp', '127.0.0.1', ${on.relay.port}, 'none', 'none', now(), now())`)
    on.node.outgoing = openOutgoing({ ...config, outgoingAllow: [] })
    await owed(1)
    await on.send()
    on.node.outgoing.close()
    on.node.outgoing = outgoing
    assert.match((await on.mails())[0]?.problem ?? "", /^127\.0\.0\.1 is inside a private network/)
    assert.equal(on.relay.taken.length, 0)
    const [row] = await on.desk.db.many<{ state: string }>(sql`select state from mail_connections`)
    assert.equal(row?.state, "failing")
    on.later(80)
    await on.send()
    assert.equal(on.relay.taken.length, 1)
    const [mended] = await on.desk.db.many<{ state: string }>(sql`select state from mail_connections`)
    assert.equal(mended?.state, "working")
  })
})
