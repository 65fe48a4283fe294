import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { type Threading, threadingDesk } from "../../../test/mail/threading.ts"
import { fakeScanner } from "../../../test/peers/clamav.ts"
import { scanAttachment } from "../../conversations/attachments/scan.ts"
import { removeOrphans } from "../../conversations/attachments/sweep.ts"
import { sql } from "../../db/db.ts"
import type { StoredFile } from "../../files/files.ts"
import type { Desk } from "../../http/route.ts"
import { keepMessage } from "../receive/keep.ts"
import { enqueueLateMailScans, enqueueMailScans, scanMessage } from "./scan.ts"

let on: Threading
let conversationId: number
let threadId: number
/** What the scanner says of everything; nothing for no answer at all. */
let verdict: string | undefined
let scanner: Awaited<ReturnType<typeof fakeScanner>>

before(async () => {
  on = await threadingDesk()
  scanner = await fakeScanner((socket) => {
    socket.on("data", (chunk) => {
      if (chunk.subarray(-4).every((byte) => byte === 0)) socket.end(verdict ?? "")
    })
  })
})
after(async () => {
  await scanner.close()
  await on.desk.close()
})
beforeEach(async () => {
  await on.desk.db.run(sql`delete from mail_messages`)
  conversationId = await on.open()
  const file = { fileName: "bill.txt", mimeType: "text/plain", data: "SGVsbG8=" }
  threadId = await on.added(conversationId, "customer", { attachments: [file, { ...file, fileName: "other.txt" }] })
})

const parts = (clamavAddress: string | undefined = scanner.address): Desk => ({
  config: { ...on.desk.config, clamavAddress },
  db: on.desk.db,
  replica: undefined,
  files: on.desk.files,
  outgoing: on.desk.outgoing,
  now: () => on.desk.clock.now,
})

let messageCount = 0
async function arrived(thread: number | null = threadId): Promise<{ id: number; raw: StoredFile }> {
  const contents = Buffer.from(`Subject: Message ${++messageCount}\r\n\r\nHello`)
  const raw = { key: await on.desk.files.write(contents), sizeBytes: contents.length }
  const arrival = { inboxId: on.ids.inboxes.support, via: "smtp" as const, raw, envelope: {}, receivedAt: new Date() }
  const id = await keepMessage(on.desk.db, arrival)
  await on.desk.db.run(sql`update mail_messages set thread_id = ${thread} where id = ${id}`)
  return { id, raw }
}

const scanned = (id: number) =>
  on.desk.db.one<{ scan: "pending" | "valid" | "virus" | null; finding: string | null }>(
    sql`select scan, finding from mail_messages where id = ${id}`,
  )

const attachments = () =>
  on.desk.db.many<{ id: number; state: string; finding: string | null }>(
    sql`select id, state, finding from attachments where thread_id = ${threadId} order by id`,
  )

const jobs = async () =>
  (await on.desk.db.many<{ key: string }>(sql`select key from graphile_worker.jobs where key like 'mail.scan:%'`)).map(
    ({ key }) => key,
  )

const work = (id: number) => scanMessage(parts(), { messageId: id }, new AbortController().signal)

