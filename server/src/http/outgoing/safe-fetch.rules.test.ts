import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { type Dns, type DnsAnswer, type Question, startDns } from "../../../test/peers/dns.ts"
import { type Receiver, reply, startReceiver } from "../../../test/peers/receiver.ts"
import { reservePort } from "../../../test/ports.ts"
import { type Config, readConfig } from "../../config.ts"
import { type Outgoing, OutgoingFailure, OutgoingRefusal, openOutgoing } from "./safe-fetch.ts"

let dns: Dns
/** At 127.0.0.2, which may be called. */
let allowed: Receiver
/** At 127.0.0.3 and ::1, which may not, on the same port. */
let forbidden: Receiver[]
let outgoing: Outgoing
let answers: Record<string, DnsAnswer | ((question: Question) => DnsAnswer)>

before(async () => {
  dns = await startDns((question) => {
    const answer = answers[question.name] ?? "no such name"
    return typeof answer === "function" ? answer(question) : answer
  })
  // One connection for each call, so that each asks for its addresses.
  const answer = reply("200 OK", "Hello", { Connection: "close" })
  const port = await reservePort("127.0.0.2", "127.0.0.3", "::1")
  allowed = await startReceiver((socket) => socket.end(answer), { port })
  forbidden = []
  for (const host of ["127.0.0.3", "::1"])
    forbidden.push(await startReceiver((socket) => socket.end(answer), { host, port }))
  outgoing = openOutgoing(configured())
})
after(async () => {
  outgoing.close()
  await Promise.all([dns, allowed, ...forbidden].map((part) => part.close()))
})
beforeEach(() => {
  answers = {}
  dns.questions.length = 0
  for (const receiver of [allowed, ...forbidden]) Object.assign(receiver, { connections: 0, requests: [] })
})

function configured(more: Partial<Config> = {}): Config {
  const outgoingPorts = [String(allowed.port)]
  return { ...readConfig({}), outgoingAllow: ["127.0.0.2"], outgoingPorts, outgoingDns: [dns.address], ...more }
}

const url = (host: string) => `http://${host}:${allowed.port}/hook?a=1`
const call = (host: string, by = outgoing, limitMs = 30_000) =>
  by.send({ method: "POST", url: url(host), headers: { "X-A": "b" }, body: "{}", limitMs, mostBytes: 1_000 })
const forbiddenConnections = () => forbidden.reduce((sum, { connections }) => sum + connections, 0)

async function assertRefused(host: string, by = outgoing): Promise<void> {
  const before = allowed.connections
  for (const result of [by.check(url(host)), call(host, by)]) {
    const error: Error = await result.then(
      () => assert.fail(`${host} was not refused`),
      (error) => error,
    )
    assert.ok(error instanceof OutgoingRefusal, `${host}: ${error}`)
    assert.match(error.message, /is inside a private network, or this desk itself, or denied/)
    // Whoever gives a name may not learn what it means inside.
    assert.doesNotMatch(error.message.replace(/^\S+/, ""), /\d/)
  }
  assert.deepEqual([allowed.connections, forbiddenConnections()], [before, 0])
}

