import assert from "node:assert/strict"
import type { Socket } from "node:net"
import { after, afterEach, before, describe, test } from "node:test"
import { gzipSync } from "node:zlib"
import { type Receiver, reply, startReceiver } from "../../../test/peers/receiver.ts"
import { until } from "../../../test/until.ts"
import { readConfig } from "../../config.ts"
import { type Outgoing, OutgoingFailure, openOutgoing } from "./safe-fetch.ts"

let outgoing: Outgoing
const receivers: Receiver[] = []

before(() => {
  outgoing = openOutgoing({ ...readConfig({}), outgoingAllow: ["127.0.0.0/8"], outgoingPorts: ["1-65535"] })
})
after(() => outgoing.close())
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
})

async function receiving(answer: (socket: Socket, request: string) => void): Promise<Receiver> {
  const receiver = await startReceiver(answer)
  receivers.push(receiver)
  return receiver
}

interface Given {
  limitMs?: number
  mostBytes?: number
  body?: string
  method?: "GET" | "POST"
  signal?: AbortSignal
}

const call = ({ port }: { port: number }, { method = "POST", ...given }: Given = {}) =>
  outgoing.send({
    method,
    url: `http://127.0.0.2:${port}/`,
    headers: { "Content-Type": "application/json" },
    ...(method === "POST" && { body: "{}" }),
    limitMs: 30_000,
    mostBytes: 16_384,
    ...given,
  })

async function failureOf(calling: Promise<unknown>): Promise<OutgoingFailure> {
  const error: unknown = await calling.then(
    (answer) => assert.fail(`It was answered: ${JSON.stringify(answer)}`),
    (error) => error,
  )
  assert.ok(error instanceof OutgoingFailure, String(error))
  return error
}

