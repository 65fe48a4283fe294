import assert from "node:assert/strict"
import type { Socket } from "node:net"
import { Readable } from "node:stream"
import { after, before, describe, test } from "node:test"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { fakeScanner } from "../../../test/peers/clamav.ts"
import { patienceMs } from "../../../test/until.ts"
import { sql } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"
import { scan } from "./clamav.ts"
import { enqueueLateScans, scanAttachment } from "./scan.ts"
import { insertAttachments, prepareAttachments } from "./store.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk({ clamavAddress: "127.0.0.1:1" }))
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

/** Answers when the last chunk has come. */
function answering(answer: string) {
  return (socket: Socket) => {
    socket.on("data", (chunk) => {
      if (chunk.subarray(-4).every((byte) => byte === 0)) socket.end(answer)
    })
  }
}

/** What becomes of a small file when the scanner behaves like this. */
async function verdictBy(onConnection: (socket: Socket) => void, contents = Readable.from([Buffer.from("Hello")])) {
  const scanner = await fakeScanner(onConnection)
  try {
    return await scan(scanner.address, contents, { limitMs: patienceMs })
  } finally {
    await scanner.close()
  }
}

describe("scan", () => {
  test("takes the scanner's word, and no other", async () => {
    assert.deepEqual(await verdictBy(answering("stream: OK\0")), { state: "valid", finding: null })
    assert.deepEqual(await verdictBy(answering("stream: Win.Test FOUND\0")), { state: "virus", finding: "Win.Test" })
    const tooLarge = await verdictBy(answering("INSTREAM size limit exceeded. ERROR\0"))
    assert.equal(tooLarge.state, "virus")
  })

  test("sends the command and the contents in chunks with their lengths", async () => {
    const received: Buffer[] = []
    await verdictBy((socket) => {
      socket.on("data", (chunk) => received.push(chunk))
      answering("stream: OK\0")(socket)
    })
    const expected = ["zINSTREAM\0", "\0\0\0\x05Hello", "\0\0\0\0"].join("")
    assert.equal(Buffer.concat(received).toString("latin1"), expected)
  })

  test("garbage, half an answer, none, and one that comes too early are no verdict", async () => {
    const wrong = [
      "stream: OK",
      "stream: OK, perhaps\0",
      "HTTP/1.1 200 OK\r\n\r\n",
      "\0",
      "Can't allocate memory ERROR\0",
      "x".repeat(100_000),
      "",
    ]
    for (const answer of wrong) await assert.rejects(verdictBy(answering(answer)), Error, answer.slice(0, 40))
    await assert.rejects(verdictBy((socket) => socket.destroy()))
    const endless = Readable.from(
      (function* () {
        while (true) yield Buffer.alloc(1_000)
      })(),
    )
    const early = verdictBy((socket) => socket.resume().write("stream: OK\0"), endless)
    await assert.rejects(early, { message: "The scanner answered before it had seen the whole file" })
  })

  test("a scanner that is slow, or a desk that is stopped, ends the wait", async () => {
    const slow = await fakeScanner((socket) => socket.resume())
    const contents = () => Readable.from([Buffer.from("Hello")])
    await assert.rejects(scan(slow.address, contents(), { limitMs: 50 }), /took too long/)
    const stopping = new AbortController()
    const waiting = scan(slow.address, contents(), { signal: stopping.signal })
    stopping.abort()
    await assert.rejects(waiting, /being stopped/)
    await assert.rejects(scan(slow.address, contents(), { signal: stopping.signal }))
    await slow.close()
  })

  test("a file that cannot be read to its end is not valid", async () => {
    const broken = Readable.from(
      (function* () {
        yield Buffer.from("Hello")
        throw new Error("EIO")
      })(),
    )
    const verdict = verdictBy((socket) => socket.resume().on("end", () => socket.end("stream: OK\0")), broken)
    await assert.rejects(verdict, { message: "EIO" })
  })
})