describe("a name", () => {
  test("is called at its address, with itself as host", async () => {
    answers["hooks.example"] = ["127.0.0.2"]
    assert.equal(await outgoing.check(url("HOOKS.example.")), url("hooks.example"))
    const { status, headers, body } = await call("hooks.example")
    assert.deepEqual([status, headers["content-length"], String(body)], [200, "5", "Hello"])
    const [head = "", sent] = allowed.requests[0]?.split("\r\n\r\n") ?? []
    assert.equal(sent, "{}")
    const lines = head.split("\r\n").sort()
    assert.deepEqual(lines, [
      "Accept-Encoding: identity",
      "Connection: keep-alive",
      "Content-Length: 2",
      `Host: hooks.example:${allowed.port}`,
      "POST /hook?a=1 HTTP/1.1",
      "X-A: b",
    ])
  })

  test("is refused where any of its addresses is, however it is reached (S4)", async () => {
    answers = {
      "private.example": ["127.0.0.3"],
      "private6.example": ["::1"],
      "mixed.example": ["127.0.0.2", "::1"],
      "mixed6.example": ["2606:4700::1", "127.0.0.3"],
      "two.example": ["127.0.0.2", "127.0.0.3"],
      "mapped.example": ["127.0.0.2", "::ffff:127.0.0.2"],
      "chain.example": ["a.example", "b.example", "c.example", "127.0.0.3"],
      "metadata.example": ["169.254.169.254"],
      "127.0.0.3.nip.io": ["127.0.0.3"],
      "host.docker.internal": ["172.17.0.1"],
      db: ["10.0.0.5"],
    }
    for (const host of Object.keys(answers)) await assertRefused(host)
    await assertRefused("127.0.0.3")
    await assertRefused("[::1]")
    await assertRefused("two.example.")
  })

  test("is followed over aliases to where it may be called", async () => {
    answers["chain.example"] = ["a.example", "b.example", "127.0.0.2"]
    assert.equal((await call("chain.example")).status, 200)
  })

  test("is asked for once, and what was checked is connected to, whatever it says next (S4)", async () => {
    const turns = (["127.0.0.2", "127.0.0.3"] as const).values()
    const next = (type: Question["type"]): DnsAnswer => (type === "A" ? [turns.next().value ?? "127.0.0.3"] : [])
    answers["rebinding.example"] = ({ type }) => next(type)
    await outgoing.check(url("rebinding.example"))
    await assert.rejects(call("rebinding.example"), OutgoingRefusal)
    assert.deepEqual([allowed.connections, forbiddenConnections()], [0, 0])

    let asked = 0
    answers["flipping.example"] = ({ type }) => (type === "A" ? [asked++ % 2 === 0 ? "127.0.0.2" : "127.0.0.3"] : [])
    const results = []
    for (let turn = 0; turn < 20; turn++)
      results.push(
        await call("flipping.example").then(
          () => "sent",
          (error) => error.reason,
        ),
      )
    assert.deepEqual(results, Array.from({ length: 10 }, () => ["sent", "address"]).flat())
    assert.deepEqual([asked, allowed.connections, forbiddenConnections()], [20, 10, 0])
  })

  test("without an address is accepted, and fails when it is called", async () => {
    answers = { "empty.example": [], "broken.example": "failure" }
    for (const [host, message] of Object.entries({
      "empty.example": "The name empty.example has no address",
      "nowhere.example": "The name nowhere.example has no address",
      "broken.example": "The addresses of broken.example could not be found out",
    })) {
      assert.equal(await outgoing.check(url(host)), url(host))
      await assert.rejects(call(host), (error) => {
        assert.ok(error instanceof OutgoingFailure && !(error instanceof OutgoingRefusal))
        assert.deepEqual([error.reason, error.message], ["dns", message])
        return true
      })
    }
  })

  test("whose other kind of address nobody knows is called at the one that is known", async () => {
    answers["half.example"] = ({ type }) => (type === "A" ? ["127.0.0.2"] : "failure")
    assert.equal((await call("half.example")).status, 200)
  })

  test("that is slow, endless or turns in circles ends long before the call would (S14)", async () => {
    answers = {
      "slow.example": "silence",
      "circle.example": ["a.example", "b.example", "circle.example", "a.example"],
      "huge.example": Array.from({ length: 1_500 }, (_, index) => `127.0.${index >> 8}.${index & 255}`),
    }
    const others = await Promise.all(Array.from({ length: 4 }, () => startDns(() => "silence")))
    const patient = openOutgoing(configured({ outgoingDns: others.map(({ address }) => address) }))
    await assert.rejects(call("slow.example", patient, 5_000), { reason: "dns" })
    assert.ok(others.some(({ questions }) => questions.length > 0))
    patient.close()
    await Promise.all(others.map((other) => other.close()))
    assert.equal(await outgoing.check(url("slow.example")), url("slow.example"))
    await assert.rejects(call("circle.example"), { reason: "dns" })
    await assert.rejects(call("huge.example"), (error: OutgoingFailure) => /^(address|dns)$/.test(error.reason))
    assert.deepEqual([allowed.connections, forbiddenConnections()], [0, 0])
  })

  test("with many addresses does not make the desk knock at all of them", async () => {
    // Nobody listens at these.
    answers["many.example"] = Array.from({ length: 50 }, (_, index) => `127.0.4.${index}`)
    const wide = openOutgoing(configured({ outgoingAllow: ["127.0.4.0/24"] }))
    await assert.rejects(call("many.example", wide), (error: OutgoingFailure) => {
      assert.deepEqual([error.reason, error.message], ["connect", "No connection to many.example could be made"])
      assert.equal((error.cause as AggregateError).errors.length, 8)
      return true
    })
    wide.close()
  })

  test("that ends in localhost is asked of nobody", async () => {
    answers = { localhost: ["127.0.0.2"], "a.localhost": ["127.0.0.2"] }
    await assertRefused("localhost")
    await assertRefused("a.localhost")
    assert.deepEqual(dns.questions, [])
  })
})