describe("an answer", () => {
  test("counts with its status, whatever it is made of (W12)", async () => {
    const answers: [number, string, string][] = [
      [204, "HTTP/1.1 204 No Content\r\n\r\n", ""],
      [299, reply("299 Odd", "x"), "x"],
      [200, `HTTP/1.1 100 Continue\r\n\r\n${reply("200 OK", "after")}`, "after"],
      [200, `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${reply("200 OK", "hints")}`, "hints"],
      [200, "HTTP/1.0 200 OK\r\n\r\nold", "old"],
      [202, "HTTP/1.1 202\r\ncontent-length: 1\r\nX: 1\r\nx: 2\r\nSet-Cookie: a\r\nset-cookie: b\r\n\r\ny", "y"],
      [200, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", "abc"],
      [200, "HTTP/1.1 200 OK\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\nup", "up"],
      [500, reply("500 Broken", "no"), "no"],
      [410, reply("410 Gone"), ""],
    ]
    for (const [status, bytes, body] of answers) {
      const receiver = await receiving((socket) => socket.end(bytes))
      const answer = await call(receiver)
      assert.deepEqual([answer.status, String(answer.body)], [status, body], bytes)
      assert.equal(receiver.requests.length, 1, bytes)
    }
    const receiver = await receiving((socket) => socket.end(answers[5]?.[1] ?? ""))
    const { headers } = await call(receiver)
    assert.deepEqual([headers["x"], headers["set-cookie"]], ["1, 2", ["a", "b"]])
  })

  test("counts when it breaks off behind its headers (W12)", async () => {
    for (const start of [
      reply("200 OK", "", { "Content-Length": "100" }),
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
    ]) {
      const receiver = await receiving((socket) => socket.end(`${start}5\r\nhello`))
      const { status, body } = await call(receiver)
      assert.equal(status, 200)
      assert.match(String(body), /hello$/)
      const reset = await receiving((socket) => socket.write(start, () => socket.resetAndDestroy()))
      assert.equal((await call(reset)).status, 200)
    }
  })

  test("is read as far as asked, and the connection closed behind it (W4)", async () => {
    let sent = 0
    const closed = Promise.withResolvers<void>()
    const receiver = await receiving((socket) => {
      socket.once("close", () => closed.resolve())
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`
      const more = () => {
        while (!socket.destroyed && socket.write(chunk)) sent += 65_536
      }
      socket.on("drain", more)
      more()
    })
    const { status, body } = await call(receiver)
    await closed.promise
    assert.deepEqual([status, String(body)], [200, "x".repeat(16_384)])
    // What the systems of both ends hold in between, and no gigabyte.
    assert.ok(sent < 64 * 2 ** 20, String(sent))
    const none = await call(receiver, { mostBytes: 0 })
    assert.deepEqual([none.status, none.body.length], [200, 0])
  })

  test("is not unpacked, and nobody is asked to pack it (W5)", async () => {
    const packed = gzipSync(Buffer.alloc(50 * 2 ** 20))
    const receiver = await receiving((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`)
      socket.end(packed)
    })
    const { body } = await call(receiver)
    assert.deepEqual(body, packed.subarray(0, 16_384))
    assert.match(receiver.requests[0] ?? "", /^Accept-Encoding: identity\r$/m)
  })

  test("that leads elsewhere is given as it is, and not followed (W6, S5)", async () => {
    const elsewhere = await receiving((socket) => socket.end(reply("200 OK")))
    const places = [
      `http://127.0.0.2:${elsewhere.port}/`,
      "http://169.254.169.254/",
      "file:///etc/passwd",
      "//x",
      "/again",
    ]
    for (const status of [301, 302, 303, 307, 308])
      for (const place of places) {
        const receiver = await receiving((socket) => socket.end(reply(`${status} Go`, "", { Location: place })))
        const answer = await call(receiver)
        assert.deepEqual([answer.status, answer.headers["location"]], [status, place])
        assert.equal(receiver.requests.length, 1)
      }
    assert.equal(elsewhere.connections, 0)
  })

  test("with a header of a megabyte, or with what may not stand in one, is none (W15)", async () => {
    const wrong = {
      [`HTTP/1.1 200 OK\r\nX: ${"a".repeat(2 ** 20)}\r\n\r\n`]:
        /^The headers of the answer of 127\.0\.0\.2 are too long$/,
      [`HTTP/1.1 200 OK\r\n${"X: a\r\n".repeat(10_000)}\r\n`]: /too long/,
      "HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n": /^127\.0\.0\.2 answered with what is not HTTP$/,
      "HTTP/1.1 200 OK\r\nX\x07: a\r\n\r\n": /not HTTP/,
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n": /not HTTP/,
      "HTTP/1.1 20x\r\n\r\n": /not HTTP/,
      "SSH-2.0-OpenSSH_9.9\r\n": /not HTTP/,
      "HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n": /closed the connection without an answer/,
      "HTTP/1.1 200 OK\r\nX: a": /closed the connection without an answer|not HTTP/,
      "": /^127\.0\.0\.2 closed the connection without an answer$/,
    }
    for (const [bytes, message] of Object.entries(wrong)) {
      const receiver = await receiving((socket) => socket.end(bytes))
      const failure = await failureOf(call(receiver))
      assert.equal(failure.reason, "response", bytes.slice(0, 100))
      assert.match(failure.message, message)
    }
    const folded = await receiving((socket) =>
      socket.end("HTTP/1.1 200 \x1b[31m\r\nX: \xe9\t1\r\nContent-Length: 0\r\n\r\n"),
    )
    assert.equal((await call(folded)).status, 200)
  })
})

