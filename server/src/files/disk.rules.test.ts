import assert from "node:assert/strict"
import * as fs from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { after, before, describe, test } from "node:test"
import { absentFiles } from "../../test/desk/http.ts"
import { openDiskFiles } from "./disk.ts"
import { type Files, keyOf, TooLargeError } from "./files.ts"

let folder: string
let files: Files

before(async () => {
  folder = await fs.mkdtemp(join(tmpdir(), "files-"))
  files = openDiskFiles(join(folder, "store"))
})
after(() => fs.rm(folder, { recursive: true }))

const text = (words: string) => Buffer.from(words)
const pathOf = (contents: Buffer) => join(folder, "store", keyOf(contents).slice(0, 2), keyOf(contents).slice(2))
const unfinished = () => fs.readdir(join(folder, "store", "unfinished"))
const stored = (contents: Buffer) => ({ key: keyOf(contents), sizeBytes: contents.length })
const isThere = async (contents: Buffer) => (await fs.stat(pathOf(contents)).catch(() => undefined)) !== undefined

async function makeOld(contents: Buffer): Promise<void> {
  await fs.utimes(pathOf(contents), new Date("2026-01-01"), new Date("2026-01-01"))
}

describe("a store on disk", () => {
  test("gives back what was written, whole or in part", async () => {
    const contents = text("Good morning")
    const key = await files.write(contents)
    assert.equal(key, "90a90a48e23dcc51ad4a821a301e3440ffeb5e986bd69d7bf347a2ba2da23bd3")
    assert.deepEqual(await files.read({ key, sizeBytes: 12 }), contents)
    assert.deepEqual(await buffer(await files.stream({ key, sizeBytes: 12 })), contents)
    const part = await files.stream({ key, sizeBytes: 12 }, { start: 5, end: 11 })
    assert.equal(String(await buffer(part)), "morning")
    const nothing = await files.write(text(""))
    assert.deepEqual(await files.read({ key: nothing, sizeBytes: 0 }), text(""))
  })

  test("keeps equal contents once, for nobody else to read, and leaves nothing unfinished", async () => {
    for (const contents of [text("Once"), text("Large ".repeat(40_000))]) {
      await Promise.all([files.write(contents), files.write(contents), files.write(contents)])
      const first = await fs.stat(pathOf(contents))
      await files.write(contents)
      const second = await fs.stat(pathOf(contents))
      // What is large is not written again.
      assert.equal(second.ino === first.ino, contents.length > 200_000)
      assert.equal(second.mode & 0o777, 0o600)
      assert.deepEqual(await fs.readFile(pathOf(contents)), contents)
      assert.deepEqual(await unfinished(), [])
    }
  })

  test("takes what comes bit by bit, up to the limit, once", async () => {
    const bits = async function* (...words: string[]) {
      for (const word of words) yield text(word)
    }
    const whole = text("in many bits")
    assert.deepEqual(await files.writeStream(bits("in ", "many", " bits"), { limitBytes: 12 }), stored(whole))
    assert.deepEqual(await files.read(stored(whole)), whole)
    const { ino, mode } = await fs.stat(pathOf(whole))
    assert.equal(mode & 0o777, 0o600)
    await files.writeStream(bits("in many ", "", "bits"), { limitBytes: 12 })
    assert.equal((await fs.stat(pathOf(whole))).ino, ino)
    assert.deepEqual(await files.writeStream(bits(), { limitBytes: 0 }), stored(text("")))
    assert.deepEqual(await unfinished(), [])
  })

  test("one byte more than the limit, and a sender that goes away at the end, leave nothing (U13)", async () => {
    const endless = (async function* () {
      while (true) yield Buffer.alloc(65_536)
    })()
    const tooMuch = files.writeStream(endless, { limitBytes: 1_000_000 })
    await assert.rejects(tooMuch, (error) => error instanceof TooLargeError && error.limitBytes === 1_000_000)
    const cut = async function* () {
      yield text("almost all of ")
      throw new Error("aborted")
    }
    await assert.rejects(files.writeStream(cut(), { limitBytes: 100 }), { message: "aborted" })
    assert.equal(await isThere(text("almost all of ")), false)
    assert.deepEqual(await unfinished(), [])
    const nowhere = absentFiles().writeStream(cut(), { limitBytes: 100 })
    await assert.rejects(nowhere, { status: 503, code: "unavailable" })
  })

  test("says what is missing, damaged or no key at all", async () => {
    await files.write(text("Whole"))
    await fs.truncate(pathOf(text("Whole")), 2)
    for (const file of [stored(text("Never written")), stored(text("Whole")), { key: "../../passwd", sizeBytes: 1 }])
      for (const attempt of [() => files.read(file), () => files.stream(file)])
        await assert.rejects(attempt, { status: 500, code: "file_missing" })
  })

  test("a folder that takes and gives nothing is unavailable, for now", async () => {
    await assert.rejects(absentFiles().write(text("x")), { status: 503, code: "unavailable" })
    await assert.rejects(absentFiles().read(stored(text("x"))), { status: 503, code: "unavailable" })
  })
})

describe("taking away what nobody wants", () => {
  const since = new Date("2026-02-01")

  test("takes old files without a row, and no others", async () => {
    const [orphan, wanted, young] = [text("orphan"), text("wanted"), text("young")]
    for (const contents of [orphan, wanted, young]) await files.write(contents)
    for (const contents of [orphan, wanted]) await makeOld(contents)
    const asked: string[] = []
    const removed = await files.removeUnwanted({
      since,
      wanted: async (keys) => {
        asked.push(...keys)
        return new Set([keyOf(wanted)])
      },
    })
    assert.equal(removed, 1)
    assert.deepEqual(asked.sort(), [keyOf(orphan), keyOf(wanted)].sort())
    assert.deepEqual([await isThere(orphan), await isThere(wanted), await isThere(young)], [false, true, true])
    assert.deepEqual(await unfinished(), [])
  })

  test("leaves what is written again at the same moment", async () => {
    const contents = text("written twice")
    await files.write(contents)
    await makeOld(contents)
    const wanted = async (keys: string[]) => {
      await files.write(contents)
      return new Set(keys.filter((key) => key !== keyOf(contents)))
    }
    assert.equal(await files.removeUnwanted({ since, wanted }), 0)
    assert.deepEqual(await files.read(stored(contents)), contents)
  })

  test("clears up behind a crash: half an upload goes, half a removal is undone", async () => {
    const contents = text("set aside")
    await files.write(contents)
    await fs.rename(pathOf(contents), join(folder, "store", "unfinished", keyOf(contents)))
    for (const [name, moment] of [
      ["old", "2026-01-01"],
      ["new", "2026-03-01"],
    ] as const) {
      const path = join(folder, "store", "unfinished", name)
      await fs.writeFile(path, "half")
      await fs.utimes(path, new Date(moment), new Date(moment))
    }
    assert.equal(await files.removeUnwanted({ since, wanted: async (keys) => new Set(keys) }), 1)
    assert.deepEqual(await files.read(stored(contents)), contents)
    assert.deepEqual(await unfinished(), ["new"])
  })

  test("has nothing to do where nothing was ever written", async () => {
    const empty = openDiskFiles(join(folder, "none"))
    assert.equal(await empty.removeUnwanted({ since, wanted: async () => new Set() }), 0)
  })
})
