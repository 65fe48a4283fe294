import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { type Clamd, eicar, makeClamd, zipped } from "../../../test/peers/clamav.ts"
import { until } from "../../../test/until.ts"
import { sql } from "../../db/db.ts"
import { startJobs } from "../../jobs/worker.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"
import { jobs } from "../../worker.ts"
import { enqueueLateScans } from "./scan.ts"

/** A real clamd and the real queue, from upload to download. */

let clamd: Clamd
let desk: TestDesk
let ids: ScenarioIds
let ada: string
let stopJobs: () => Promise<void>

const parts = () => ({
  config: desk.config,
  db: desk.db,
  replica: undefined,
  files: desk.files,
  outgoing: desk.outgoing,
  now: () => desk.clock.now,
})

before(async () => {
  clamd = await makeClamd({ StreamMaxLength: "1M", AlertExceedsMax: "yes", AlertEncrypted: "yes", MaxFileSize: "100K" })
  await clamd.start()
  ;({ desk, ids } = await scenarioDesk({ clamavAddress: clamd.address }))
  ada = await desk.tokenFor(ids.users.ada)
  const runner = await startJobs(parts(), jobs, desk.app.log)
  stopJobs = () => runner.stop()
})
after(async () => {
  await stopJobs()
  await desk.close()
  await clamd.remove()
})

async function upload(contents: Buffer): Promise<string> {
  const entry = { fileName: "file.bin", mimeType: "application/octet-stream", data: contents.toString("base64") }
  const { status } = await desk.send("POST", `/v2/conversations/${ids.conversations.active}/customer`, {
    token: ada,
    body: { text: "See the file.", customer: { id: ids.customers.female }, attachments: [entry] },
  })
  assert.equal(status, 201)
  const { id } = await desk.db.one<{ id: number }>(sql`select max(id) as id from attachments`)
  return `/v2/conversations/${ids.conversations.active}/attachments/${id}`
}

/** Asks until there is a verdict; what failed is tried again at once. */
async function verdictOn(path: string): Promise<string> {
  let state: string | undefined
  await until(async () => {
    const { status, body } = await desk.get(path, ada)
    if (status === 200) state = body.state
    else assert.equal(status, 409)
    if (state === undefined) await enqueueLateScans(parts())
    return state !== undefined
  })
  return state ?? assert.fail()
}

async function statusesOf(path: string): Promise<number[]> {
  return Promise.all(["/data", "/file"].map(async (part) => (await desk.get(path + part, ada)).status))
}

describe("attachments under a real scanner", () => {
  test("what is harmless is to be had", async () => {
    for (const contents of [Buffer.from("Hello"), Buffer.from(""), zipped("hello.txt", Buffer.from("Hello"))]) {
      const path = await upload(contents)
      assert.equal(await verdictOn(path), "valid")
      assert.deepEqual(await statusesOf(path), [200, 200])
    }
  })

  test("the test virus is not, plain, in an archive, and in an archive in an archive", async () => {
    const once = zipped("eicar.com", eicar)
    for (const contents of [eicar, once, zipped("inner.zip", once)]) {
      const path = await upload(contents)
      assert.equal(await verdictOn(path), "virus")
      assert.deepEqual(await statusesOf(path), [403, 403])
      const { body } = await desk.get(`${path}/file`, ada)
      assert.match(body.message, /Eicar-Test-Signature/)
    }
  })

  test("nor in a document, in a message, or twenty archives deep (U7)", async () => {
    const message = ["From: a@b.example", "Content-Type: application/x", "Content-Transfer-Encoding: base64", "", ""]
    let deep: Buffer = eicar
    for (let depth = 0; depth < 20; depth++) deep = zipped(`${depth}.zip`, deep)
    for (const contents of [
      zipped("word/embeddings/oleObject1.bin", eicar),
      Buffer.from(`${message.join("\r\n")}${eicar.toString("base64")}\r\n`),
      deep,
    ]) {
      const path = await upload(contents)
      assert.equal(await verdictOn(path), "virus")
      assert.deepEqual(await statusesOf(path), [403, 403])
    }
  })

  test("neither is what is larger than the scanner takes or looks into, or locked, and says so (U7, U10)", async () => {
    const locked = zipped("eicar.com", eicar, { locked: true })
    for (const contents of [Buffer.alloc(1_100_000, "x"), Buffer.alloc(200_000, "x"), locked]) {
      const path = await upload(contents)
      assert.equal(await verdictOn(path), "virus")
      assert.deepEqual(await statusesOf(path), [403, 403])
      const { body } = await desk.get(`${path}/file`, ada)
      assert.match(body.message, /^The scanner cannot look into this attachment: /)
    }
  })

  test("while the scanner is killed and away attachments wait, and are scanned when it is back (U8)", async () => {
    await clamd.stop("SIGKILL")
    const [harmless, malicious] = [await upload(Buffer.from("Patience")), await upload(eicar)]
    const failed = async () =>
      (
        await desk.db.one<{ failed: number }>(sql`
        select count(*) as failed from graphile_worker.jobs where last_error like '%ENOENT%'`)
      ).failed
    await until(async () => (await failed()) === 2)
    for (const path of [harmless, malicious]) assert.deepEqual(await statusesOf(path), [409, 409])
    await clamd.start()
    assert.equal(await verdictOn(harmless), "valid")
    assert.equal(await verdictOn(malicious), "virus")
    assert.deepEqual(await statusesOf(harmless), [200, 200])
    assert.deepEqual(await statusesOf(malicious), [403, 403])
  })
})