describe("a call", () => {
  test("ends in time when nobody answers, or only ever a little (W2, W3)", async () => {
    const dripping = (bytes: string) => (socket: Socket) => {
      const left = [...bytes].values()
      const timer = setInterval(() => socket.write(left.next().value ?? "x"), 5)
      socket.once("close", () => clearInterval(timer))
    }
    for (const answer of [() => {}, dripping("HTTP/1.1 200 OK\r\nX: ")]) {
      const receiver = await receiving(answer)
      let failure: OutgoingFailure | undefined
      // On a busy machine the time may be over before there is a connection.
      await until(async () => {
        failure = await failureOf(call(receiver, { limitMs: 200 }))
        return failure.reason !== "connect"
      })
      assert.deepEqual([failure?.reason, failure?.message], ["timeout", "127.0.0.2 did not answer in time"])
    }
    const receiver = await receiving((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\nbegin")
      dripping("")(socket)
    })
    let answered: Awaited<ReturnType<typeof call>> | undefined
    // Or before its answer has begun to come.
    await until(async () => {
      answered = await call(receiver, { limitMs: 200 }).catch((error: OutgoingFailure) => {
        assert.match(error.reason, /^(connect|timeout)$/)
        return undefined
      })
      return answered !== undefined
    })
    assert.equal(answered?.status, 200)
    assert.match(String(answered?.body), /^beginx*$/)
  })

  test("closes its connection when its time is over", async () => {
    let [asked, closed] = [0, 0]
    const receiver = await receiving((socket) => {
      asked++
      socket.once("close", () => closed++)
    })
    // On a busy machine the time may be over before the request is there.
    await until(async () => {
      await failureOf(call(receiver, { limitMs: 50 }))
      return asked > 0
    })
    await until(() => closed === asked)
  })

  test("says the same of a port that is closed and of one that lets nobody in (S10)", async () => {
    const receiver = await startReceiver(() => {})
    await receiver.close()
    const closed = await failureOf(call(receiver))
    // Time is over before there is a connection: as if packets vanished.
    const filtered = await failureOf(call(receiver, { limitMs: 0 }))
    for (const { reason, message } of [closed, filtered])
      assert.deepEqual([reason, message], ["connect", "No connection to 127.0.0.2 could be made"])
  })

  test("ends when its signal says so, with the signal's reason", async () => {
    const reason = new Error("Enough")
    for (const start of ["", "HTTP/1.1 200 OK\r\n\r\nbegin"]) {
      const controller = new AbortController()
      const receiver = await receiving((socket) => {
        socket.write(start, () => controller.abort(reason))
        if (start === "") controller.abort(reason)
      })
      await assert.rejects(call(receiver, { signal: controller.signal }), reason)
    }
    const receiver = await receiving(() => {})
    await assert.rejects(call(receiver, { signal: AbortSignal.abort(reason) }), reason)
    assert.equal(receiver.connections, 0)
  })

  test("uses a connection again", async () => {
    const receiver = await receiving((socket) => socket.write(reply("200 OK", "x".repeat(100))))
    for (let turn = 0; turn < 20; turn++) await call(receiver, { mostBytes: 100 })
    assert.deepEqual([receiver.connections, receiver.requests.length], [1, 20])
    await call(receiver, { method: "GET" })
    assert.match(receiver.requests.at(-1) ?? "", /^GET \/ HTTP\/1\.1\r\n(?!.*Content-Length)/s)
  })

  test("is made once more where the connection that was kept turns out to be closed, and only then", async () => {
    let asked = 0
    const receiver = await receiving((socket) => {
      asked++
      if (asked === 2) socket.resetAndDestroy()
      else socket.write(reply("200 OK"))
    })
    await call(receiver)
    assert.equal((await call(receiver)).status, 200)
    assert.deepEqual([receiver.connections, receiver.requests.length], [2, 3])

    const resetting = await receiving((socket) => socket.resetAndDestroy())
    assert.equal((await failureOf(call(resetting))).reason, "response")
    assert.equal(resetting.connections, 1)

    let turn = 0
    const halfway = await receiving((socket) => {
      if (turn++ === 0) socket.write(reply("200 OK"))
      else socket.write("HTTP/1.1 200", () => socket.resetAndDestroy())
    })
    await call(halfway)
    assert.equal((await failureOf(call(halfway))).reason, "response")
    assert.equal(halfway.connections, 1)
  })

  test("ends when the desk is stopped", async () => {
    const stopping = openOutgoing({ ...readConfig({}), outgoingAllow: ["127.0.0.2"], outgoingPorts: ["1-65535"] })
    const receiver = await receiving(() => stopping.close())
    const url = `http://127.0.0.2:${receiver.port}/`
    const request = { method: "POST" as const, url, headers: {}, body: "{}", limitMs: 30_000, mostBytes: 10 }
    assert.equal((await failureOf(stopping.send(request))).message, "The desk is being stopped")
    assert.equal((await failureOf(stopping.send(request))).message, "The desk is being stopped")
    assert.equal(receiver.connections, 1)
  })
})