describe("mail.scan", () => {
  test("is owed for every message that comes, once, and not without a scanner (U9)", async () => {
    const { id } = await arrived()
    await enqueueMailScans({ ...parts(), config: { ...on.desk.config, clamavAddress: undefined } })
    assert.deepEqual([(await scanned(id)).scan, await jobs()], [null, []])
    await enqueueMailScans(parts())
    await enqueueMailScans(parts())
    assert.deepEqual([(await scanned(id)).scan, await jobs()], ["pending", [`mail.scan:${id}`]])
    await on.desk.db.run(sql`select graphile_worker.remove_job(${`mail.scan:${id}`})`)
    await enqueueLateMailScans(parts())
    assert.deepEqual(await jobs(), [`mail.scan:${id}`])
  })

  test("a danger in the whole takes the raw message and all that came in it, at once (U9, U14)", async () => {
    const { id } = await arrived()
    await enqueueMailScans(parts())
    const [file] = await attachments()
    const path = `/v2/conversations/${conversationId}/attachments/${file?.id}/file`
    const before = await on.desk.get(path, on.ada)
    assert.deepEqual([before.status, before.headers.get("cache-control")], [200, "private, no-store"])
    verdict = "stream: Hidden.Test FOUND\0"
    await work(id)
    assert.deepEqual(await scanned(id), { scan: "virus", finding: "Hidden.Test" })
    assert.deepEqual(
      (await attachments()).map(({ state, finding }) => [state, finding]),
      [1, 2].map(() => ["virus", "in the message: Hidden.Test"]),
    )
    for (const headers of [{}, { "If-None-Match": before.headers.get("etag") ?? "" }, { Range: "bytes=0-1" }])
      assert.equal((await on.desk.get(path, on.ada, headers)).status, 403)
  })

  test("what is scanned after the whole is not valid either, and whatever is elsewhere is", async () => {
    const { id } = await arrived()
    await enqueueMailScans(parts())
    await on.desk.db.run(sql`update attachments set state = 'pending' where thread_id = ${threadId}`)
    verdict = "stream: Hidden.Test FOUND\0"
    await work(id)
    await on.desk.db.run(sql`update attachments set state = 'pending', finding = null where thread_id = ${threadId}`)
    verdict = "stream: OK\0"
    const [one, other] = await attachments()
    const scan = (attachmentId = 0) => scanAttachment(parts(), { attachmentId }, new AbortController().signal)
    await scan(one?.id)
    await on.desk.db.run(sql`update mail_messages set thread_id = null where id = ${id}`)
    await scan(other?.id)
    assert.deepEqual(
      (await attachments()).map(({ state, finding }) => [state, finding]),
      [
        ["virus", "in the message: Hidden.Test"],
        ["valid", null],
      ],
    )
  })

  test("of what is too large or locked, the parts are looked at alone", async () => {
    for (const [answer, finding] of [
      ["INSTREAM size limit exceeded. ERROR\0", "larger than the scanner takes"],
      ["stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0", "Heuristics.Limits.Exceeded.MaxFileSize"],
      ["stream: Heuristics.Encrypted.Zip FOUND\0", "Heuristics.Encrypted.Zip"],
    ] as const) {
      const { id } = await arrived()
      await enqueueMailScans(parts())
      verdict = answer
      await work(id)
      const row = await scanned(id)
      assert.deepEqual(row, { scan: "virus", finding })
      assert.deepEqual(
        (await attachments()).map(({ state }) => state),
        ["valid", "valid"],
      )
      verdict = "stream: OK\0"
    }
  })

  test("without a clear word the message waits, and the job fails (U8)", async () => {
    const { id } = await arrived()
    await enqueueMailScans(parts())
    for (const answer of ["stream: OK", "nonsense\0", undefined]) {
      verdict = answer
      await assert.rejects(work(id))
    }
    const row = await scanned(id)
    assert.equal(row.scan, "pending")
    verdict = "stream: OK\0"
    await work(id)
    assert.deepEqual(await scanned(id), { scan: "valid", finding: null })
    verdict = "stream: Late.Test FOUND\0"
    await work(id)
    assert.equal((await scanned(id)).scan, "valid")
  })
})

test("raw messages are not swept as long as they are known", async () => {
  const { id, raw } = await arrived(null)
  const tomorrow = { ...parts(), now: () => new Date(Date.now() + 24 * 3_600_000) }
  await removeOrphans(tomorrow)
  assert.equal((await on.desk.files.read(raw)).length, raw.sizeBytes)
  await on.desk.db.run(sql`delete from mail_messages where id = ${id}`)
  await removeOrphans(tomorrow)
  await assert.rejects(on.desk.files.read(raw), { code: "file_missing" })
})

test("metrics say what waits for the scanner, and for how long", async () => {
  const { id } = await arrived()
  await enqueueMailScans(parts())
  await on.desk.db.run(sql`update mail_messages set received_at = now() - interval '90 seconds' where id = ${id}`)
  const { body } = await on.desk.get("/metrics", await on.desk.tokenFor(on.ids.users.ada))
  assert.match(body, /^scans_pending\{of="messages"\} 1$/m)
  assert.ok(Number(/^scans_oldest_seconds\{of="messages"\} (.+)$/m.exec(body)?.[1]) >= 90)
  assert.match(body, /^scans_pending\{of="attachments"\} \d+$/m)
})