describe("attachments.scan", () => {
  const at = (clamavAddress: string | undefined): Desk => ({
    config: { ...desk.config, clamavAddress },
    db: desk.db,
    replica: undefined,
    files: desk.files,
    outgoing: desk.outgoing,
    now: () => desk.clock.now,
  })
  const work = (scanner: string | undefined, attachmentId: number) =>
    scanAttachment(at(scanner), { attachmentId }, new AbortController().signal)

  async function upload(): Promise<number> {
    const entry = { fileName: "a.txt", mimeType: "text/plain", data: "SGVsbG8=" }
    const prepared = await prepareAttachments(desk.files, desk.config, [entry], "attachments")
    await desk.db.transaction((db) => insertAttachments(db, ids.threads.active.question, prepared))
    const { id } = await desk.db.one<{ id: number }>(sql`select max(id) as id from attachments`)
    return id
  }

  async function statusOf(id: number): Promise<number> {
    return (await desk.get(`/v2/conversations/${ids.conversations.active}/attachments/${id}/file`, ada)).status
  }

  const jobsFor = (id: number) =>
    desk.db.many<{ attempts: number; run_at: Date }>(sql`
      select attempts, run_at from graphile_worker.jobs
      where task_identifier = 'attachments.scan' and key = ${`attachments.scan:${id}`}`)

  test("is owed with the row, and nobody sees the attachment before it is done", async () => {
    const id = await upload()
    assert.equal((await jobsFor(id)).length, 1)
    assert.equal(await statusOf(id), 409)
    const { active } = ids.conversations
    const { question } = ids.threads.active
    const shown = async () =>
      (await desk.get(`/v2/conversations/${active}/threads/${question}`, ada)).body._embedded.attachments.length
    const before = await shown()
    const scanner = await fakeScanner(answering("stream: OK\0"))
    await work(scanner.address, id)
    await scanner.close()
    assert.equal(await statusOf(id), 200)
    assert.equal(await shown(), before + 1)
  })

  test("is not done while the scanner is down, answers garbage or is not set any more", async () => {
    const id = await upload()
    await assert.rejects(work("127.0.0.1:1", id), { code: "ECONNREFUSED" })
    await assert.rejects(work("/nowhere/clamd", id), { code: "ENOENT" })
    const scanner = await fakeScanner(answering("OK OK OK\0"))
    await assert.rejects(work(scanner.address, id), /The scanner answered: OK OK OK/)
    await scanner.close()
    await assert.rejects(work(undefined, id), /CLAMAV_ADDRESS/)
    assert.equal(await statusOf(id), 409)
  })

  test("is owed again within minutes, however often it failed, and not without a scanner", async () => {
    const id = await upload()
    await desk.db.run(sql`update graphile_worker._private_jobs set attempts = 25, run_at = now() + interval '1 day'
      where key = ${`attachments.scan:${id}`}`)
    await enqueueLateScans(at(undefined))
    assert.equal((await jobsFor(id))[0]?.attempts, 25)
    await enqueueLateScans(at("127.0.0.1:1"))
    const [job, ...more] = await jobsFor(id)
    assert.deepEqual([job?.attempts, more.length], [0, 0])
    assert.ok((job?.run_at.getTime() ?? 0) <= Date.now() + 60_000)
  })

  test("one that is being scanned is left to whoever does it", async () => {
    const id = await upload()
    await desk.db.run(sql`update graphile_worker._private_jobs set attempts = 3, locked_at = now(), locked_by = 'somebody'
      where key = ${`attachments.scan:${id}`}`)
    await enqueueLateScans(at("127.0.0.1:1"))
    assert.deepEqual(
      (await jobsFor(id)).map(({ attempts }) => attempts),
      [3],
    )
  })

  test("a verdict on what was deleted or decided meanwhile changes nothing", async () => {
    const [deleted, decided] = [await upload(), await upload()]
    const whileScanning = async (id: number, change: () => Promise<unknown>) => {
      const scanner = await fakeScanner((socket) => {
        socket.once("data", () => change().then(() => socket.write("stream: Late.Test FOUND\0")))
        socket.resume()
      })
      await work(scanner.address, id)
      await scanner.close()
    }
    await whileScanning(deleted, () => desk.db.run(sql`delete from attachments where id = ${deleted}`))
    assert.equal(await statusOf(deleted), 404)
    await whileScanning(decided, () => desk.db.run(sql`update attachments set state = 'valid' where id = ${decided}`))
    assert.equal(await statusOf(decided), 200)
    // Nobody is asked about them again.
    for (const id of [deleted, decided]) await work("127.0.0.1:1", id)
  })
})
