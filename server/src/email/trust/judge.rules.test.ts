import assert from "node:assert/strict"
import { after, before, describe, mock, test } from "node:test"
import fc from "fast-check"
import { type SigningDomain, signingDomain } from "../../../test/mail/signed-mail.ts"
import { startDns } from "../../../test/peers/dns.ts"
import { isExploring } from "../../../test/property.ts"
import { patienceMs } from "../../../test/until.ts"
import type { Envelope } from "../receive/envelope.ts"
import { authenticate } from "./authenticate.ts"
import { judgeInWorker } from "./judge-in-worker.ts"
import type { Verdicts } from "./verdicts.ts"

let ours: SigningDomain
const now = new Date("2026-03-04T05:06:07Z")

before(async () => {
  ours = await signingDomain("agents.example", { longBits: 3_072 })
})
after(() => ours.dns.close())

const lines = (...all: string[]) => `${all.join("\r\n")}\r\n`
const plain = lines(
  "From: Ada <ada@agents.example>",
  "To: desk@help.example",
  "Subject: Hello",
  "Date: Wed, 04 Mar 2026 05:00:00 +0000",
  "Message-ID: <1@agents.example>",
  "",
  "Yes, do so.",
)

const peer = (address: string) => ({ from: "ada@agents.example", peer: { address, name: "mail.agents.example" } })

/** As `judge` asks, but with patience: on a busy machine the thread alone may take seconds to start. */
function verdictsOn(raw: Buffer | string, envelope: Envelope = {}, secondsLater = 0): Promise<Verdicts> {
  const at = now.getTime() + secondsLater * 1_000
  const servers = [ours.dns.address]
  return judgeInWorker({
    raw: typeof raw === "string" ? Buffer.from(raw) : raw,
    envelope,
    servers,
    now: at,
    limitMs: patienceMs,
  })
}

const short = ({ spf, dkim, dmarc, verified }: Verdicts) => [spf, dkim, dmarc, verified]

