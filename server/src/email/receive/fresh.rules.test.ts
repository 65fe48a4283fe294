import assert from "node:assert/strict"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import { openDiskFiles } from "../../files/disk.ts"
import type { Files } from "../../files/files.ts"
import { takeFresh, writeFresh, writeFreshStream } from "./fresh.ts"

let folder: string
let files: Files

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "deskhand-fresh-"))
  files = openDiskFiles(folder)
})
after(() => rm(folder, { recursive: true }))

async function* inParts(raw: Buffer) {
  for (let at = 0; at < raw.length; at += 1_000) yield raw.subarray(at, at + 1_000)
}

describe("a message that has just come", () => {
  test("is known once, however it came, and stands in the store", async () => {
    const [whole, parts] = [Buffer.from("whole".repeat(500)), Buffer.from("parts".repeat(500))]
    const kept = [await writeFresh(files, whole), await writeFreshStream(files, inParts(parts), { limitBytes: 9_999 })]
    for (const [index, raw] of [whole, parts].entries()) {
      const file = kept[index]
      assert.ok(file)
      assert.deepEqual(takeFresh(file.key), raw)
      assert.equal(takeFresh(file.key), undefined)
      assert.deepEqual(await files.read(file), raw)
    }
  })

  test("is not known where it is large, or others have come since", async () => {
    const large = Buffer.alloc(250_001, "large")
    const { key } = await writeFresh(files, large)
    const streamed = await writeFreshStream(files, inParts(large), { limitBytes: 999_999 })
    assert.deepEqual([takeFresh(key), takeFresh(streamed.key)], [undefined, undefined])
    const keys: string[] = []
    for (let number = 0; number < 9; number++)
      keys.push((await writeFresh(files, Buffer.alloc(250_000, `number ${number}`))).key)
    assert.deepEqual(
      keys.map((one) => takeFresh(one) !== undefined),
      [false, true, true, true, true, true, true, true, true],
    )
  })
})
