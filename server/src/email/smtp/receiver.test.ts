import assert from "node:assert/strict"
import { readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { after, afterEach, before, describe, test } from "node:test"
import { setTimeout as pause } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { type TestDesk, testDesk } from "../../../test/desk/desk.ts"
import { type Gate, gateTo } from "../../../test/failures/gate.ts"
import { key, valid } from "../../../test/peers/certificates.ts"
import { addressed, SmtpLine } from "../../../test/peers/smtp-line.ts"
import { patientLimits, until } from "../../../test/until.ts"
import { type Database, openDatabase, sql } from "../../db/db.ts"
import { unavailable } from "../../errors.ts"
import type { Desk } from "../../http/route.ts"
import { nameOf } from "../identity/names.ts"
import { refusalOf } from "./answers.ts"
import { openCertificate } from "./certificate.ts"
import { startReceiver as listen, type ReceiverOptions, type RunningReceiver } from "./receiver.ts"

const replyDomain = "reply.desk.example"
const mailLimit = 1_000_000
let desk: TestDesk
let node: Desk
let support: number
let sales: number
let smtp: RunningReceiver
const lines: SmtpLine[] = []
const closing: (() => unknown)[] = []

before(async () => {
  desk = await testDesk({ replyDomain, mailLimit })
  node = { ...desk, db: desk.appDb, replica: undefined, now: () => desk.clock.now }
  const insert = (email: string) =>
    desk.db.one<{ id: number }>(sql`insert into inboxes (name, email) values ('Inbox', ${email}) returning id`)
  support = (await insert("Support@desk.example")).id
  sales = (await insert("sales@xn--mnchen-3ya.example")).id
  smtp = await receiver()
})
afterEach(() => {
  for (const opened of lines.splice(0)) opened.close()
})
after(async () => {
  for (const close of closing) await close()
  await desk.close()
})

async function receiver(options: Partial<ReceiverOptions> = {}, on: Desk = node): Promise<RunningReceiver> {
  const started = await listen(on, { protocol: "smtp", port: 0, ...options }, desk.app.log)
  closing.push(() => started.stop())
  return started
}

async function line(port = smtp.port): Promise<SmtpLine> {
  const opened = await SmtpLine.open(port)
  lines.push(opened)
  return opened
}

interface Kept {
  inbox_id: number
  via: string
  storage_key: string
  size_bytes: number
  envelope: object
}

/** What is there since it was last asked, and the bytes of each. */
async function kept(): Promise<(Kept & { raw: string })[]> {
  const rows = await desk.db.many<Kept>(sql`
    delete from mail_messages returning inbox_id, via, storage_key, size_bytes, envelope`)
  const sorted = rows.sort((one, other) => one.inbox_id - other.inbox_id)
  return Promise.all(
    sorted.map(async (row) => ({
      ...row,
      raw: (await desk.files.read({ key: row.storage_key, sizeBytes: row.size_bytes })).toString("latin1"),
    })),
  )
}

const message = "From: jane@example.com\r\nSubject: Hello\r\n\r\nGr\xfc\xdfe\r\n"

describe("mail that is sent to the desk", () => {
  test("is kept as it came, with what the transport knows of it", async () => {
    const client = await line()
    assert.deepEqual(await addressed(client, ["Support@desk.example"]), ["250 Accepted"])
    assert.match(await client.say("DATA"), /^354/)
    assert.equal(await client.say(`${message}..dotted\r\n.`), "250 2.0.0 It is kept")
    const [row, ...others] = await kept()
    assert.deepEqual(others, [])
    assert.deepEqual([row?.inbox_id, row?.via, row?.raw], [support, "smtp", `${message}.dotted\r\n`])
    assert.deepEqual(row?.envelope, {
      from: "jane@example.com",
      to: ["Support@desk.example"],
      peer: { address: "127.0.0.1", name: "client.example" },
    })
  })

  test("is kept once for each inbox, and again under the same key when it is sent again (K5)", async () => {
    const client = await line()
    const to = ["support+orders@DESK.example", "SUPPORT@desk.example", "sales@m\u00fcnchen.example"]
    await addressed(client, [])
    for (let time = 0; time < 2; time++) {
      for (const address of to) {
        const bytes = Buffer.from(`RCPT TO:<${address}>\r\n`)
        client.write(bytes)
        assert.equal(await client.answer(), "250 Accepted")
      }
      await client.say("DATA")
      assert.equal(await client.say(`${message}.`), "250 2.0.0 It is kept")
      await client.say("MAIL FROM:<> SMTPUTF8")
    }
    const rows = await kept()
    assert.deepEqual(
      rows.map(({ inbox_id }) => inbox_id),
      [support, support, sales, sales],
    )
    assert.equal(new Set(rows.map(({ storage_key }) => storage_key)).size, 1)
    assert.deepEqual(rows[0]?.envelope, {
      from: "jane@example.com",
      to: to.slice(0, 2),
      peer: { address: "127.0.0.1", name: "client.example" },
    })
  })

  test("comes to the inbox of the mail that it answers", async () => {
    const { id } = await desk.db.one<{ id: number }>(sql`
      insert into outgoing_mail (inbox_id, kind, created_at, due_at) values (${sales}, 'reply', now(), now()) returning id`)
    const named = { purpose: "reply" as const, mailId: id, conversationId: 1, recipient: "jane@example.com" }
    const name = nameOf(Buffer.alloc(32), named).toUpperCase()
    const unknown = nameOf(Buffer.alloc(32), { ...named, mailId: id + 1 })
    const answers = await addressed(await line(), [
      `${name}@${replyDomain}`,
      `${unknown}@${replyDomain}`,
      `x@${replyDomain}`,
    ])
    assert.deepEqual(
      answers.map((answer) => answer.slice(0, 3)),
      ["250", "550", "550"],
    )
  })

  test("by LMTP is answered for each recipient", async () => {
    const lmtp = await receiver({ protocol: "lmtp" })
    const client = await line(lmtp.port)
    const to = ["support@desk.example", "sales@xn--mnchen-3ya.example"]
    assert.deepEqual(await addressed(client, to, { lmtp: true }), ["250 Accepted", "250 Accepted"])
    await client.say("DATA")
    client.write(`${message}.\r\n`)
    assert.deepEqual([await client.answer(), await client.answer()], Array(2).fill("250 2.0.0 It is kept"))
    assert.deepEqual(
      (await kept()).map(({ via, inbox_id }) => [via, inbox_id]),
      [
        ["lmtp", support],
        ["lmtp", sales],
      ],
    )
  })

  test("comes encrypted where there is a certificate, and nothing that came before counts then", async () => {
    const [smtpTlsCert, smtpTlsKey] = ["cert", "key"].map((name) => join(desk.config.filesDir, `${name}.pem`)) as [
      string,
      string,
    ]
    await writeFile(smtpTlsCert, valid)
    await writeFile(smtpTlsKey, key)
    const certificate = openCertificate({ ...desk.config, smtpTlsCert, smtpTlsKey }, desk.app.log)
    const client = await line((await receiver({ certificate })).port)
    await client.answer()
    assert.match(await client.say("EHLO client.example"), /STARTTLS/)
    await client.say("MAIL FROM:<jane@example.com>")
    client.write("STARTTLS\r\nRCPT TO:<support@desk.example>\r\n")
    assert.match(await client.answer(), /^220/)
    await client.encrypt()
    assert.match(await client.say("EHLO client.example"), /^250/)
    assert.match(await client.say("DATA"), /^503/)
    const plain = await line()
    await plain.answer()
    assert.doesNotMatch(await plain.say("EHLO client.example"), /STARTTLS|AUTH/)
    assert.match(await plain.say("AUTH PLAIN AAAA"), /^500/)
    assert.throws(() => openCertificate({ ...desk.config, smtpTlsCert, smtpTlsKey: undefined }, desk.app.log), {
      message: /belong together/,
    })
  })
})

describe("recipients", () => {
  test("that nobody is called are refused, after the same question as others (M12)", async () => {
    let questions = 0
    const count = () => {
      questions++
    }
    const client = await line()
    await addressed(client, [])
    desk.appDb.pool.on("acquire", count)
    const answers: [string, number][] = []
    for (const address of ["support@desk.example", "nobody@desk.example", "support@elsewhere.example", "a@b"]) {
      const before = questions
      const answer = await client.say(`RCPT TO:<${address}>`)
      answers.push([answer.slice(0, 3), questions - before])
    }
    desk.appDb.pool.off("acquire", count)
    assert.deepEqual(answers, [
      ["250", 1],
      ["550", 1],
      ["550", 1],
      ["550", 1],
    ])
  })

  test("are a hundred at most, and whoever looks for names is shown the door (M12)", async () => {
    const client = await line()
    await addressed(client, [])
    client.write(Array.from({ length: 1_000 }, (_, at) => `RCPT TO:<support+${at}@desk.example>\r\n`).join(""))
    const answers: string[] = []
    for (let at = 0; at < 1_000; at++) answers.push((await client.answer()).slice(0, 9))
    assert.deepEqual(answers.slice(0, 100), Array(100).fill("250 Accep"))
    assert.deepEqual(new Set(answers.slice(100)), new Set(["452 4.5.3"]))
    const other = await line()
    await addressed(other, [])
    other.write(Array.from({ length: 60 }, (_, at) => `RCPT TO:<nobody${at}@desk.example>\r\n`).join(""))
    const codes = (await other.rest()).map((answer) => answer.slice(0, 3))
    assert.deepEqual(codes, [...Array(50).fill("550"), "421"])
  })
})

describe("what another server would read otherwise", () => {
  const smuggled = "MAIL FROM:<evil@example.com>\r\nRCPT TO:<support@desk.example>\r\nDATA\r\nSmuggled\r\n.\r\n"
  const ends = [
    "\n.\n",
    "\n.\r\n",
    "\r.\r",
    "\r\n.\n",
    "\r\n.\r",
    "\r.\r\n",
    "\0\r\n.\0\r\n",
    "\r\n.\0\r\n",
    "\r\n\0.\r\n",
  ]
  for (const end of ends)
    test(`${JSON.stringify(end)} ends no message: what follows is not read as another (M9)`, async () => {
      const client = await line()
      await addressed(client, ["support@desk.example"])
      await client.say("DATA")
      client.write(`Subject: One\r\n\r\nText${end}${smuggled}`)
      assert.match(await client.answer(), /^554 5\.6\.0/)
      // Nor is anything else believed that comes on this connection.
      assert.match(await client.say("MAIL FROM:<jane@example.com>"), /^421/)
      assert.deepEqual(await kept(), [])
    })

  test("two messages that end as they should are two, however they are cut up on the way (M9)", async () => {
    const client = await line()
    await addressed(client, ["support@desk.example"])
    await client.say("DATA")
    const bytes = `Subject: One\r\n\r\n..\r\n...\r\n.\r\n${smuggled}`
    for (const byte of bytes) client.write(byte)
    assert.match(await client.answer(), /^250 2/)
    for (const code of ["250 Accepted", "250 Accepted", "354"]) assert.ok((await client.answer()).startsWith(code))
    assert.match(await client.answer(), /^250 2/)
    const raws = (await kept()).map(({ raw }) => raw).sort()
    assert.deepEqual(raws, ["Smuggled\r\n", "Subject: One\r\n\r\n.\r\n..\r\n"])
  })

  test("bare line ends in headers and endless lines are refused, eight bits are not (M10)", async () => {
    const tall = await receiver({}, { ...node, config: { ...desk.config, mailLimit: 20_000_000 } })
    const sent = async (bytes: string) => {
      const client = await line(tall.port)
      await addressed(client, ["support@desk.example"])
      await client.say("DATA")
      client.write(`${bytes}\r\n.\r\n`)
      return (await client.answer()).slice(0, 9)
    }
    assert.equal(await sent("Subject: a\rBcc: b@example.com\r\n\r\nText"), "554 5.6.0")
    assert.equal(await sent("Subject: a\nBcc: b@example.com\r\n\r\nText"), "554 5.6.0")
    assert.equal(await sent(`Subject: ${"a".repeat(10_000_000)}\r\n\r\nText`), "554 5.6.0")
    assert.equal(await sent("Subject: \xfc\r\n\r\n\x80\xff"), "250 2.0.0")
    assert.equal((await kept()).length, 1)
    const client = await line()
    assert.match(await client.answer(), /^220/)
    client.write(`EHLO ${"a".repeat(100_000)}`)
    assert.match(await client.answer(), /^421/)
  })
})

const megabyte = Buffer.from(`${"x".repeat(998)}\r\n`.repeat(1_000))

describe("what is too large", () => {
  test("is refused at once where that is said, and else at the end (M11)", async () => {
    const client = await line()
    await client.answer()
    assert.match(await client.say("EHLO client.example"), /SIZE 1000000/)
    assert.match(await client.say("MAIL FROM:<jane@example.com> SIZE=1000001"), /^552/)
    await client.say("MAIL FROM:<jane@example.com>")
    await client.say("RCPT TO:<support@desk.example>")
    await client.say("DATA")
    for (let at = 0; at < 3; at++) await client.pour(megabyte)
    assert.match(await client.say("."), /^552 5\.3\.4/)
    assert.match(await client.say("MAIL FROM:<jane@example.com>"), /^250/)
    assert.deepEqual([await kept(), await unfinished()], [[], []])
  })

  test("for memory goes to the disk as it comes (M11)", async () => {
    setFlagsFromString("--expose-gc")
    const collect = runInNewContext("gc") as () => void
    const config = { ...desk.config, mailLimit: 50_000_000 }
    const client = await line((await receiver({}, { ...node, config })).port)
    await addressed(client, ["support@desk.example"])
    await client.say("DATA")
    const held = () => {
      collect()
      return process.memoryUsage().arrayBuffers
    }
    const before = held()
    for (let at = 0; at < 24; at++) await client.pour(megabyte)
    // A disk that is behind has yet to take some of it; what is kept in memory would stay there for ever.
    await until(() => held() - before < 8_000_000)
    assert.match(await client.say("."), /^250 2/)
    assert.equal((await kept())[0]?.size_bytes, 24_000_000)
  })

  test("for the disk is put off before it is sent (F1)", async () => {
    const config = { ...desk.config, mailLimit: 2 ** 52 }
    const client = await line((await receiver({}, { ...node, config })).port)
    await client.answer()
    await client.say("EHLO client.example")
    assert.match(await client.say(`MAIL FROM:<jane@example.com> SIZE=${2 ** 51}`), /^452 4\.3\.1/)
    const full = unavailable("The file cannot be kept", Object.assign(new Error("full"), { code: "ENOSPC" }))
    assert.equal(refusalOf(full).message, "4.3.1 There is no room at the moment")
  })
})

const unfinished = () => readdir(join(desk.config.filesDir, "unfinished")).catch(() => [])

describe("whoever takes too much of it", () => {
  test("has only so many connections, and others are served meanwhile (M13)", async () => {
    const few = await receiver({ limits: { connectionsOfOne: 3 } })
    const clients = await Promise.all(Array.from({ length: 8 }, () => line(few.port)))
    const greetings = (await Promise.all(clients.map((client) => client.answer()))).map((answer) => answer.slice(0, 3))
    assert.deepEqual(greetings.sort(), ["220", "220", "220", "421", "421", "421", "421", "421"])
    for (const client of clients) client.close()
    await until(async () => (await (await line(few.port)).answer()).startsWith("220"))
  })

  test("may not send a message for ever, a byte at a time (M13)", async () => {
    const hasty = await receiver({ limits: { messageMs: 200 } })
    const slow = await line(hasty.port)
    await addressed(slow, ["support@desk.example"])
    await slow.say("DATA")
    let ended = false
    const answer = slow.answer().finally(() => {
      ended = true
    })
    while (!ended) {
      slow.write("x")
      await pause(5)
    }
    assert.match(await answer, /^421 4\.4\.2/)
    assert.equal(await slow.answer(), "")
    const idle = await line((await receiver({ limits: { idleMs: 400 } })).port)
    await idle.answer()
    assert.match(await idle.answer(), /^421/)
    assert.deepEqual(await kept(), [])
    await until(async () => (await unfinished()).length === 0)
  })
})

describe("when something breaks", () => {
  let gate: Gate
  let far: Database
  let other: RunningReceiver

  before(async () => {
    gate = await gateTo(desk.databaseUrl)
    far = openDatabase({ url: gate.url, connections: 2, prepared: true, ...patientLimits })
    other = await receiver({ limits: { graceMs: 200 } }, { ...node, db: far })
    closing.push(
      () => far.close().catch(() => {}),
      () => gate.close(),
    )
  })

  test("a sender that is cut off has left nothing", async () => {
    const client = await line()
    await addressed(client, ["support@desk.example"])
    await client.say("DATA")
    client.write(message)
    client.close()
    const next = await line()
    await addressed(next, ["support@desk.example"])
    await until(async () => (await unfinished()).length === 0)
    assert.deepEqual(await kept(), [])
  })

  test("a sender is put off while the database is away, and served when it is back (D2)", async () => {
    const client = await line(other.port)
    await addressed(client, ["support@desk.example"])
    await client.say("DATA")
    client.write(message)
    gate.shut()
    assert.match(await client.say("."), /^451 4\.3\.0/)
    assert.match(await client.say("MAIL FROM:<jane@example.com>"), /^250/)
    assert.match(await client.say("RCPT TO:<support@desk.example>"), /^451 4\.3\.0/)
    gate.open()
    assert.match(await client.say("RCPT TO:<support@desk.example>"), /^250/)
    await client.say("DATA")
    assert.match(await client.say(`${message}.`), /^250 2/)
    assert.equal((await kept()).length, 1)
  })

  test("it stops with the database silent and a message in the middle", async () => {
    const client = await line(other.port)
    await addressed(client, ["support@desk.example"])
    await client.say("DATA")
    gate.freeze()
    client.write(`${message}.\r\n`)
    const halfway = await line(other.port)
    await halfway.answer()
    await other.stop()
    gate.open()
    assert.deepEqual(await kept(), [])
  })
})
