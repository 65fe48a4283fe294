import assert from "node:assert/strict"
import * as fs from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { after, before, beforeEach, describe, test } from "node:test"
import { eventually } from "../../test/peers/events.ts"
import { type S3, startS3 } from "../../test/peers/s3.ts"
import { readConfig } from "../config.ts"
import { type Files, keyOf, TooLargeError } from "./files.ts"
import { openFiles } from "./open.ts"

let s3: S3
let folder: string
let files: Files

before(async () => {
  s3 = await startS3()
  folder = await fs.mkdtemp(join(tmpdir(), "s3-"))
  files = opened()
})
after(async () => {
  await s3.close()
  await fs.rm(folder, { recursive: true })
})
beforeEach(() => {
  s3.objects.clear()
  s3.asked.length = 0
  s3.trouble = undefined
})

const settings = (more: Record<string, string> = {}) => ({
  FILES_DIR: folder,
  FILES_S3_ENDPOINT: s3.endpoint,
  FILES_S3_BUCKET: s3.bucket,
  FILES_S3_REGION: s3.region,
  FILES_S3_KEY_ID: s3.keyId,
  FILES_S3_SECRET: s3.secret,
  ...more,
})
const opened = (more: Record<string, string> = {}) => openFiles(readConfig(settings(more)))
const text = (words: string) => Buffer.from(words)
const stored = (contents: Buffer) => ({ key: keyOf(contents), sizeBytes: contents.length })
const nameOf = (contents: Buffer) => `deskhand/contents/${keyOf(contents)}`
const asideOf = (contents: Buffer) => `deskhand/removed/${keyOf(contents)}`
const isThere = (contents: Buffer) => s3.objects.has(nameOf(contents))

function makeOld(name: string): void {
  const object = s3.objects.get(name) ?? assert.fail(name)
  object.modifiedAt = new Date("2026-01-01")
}

const bits = async function* (...words: string[]) {
  for (const word of words) yield text(word)
}

describe("a store that speaks S3", () => {
  test("gives back what was written, whole or in part", async () => {
    const contents = text("Good morning")
    const key = await files.write(contents)
    assert.equal(key, "90a90a48e23dcc51ad4a821a301e3440ffeb5e986bd69d7bf347a2ba2da23bd3")
    assert.deepEqual([...s3.objects.keys()], [`deskhand/contents/${key}`])
    assert.deepEqual(await files.read(stored(contents)), contents)
    assert.deepEqual(await buffer(await files.stream(stored(contents))), contents)
    assert.equal(String(await buffer(await files.stream(stored(contents), { start: 5, end: 11 }))), "morning")
    await files.write(text(""))
    assert.deepEqual(await files.read(stored(text(""))), text(""))
    assert.deepEqual(await buffer(await files.stream(stored(text("")))), text(""))
  })

  test("takes what comes bit by bit, up to the limit, and leaves nothing on this machine", async () => {
    const whole = text("in many bits")
    assert.deepEqual(await files.writeStream(bits("in ", "many", " bits"), { limitBytes: 12 }), stored(whole))
    assert.deepEqual(await files.read(stored(whole)), whole)
    const more = files.writeStream(bits("in many bits", "!"), { limitBytes: 12 })
    await assert.rejects(more, (error) => error instanceof TooLargeError && error.limitBytes === 12)
    const large = Buffer.alloc(5_000_000, "0123456789")
    const kept = await files.writeStream(bits(...Array.from({ length: 50 }, () => "0123456789".repeat(10_000))), {
      limitBytes: large.length,
    })
    assert.deepEqual(kept, stored(large))
    assert.deepEqual(await files.read(kept), large)
    assert.deepEqual(await fs.readdir(join(folder, "unfinished")), [])
  })

  test("says what is missing, damaged or no key at all", async () => {
    await files.write(text("Whole"))
    const object = s3.objects.get(nameOf(text("Whole"))) ?? assert.fail()
    object.contents = text("Wh")
    for (const file of [stored(text("Never written")), stored(text("Whole")), { key: "../passwd", sizeBytes: 1 }])
      for (const attempt of [() => files.read(file), () => files.stream(file, { start: 0, end: 0 })])
        await assert.rejects(attempt, { status: 500, code: "file_missing" })
  })

  test("is asked again after a failure, and is unavailable while it fails", async () => {
    const contents = text("Patience")
    let failures = 2
    s3.trouble = () => (failures-- > 0 ? (failures % 2 ? "refuse" : "reset") : undefined)
    await files.write(contents)
    assert.equal(s3.asked.length, 3)
    s3.trouble = () => "refuse"
    await assert.rejects(files.write(contents), { status: 503, code: "unavailable" })
    await assert.rejects(files.read(stored(contents)), { status: 503, code: "unavailable" })
    s3.trouble = () => "cut"
    await assert.rejects(files.read(stored(contents)), { status: 503, code: "unavailable" })
    await assert.rejects(async () => buffer(await files.stream(stored(contents))))
  })

  test("a stream that breaks before anybody reads it ends nothing else, and fails for who reads it", async () => {
    const contents = text("Good morning")
    await files.write(contents)
    s3.trouble = () => "cut"
    const stream = await files.stream(stored(contents))
    // By then the connection is gone and the stream knows.
    await eventually(async () => stream.destroyed)
    await assert.rejects(buffer(stream))
  })

  test("is believed by nobody with another secret", async () => {
    const others = opened({ FILES_S3_SECRET: "other" })
    await assert.rejects(others.write(text("x")), { status: 503 })
    await files.write(text("x"))
    await assert.rejects(others.read(stored(text("x"))), { status: 503 })
  })

  test("is set as a whole or not at all", () => {
    const { FILES_S3_SECRET: _, ...half } = settings()
    assert.throws(() => readConfig(half), /FILES_S3_SECRET must be set too/)
    for (const wrong of [{ FILES_S3_BUCKET: "a/b" }, { FILES_S3_PREFIX: "x" }, { FILES_S3_ENDPOINT: "s3.example" }])
      assert.throws(
        () => readConfig(settings(wrong as Record<string, string>)),
        new RegExp(Object.keys(wrong)[0] ?? ""),
      )
  })
})

