import assert from "node:assert/strict"
import { request as secureRequest } from "node:https"
import { connect } from "node:net"
import { after, before, describe, test } from "node:test"
import { removeFolder, temporaryFolder } from "../processes.ts"
import { until } from "../until.ts"
import { Receiving } from "./receiving.ts"

let folder: string
let receiver: Receiving

before(async () => {
  folder = await temporaryFolder()
  receiver = await Receiving.start(folder)
})
after(async () => {
  await receiver.close()
  await removeFolder(folder)
})

const post = (path: string, body = "{}") =>
  fetch(receiver.url(path), { method: "POST", body, redirect: "manual", headers: { "X-Odd": "é" } })

const statusOf = async (path: string) => {
  const answer = await post(path)
  await answer.arrayBuffer()
  return answer.status
}

/** What comes over the wire until the other side ends, or it is enough. */
function rawAnswer(path: string, enough: (text: string) => boolean = () => false): Promise<string> {
  return new Promise((resolve) => {
    let text = ""
    const socket = connect(receiver.ports.http, "127.0.0.1")
    socket.on("error", () => resolve("reset"))
    socket.on("close", () => resolve(text))
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1")
      if (enough(text)) socket.destroy()
    })
    socket.write(`POST ${path} HTTP/1.1\r\nHost: receiver\r\nContent-Length: 2\r\n\r\n{}`)
  })
}