describe("judge", () => {
  test("believes a signature of the domain in From, by every kind of key, also without a peer (E14)", async () => {
    for (const selector of ["rsa", "long", "ed"])
      assert.deepEqual(
        await verdictsOn(await ours.sign(plain, { selector })),
        {
          spf: "none",
          dkim: "pass",
          dmarc: "pass",
          signedBy: ["agents.example"],
          verified: true,
          from: "ada@agents.example",
        },
        selector,
      )
  })

  test("believes the address that the domain sends from, and a relay of our own says nothing", async () => {
    assert.deepEqual(short(await verdictsOn(plain, peer("192.0.2.7"))), ["pass", "none", "pass", true])
    assert.deepEqual(short(await verdictsOn(plain, peer("198.51.100.7"))), ["fail", "none", "fail", false])
    for (const own of ["127.0.0.1", "10.1.2.3", "::ffff:192.168.1.1", "fd00::1", "nonsense"])
      assert.deepEqual(short(await verdictsOn(plain, peer(own))), ["none", "none", "none", false], own)
    const other = { from: "x@elsewhere.example", peer: { address: "192.0.2.7" } }
    ours.texts.set("elsewhere.example", ["v=spf1 ip4:192.0.2.7 -all"])
    assert.deepEqual(short(await verdictsOn(plain, other)), ["pass", "none", "fail", false])
  })

  test("what a message says of itself counts for nothing (E7)", async () => {
    const claims = lines(
      "Authentication-Results: help.example; dmarc=pass header.from=agents.example; dkim=pass; spf=pass",
      "ARC-Authentication-Results: i=1; help.example; dmarc=pass header.from=agents.example",
      "Received-SPF: pass (help.example: designates 192.0.2.7) client-ip=192.0.2.7",
      "Received: from mail.agents.example (mail.agents.example [192.0.2.7]) by help.example",
      "Return-Path: <ada@agents.example>",
    )
    assert.deepEqual(short(await verdictsOn(claims + plain)), ["none", "none", "none", false])
    assert.deepEqual(short(await verdictsOn(claims + plain, peer("198.51.100.7"))), ["fail", "none", "fail", false])
  })

  test("a signature over a part of the body is none, whether or not something was added (E14)", async () => {
    const signed = await ours.sign(plain, { maxBodyLength: 5 })
    assert.match(signed.toString(), /\bl=5\b/)
    for (const raw of [signed, Buffer.concat([signed, Buffer.from("Pay them at once.\r\n")])])
      assert.deepEqual(await verdictsOn(raw), {
        spf: "none",
        dkim: "none",
        dmarc: "none",
        signedBy: [],
        verified: false,
      })
  })

  test("two senders are nobody, in one field or in two (E14)", async () => {
    const signed = (await ours.sign(plain)).toString()
    const above = await verdictsOn(`From: boss@agents.example\r\n${signed}`)
    assert.deepEqual([above.dmarc, above.verified, above.from], ["none", false, undefined])
    const two = plain.replace("From: Ada <ada@agents.example>", "From: boss@agents.example, Ada <ada@agents.example>")
    const both = await verdictsOn(await ours.sign(two))
    assert.deepEqual([both.dkim, both.verified], ["pass", false])
  })

  test("a field that was put above a signed one spoils the proof, whether or not the signature forbids it (E14)", async () => {
    const fields = ["From", "To", "Subject", "Date", "Message-ID"]
    const loose = ours.signFirmly(plain, fields).toString()
    assert.equal((await verdictsOn(loose)).verified, true)
    const forged = await verdictsOn(`Subject: Pay them\r\n${loose}`)
    assert.deepEqual(short(forged), ["none", "pass", "pass", false])
    const strict = ours.signFirmly(plain, [...fields, ...fields]).toString()
    assert.equal((await verdictsOn(strict)).verified, true)
    assert.deepEqual(short(await verdictsOn(`Subject: Pay them\r\n${strict}`)), ["none", "fail", "none", false])
  })

  test("a signature that has expired, is over other words, of another domain or of a key that is gone proves nothing (E14)", async () => {
    const expired = await ours.sign(plain, {
      signTime: new Date("2026-03-01"),
      expires: new Date("2026-03-04T05:06:06Z"),
    })
    assert.deepEqual(short(await verdictsOn(expired)), ["none", "neutral", "none", false])
    assert.deepEqual(short(await verdictsOn(expired, peer("198.51.100.7"))), ["fail", "neutral", "fail", false])
    const valid = await ours.sign(plain, {
      signTime: new Date("2026-03-01"),
      expires: new Date("2026-03-04T05:06:08Z"),
    })
    assert.equal((await verdictsOn(valid)).verified, true)
    const changed = (await ours.sign(plain)).toString().replace("Yes", "No")
    assert.deepEqual(short(await verdictsOn(changed)), ["none", "fail", "none", false])
    assert.deepEqual(short(await verdictsOn(changed, peer("198.51.100.7"))), ["fail", "fail", "fail", false])
    const stranger = plain.replace("ada@agents.example", "ada@bank.example")
    ours.texts.set("_dmarc.bank.example", ["v=DMARC1; p=none"])
    const foreign = await verdictsOn(await ours.sign(stranger))
    assert.deepEqual([...short(foreign), foreign.signedBy], ["none", "pass", "none", false, ["agents.example"]])
    const revoked = await ours.sign(plain, { selector: "long" })
    assert.equal((await verdictsOn(revoked)).verified, true)
    const key = ours.texts.get("long._domainkey.agents.example") ?? []
    ours.texts.set("long._domainkey.agents.example", ["v=DKIM1; k=rsa; p="])
    // What DNS said counts for a minute, so that it is not asked again for every mail.
    assert.equal((await verdictsOn(revoked, {}, 59)).verified, true)
    assert.equal((await verdictsOn(revoked, {}, 61)).verified, false)
    ours.texts.set("long._domainkey.agents.example", key)
    assert.equal((await verdictsOn(revoked, {}, 122)).verified, true)
  })

  test("signed mail that somebody else hands on still proves its writer; who handed it on shows beside it (E14)", async () => {
    const replayed = await verdictsOn(await ours.sign(plain), {
      from: "spam@elsewhere.example",
      peer: { address: "198.51.100.9" },
    })
    assert.deepEqual(short(replayed), ["fail", "pass", "pass", true])
  })

  test("a key or a policy of the sender's own domain that DNS does not give decides nothing; a foreign one does not matter", async () => {
    const from = peer("198.51.100.7")
    const dns = await startDns(({ name, type }) =>
      /^(rsa._domainkey.agents|mail.broken)/.test(name)
        ? "failure"
        : (type === "TXT" && ours.texts.get(name)) || "no such name",
    )
    const on = (raw: Buffer, envelope: Envelope) =>
      authenticate({ raw, envelope, servers: [dns.address], now: now.getTime(), limitMs: patienceMs })
    const signed = await ours.sign(plain)
    assert.deepEqual(short(await on(signed, from)), ["fail", "temperror", "temperror", false])
    const foreign = await ours.sign(plain.replace("ada@agents.example", "ada@bank.example"))
    ours.texts.set("_dmarc.bank.example", ["v=DMARC1; p=none"])
    assert.deepEqual(short(await on(foreign, from)), ["fail", "temperror", "fail", false])
    const sender = { ...from, from: "x@mail.broken.example" }
    assert.deepEqual(short(await on(Buffer.from(plain), sender)), ["temperror", "none", "fail", false])
    await dns.close()
  })

  test("a store that keeps lines its own way spoils no signature", async () => {
    const signed = (await ours.sign(plain)).toString()
    assert.equal((await verdictsOn(signed.replaceAll("\r\n", "\n"))).verified, true)
  })

  test("DNS that is silent or refuses decides nothing, in the time that there is", async () => {
    const raw = await ours.sign(plain)
    const question = { raw, envelope: peer("192.0.2.7"), servers: [ours.dns.address], now: now.getTime(), limitMs: 300 }
    for (const answer of ["silence", "failure"] as const) {
      const dns = await startDns(() => answer)
      const nothing = { ...question, servers: [dns.address] }
      assert.deepEqual(short(await authenticate(nothing)), ["temperror", "temperror", "temperror", false])
      await dns.close()
    }
    assert.equal((await authenticate({ ...question, limitMs: patienceMs })).verified, true)
  })
})