describe("taking away what nobody wants, in a bucket", () => {
  const since = new Date("2026-02-01")
  const sweep = (wanted: (keys: string[]) => string[], moment = since) =>
    files.removeUnwanted({ since: moment, wanted: async (keys) => new Set(wanted(keys)) })

  test("takes old files without a row, and no others, over several pages", async () => {
    const orphans = ["one", "two", "three", "four", "five"].map(text)
    const [wanted, young] = [text("wanted"), text("young")]
    for (const contents of [...orphans, wanted, young]) await files.write(contents)
    for (const contents of [...orphans, wanted]) makeOld(nameOf(contents))
    s3.objects.set("deskhand/contents/readme.txt", { contents: text("Not ours"), modifiedAt: new Date("2026-01-01") })
    s3.objects.set("elsewhere/x", { contents: text("Not ours"), modifiedAt: new Date("2026-01-01") })
    assert.equal(await sweep(() => [keyOf(wanted)]), 5)
    assert.deepEqual(
      orphans.map(isThere),
      orphans.map(() => false),
    )
    assert.deepEqual([isThere(wanted), isThere(young)], [true, true])
    for (const contents of orphans) makeOld(asideOf(contents))
    assert.equal(await sweep(() => [keyOf(wanted)]), 0)
    assert.deepEqual(
      [...s3.objects.keys()].sort(),
      ["deskhand/contents/readme.txt", "elsewhere/x", nameOf(wanted), nameOf(young)].sort(),
    )
  })

  test("leaves what is written again while it is looked at", async () => {
    const contents = text("written twice")
    await files.write(contents)
    makeOld(nameOf(contents))
    const removed = await files.removeUnwanted({
      since,
      async wanted() {
        await files.write(contents)
        return new Set()
      },
    })
    assert.equal(removed, 0)
    assert.deepEqual([...s3.objects.keys()], [nameOf(contents)])
  })

  test("what is written at the very moment of its removal can still be read, and is brought back", async () => {
    const contents = text("crossed")
    await files.write(contents)
    makeOld(nameOf(contents))
    s3.trouble = ({ method, name }) => {
      // It comes after the last look and before the removal.
      if (method === "DELETE" && name === nameOf(contents)) s3.objects.set(name, { contents, modifiedAt: new Date() })
      return undefined
    }
    assert.equal(await sweep(() => []), 1)
    s3.trouble = undefined
    assert.equal(isThere(contents), false)
    assert.deepEqual(await files.read(stored(contents)), contents)
    makeOld(asideOf(contents))
    assert.equal(await sweep((keys) => keys), 0)
    assert.deepEqual([...s3.objects.keys()], [nameOf(contents)])
    assert.deepEqual(await files.read(stored(contents)), contents)
  })
})