describe("the operator", () => {
  test("allows private networks, and denies what they like above all (S12, S13)", async () => {
    answers = { "two.example": ["127.0.0.2", "127.0.0.3"], "public.example": ["8.8.8.8"] }
    const wide = openOutgoing(configured({ outgoingAllow: ["127.0.0.0/8", "8.8.0.0/16"], outgoingDeny: ["127.0.0.3"] }))
    assert.equal((await call("127.0.0.2", wide)).status, 200)
    assert.equal((await call("[::ffff:127.0.0.2]", wide).catch((error) => error)).reason, "address")
    await assertRefused("127.0.0.3", wide)
    await assertRefused("two.example", wide)
    const denying = openOutgoing(
      configured({ outgoingAllow: ["0.0.0.0/0", "::/0"], outgoingDeny: ["8.8.0.0/16", "::1"] }),
    )
    await assertRefused("public.example", denying)
    await assertRefused("[::1]", denying)
    await assertRefused("[64:ff9b::8.8.8.8]", denying)
    await assertRefused("[2002:808:808::1]", denying)
    assert.equal(await denying.check(url("[64:ff9b::9.9.9.9]")), url("[64:ff9b::909:909]"))
    for (const part of [wide, denying]) part.close()
  })

  test("allows the gateway to IPv4, and not what is private behind it", async () => {
    const gateway = openOutgoing(configured({ outgoingAllow: ["64:ff9b::/96", "64:ff9b:1::/48"] }))
    assert.equal(await gateway.check(url("[64:ff9b::8.8.8.8]")), url("[64:ff9b::808:808]"))
    for (const host of ["[64:ff9b::10.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::808:808]"])
      await assertRefused(host, gateway)
    gateway.close()
  })

  test("is not called by the desk itself, by name or address, unless they allow it (S12)", async () => {
    answers["desk.example"] = ["8.8.8.8"]
    const named = openOutgoing(configured({ publicUrl: "https://desk.example", outgoingAllow: [] }))
    for (const host of ["desk.example", "DESK.example.", "d%65sk.example"]) await assertRefused(host, named)
    assert.deepEqual(dns.questions, [])
    const numbered = openOutgoing(configured({ publicUrl: "https://8.8.8.8" }))
    await assertRefused("8.8.8.8", numbered)
    await assertRefused("134744072", numbered)
    const half = openOutgoing(configured({ publicUrl: "https://desk.example" }))
    await assertRefused("desk.example", half)
    answers["desk.example"] = ["127.0.0.2"]
    assert.equal((await call("desk.example", half)).status, 200)
    for (const part of [named, numbered, half]) part.close()
  })
})