describe("hostile messages", () => {
  const head = "From: ada@agents.example\r\n"
  const many = (amount: number, line: string) => Array.from({ length: amount }, () => line).join("")
  const signature = (index: number) =>
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/simple; d=agents.example; s=s${index}; l=${index}; h=from; bh=x; b=y\r\n`

  // Work that is quadratic in a megabyte does not end within the limit, and the verdict is `temperror` then.
  test("are judged to the end, and hold up nobody when that is measured", async () => {
    const messages: [string, string][] = [
      ["lines of one break", `${head}${signature(1)}\r\n${"\n".repeat(2_000_000)}`],
      ["one line", `${head}${signature(1)}\r\n${" ".repeat(20_000_000)}x`],
      ["a long head", `${head}X: ${"(".repeat(2_000_000)}\r\n\r\n`],
      ["a long sender", `From: ${"<a@b.example>,".repeat(70_000)}x@agents.example\r\n\r\n`],
      ["nested senders", `From: ${"a:".repeat(500_000)}x@agents.example\r\n\r\n`],
      ["many fields", `${head}${many(150_000, "X: y\r\n")}\r\n`],
      ["many signatures", `${Array.from({ length: 500 }, (_, index) => signature(index)).join("")}${head}\r\nx`],
      ["no end", "From: ada@agents.example"],
      ["nothing", ""],
    ]
    for (const [name, message] of messages) {
      const raw = Buffer.from(message)
      // What this thread itself has worked, however busy the machine is.
      const before = process.threadCpuUsage()
      const { dkim, verified } = await verdictsOn(raw)
      const { user, system } = process.threadCpuUsage(before)
      assert.deepEqual([dkim === "temperror", verified], [false, false], name)
      if (isExploring) assert.ok(user + system < 200_000, `${name}: ${user + system} µs`)
    }
  })

  test("that take too long are stopped and left undecided, and whoever was beside them is not", async () => {
    const question = {
      raw: await ours.sign(plain),
      envelope: {},
      servers: [ours.dns.address],
      now: now.getTime(),
      limitMs: patienceMs,
    }
    const dns = await startDns(() => "silence")
    const endless = { ...question, servers: [dns.address], limitMs: 3 * patienceMs }
    // Its limit ends as soon as it has begun, however busy the machine is.
    const { setTimeout } = globalThis
    const shortened = (end: () => void, ms = 0) => setTimeout(end, ms > endless.limitMs ? 0 : ms)
    const timers = mock.method(globalThis, "setTimeout", shortened as typeof setTimeout)
    try {
      const [late, fine] = await Promise.all([judgeInWorker(endless), judgeInWorker(question)])
      assert.deepEqual(short(late), ["temperror", "temperror", "temperror", false])
      assert.equal(fine.verified, true)
      assert.equal((await judgeInWorker(question)).verified, true)
    } finally {
      timers.mock.restore()
      await dns.close()
    }
  })

  test("and so is any other nonsense", async () => {
    const words = [
      "From: ",
      "DKIM-Signature: ",
      "v=1;",
      "a=rsa-sha256; ",
      "d=agents.example; s=rsa; ",
      "h=from; ",
      "\r\n",
      ": ",
      "<",
      "@",
    ]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.constantFrom(...words), fc.string())), async (parts) => {
        assert.equal((await verdictsOn(parts.join(""))).verified, false)
      }),
      { numRuns: 30 },
    )
  })
})