describe("the receiver", () => {
  test("notes down what came, to the byte, in order", async () => {
    const bodies = ['{"a": "é  "}', "", "\u0000\r\n"]
    const begunAt = Date.now()
    for (const body of bodies) await post("/ok/noted?of=bytes", body)
    const arrivals = await receiver.arrivals("/ok/noted?of=bytes")
    assert.deepEqual(
      arrivals.map(({ body, headers, secure }) => [Buffer.from(body, "base64").toString(), headers["x-odd"], secure]),
      bodies.map((body) => [body, "é", false]),
    )
    for (const { at } of arrivals) assert.ok(at >= begunAt && at <= Date.now())
  })

  test("answers as its path says", async () => {
    assert.equal(await statusOf("/ok"), 200)
    assert.equal(await statusOf("/status/299"), 299)
    assert.equal(await statusOf("/status/204"), 204)
    assert.equal(await statusOf("/slow/20"), 200)
    const statuses: number[] = []
    for (let time = 0; time < 4; time++) statuses.push(await statusOf("/sequence/500,410,200?of=one"))
    assert.deepEqual(statuses, [500, 410, 200, 200])
    assert.equal(await statusOf("/sequence/500,410,200?of=another"), 500)
  })

  test("redirects, and asks to come back later", async () => {
    const redirect = await post("/redirect/307?to=http%3A%2F%2F169.254.169.254%2Flatest")
    assert.deepEqual([redirect.status, redirect.headers.get("Location")], [307, "http://169.254.169.254/latest"])
    const later = async (path: string) => (await post(path)).headers.get("Retry-After")
    assert.equal(await later("/retry-after/503/120"), "120")
    assert.equal(await later("/retry-after/429/-1"), "-1")
    assert.equal(await later(`/retry-after/503/${encodeURIComponent("in a while")}`), "in a while")
    const askedAt = Date.now()
    const date = Date.parse((await later("/retry-after/503/date+120")) ?? "")
    // Dates have no fractions of a second.
    assert.ok(date > askedAt + 119_000 && date <= Date.now() + 120_000)
  })

  test("answers in odd ways, past what keeps answers in order", async () => {
    assert.equal(await rawAnswer("/http10"), "HTTP/1.0 200 OK\r\n\r\nok")
    assert.match(await rawAnswer("/cut"), /Content-Length: 1000\r\n\r\nonly the begin$/)
    assert.match(await rawAnswer("/continue"), /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK\r\n/)
    assert.match(await rawAnswer("/odd-headers"), /set-cookie: a=1\r\nSet-Cookie: b=2/)
    assert.ok((await rawAnswer("/split-header")).includes("one\rSet-Cookie: two\nX-Three: \u0001\u0000\r\n"))
    assert.match(await rawAnswer("/no-http"), /^\+PONG/)
    assert.ok((await rawAnswer("/huge-header")).length > 2 ** 20)
    assert.equal(await rawAnswer("/close"), "")
    assert.equal(await rawAnswer("/reset"), "reset")
    assert.equal(await rawAnswer("/trickle-head", () => true), "H")
    assert.match(await rawAnswer("/trickle-body", (text) => text.endsWith("\r\n\r\nx")), /Content-Length: 1000\r\n/)
    const control = Buffer.from(await (await post("/control")).arrayBuffer())
    assert.deepEqual([control[0], control.at(-1)], [0, 0xf0])
  })

  test("floods for as long as anybody listens, and tells how much it got rid of", async () => {
    for (const path of ["/endless?of=it", "/gigabyte?of=it"]) {
      await rawAnswer(path, ({ length }) => length >= 100_000)
      await until(async () => (await receiver.farewells(path)).length === 1)
      const [farewell] = await receiver.farewells(path)
      assert.ok(farewell && farewell.sentBytes >= 100_000 && farewell.sentBytes < 2 ** 26, `${farewell?.sentBytes}`)
    }
    // fetch would unpack it; 1 GB would be too much for this test too.
    const packed = await rawAnswer("/bomb", ({ length }) => length > 3_000)
    assert.ok(packed.includes("Content-Encoding: gzip\r\n") && packed.includes("\r\n\u001f\u008b"))
  })

  test("does what it is told, until it is told otherwise", async () => {
    assert.equal(await statusOf("/told/one"), 200)
    await receiver.tell("/told/one", "/status/500")
    assert.deepEqual([await statusOf("/told/one"), await statusOf("/told/two")], [500, 200])
    await receiver.tell("/told/one", "/ok")
    assert.equal(await statusOf("/told/one"), 200)
  })

  test("holds answers back until it may give them", async () => {
    let answered = false
    const status = statusOf("/held/one").then((value) => {
      answered = true
      return value
    })
    await until(async () => (await receiver.arrivals("/held/one")).length === 1)
    assert.equal(answered, false)
    await receiver.order({ release: true })
    assert.equal(await status, 200)
  })

  test("calls back when it is told where", async () => {
    await statusOf("/loop/one")
    const loop = { url: receiver.url("/ok/called-back"), token: "secret", body: { text: "Again" } }
    await receiver.order({ loop })
    assert.equal(await statusOf("/loop/one"), 200)
    await receiver.order({ loop: undefined })
    await statusOf("/loop/one")
    const [call, ...more] = await receiver.arrivals("/ok/called-back")
    assert.deepEqual(more, [])
    assert.equal(call?.headers["authorization"], "Bearer secret")
    assert.equal(Buffer.from(call?.body ?? "", "base64").toString(), '{"text":"Again"}')
  })

  test("speaks TLS, rightly and in three wrong ways", async () => {
    const { ports } = receiver
    assert.equal(await secureStatus(ports.right, ports.authority), 200)
    assert.equal(await secureStatus(ports.right), "UNABLE_TO_VERIFY_LEAF_SIGNATURE")
    assert.equal(await secureStatus(ports.expired, ports.authority), "CERT_HAS_EXPIRED")
    assert.equal(await secureStatus(ports.wrongName, ports.authority), "ERR_TLS_CERT_ALTNAME_INVALID")
    assert.equal(await secureStatus(ports.selfSigned, ports.authority), "DEPTH_ZERO_SELF_SIGNED_CERT")
    assert.deepEqual(
      (await receiver.arrivals("/ok/secure")).map(({ secure }) => secure),
      [true],
    )
  })
})

function secureStatus(port: number, ca?: string): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const request = secureRequest({ host: "127.0.0.1", port, method: "POST", path: "/ok/secure", ...(ca && { ca }) })
    request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code))
    request.on("response", (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.end("{}")
  })
}
