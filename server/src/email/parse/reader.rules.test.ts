import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { mail } from "../../../test/mail/corpus/sample.ts"
import { patienceMs } from "../../../test/until.ts"
import { openReader } from "./reader.ts"

/** A thread that comes to no end with anything. */
const endless = new URL(
  `data:text/javascript,${encodeURIComponent(
    `import { parentPort } from "node:worker_threads"
     parentPort.on("message", () => { for (;;); })
     parentPort.postMessage("ready")`,
  )}`,
)

describe("a reader", () => {
  test("gives what was read, files as bytes of their own", async () => {
    await using reader = closing()
    const message = await reader.read(
      mail({ "Content-Type": "application/pdf", "Content-Transfer-Encoding": "base64" }, "JVBERi0="),
    )
    assert.equal(message.messageId, "1@customer.example")
    assert.deepEqual(message.to, [{ name: "Help", address: "help@desk.example" }])
    assert.deepEqual(Buffer.from(message.attachments[0]?.contents ?? []).toString(), "%PDF-")
    assert.equal(message.attachments[0]?.mimeType, "application/pdf")
  })

  test("leaves the bytes that it was given as they are", async () => {
    await using reader = closing()
    const raw = mail({}, "x")
    const copy = Buffer.from(raw)
    await reader.read(raw)
    assert.deepEqual(raw, copy)
  })

  test("gives up a message that takes too long, shows its first words, and reads the next in a new thread", async () => {
    await using reader = closing({ source: endless, readMs: 100, threads: 1 })
    for (const words of ["first", "second"]) {
      const message = await reader.read(mail({ Subject: words }, `${words} words`))
      assert.equal(message.incomplete, "too_slow")
      assert.equal(message.subject, words)
      assert.equal(message.from?.address, "ann@customer.example")
      assert.equal(message.text, `${words} words`)
      assert.equal(message.body, `<p><em>This message could not be fully read.</em></p><p>${words} words</p>`)
    }
  })

  test("survives a thread that runs out of memory, and reads on", async () => {
    await using reader = closing({ heapMegabytes: 20, threads: 1, readMs: patienceMs })
    const heavy = "<p style='color:red'>words</p>".repeat(30_000)
    const message = await reader.read(mail({ "Content-Type": "text/html" }, heavy))
    assert.equal(message.incomplete, "unreadable")
    assert.match(message.text, /^words\s+words/)
    assert.equal((await reader.read(mail({}, "after"))).text, "after")
  })

  test("survives a thread that cannot be started", async () => {
    await using reader = closing({ source: new URL("data:text/javascript,throw new Error('no')") })
    assert.equal((await reader.read(mail({}, "x"))).incomplete, "unreadable")
  })

  test("reads many at once, each its own", async () => {
    await using reader = closing({ threads: 2 })
    const numbers = Array.from({ length: 50 }, (_, index) => `${index}`)
    const read = await Promise.all(numbers.map((number) => reader.read(mail({ Subject: number }, number))))
    assert.deepEqual(
      read.map(({ subject, text }) => [subject, text]),
      numbers.map((number) => [number, number]),
    )
  })

  test("refuses what it did not read before it was closed or told to stop, rather than to call it unreadable", async () => {
    const reader = openReader({ source: endless, threads: 1 })
    const [stop, words] = [new AbortController(), mail({}, "x")]
    const [first, second] = [reader.read(words), reader.read(words, stop.signal)]
    stop.abort(new Error("stopped"))
    await assert.rejects(second, /stopped/)
    await Promise.all([assert.rejects(first, /closed/), reader.close()])
    await assert.rejects(reader.read(words), /closed/)
  })
})

function closing(options?: Parameters<typeof openReader>[0]) {
  const reader = openReader(options)
  return Object.assign(reader, { [Symbol.asyncDispose]: () => reader.close() })
}
