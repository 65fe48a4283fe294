import assert from "node:assert/strict"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import { openDiskFiles } from "../../files/disk.ts"
import type { Files } from "../../files/files.ts"
import { takeRawMail, writeRawMail, writeRawMailStream } from "./raw-mail-cache.ts"

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

describe("the cache of raw mail", () => {
  test("gives a message once, however it came, after it was stored", async () => {
    const [whole, parts] = [Buffer.from("whole".repeat(500)), Buffer.from("parts".repeat(500))]
    const kept = [
      await writeRawMail(files, whole),
      await writeRawMailStream(files, inParts(parts), { limitBytes: 9_999 }),
    ]
    for (const [index, raw] of [whole, parts].entries()) {
      const file = kept[index]
      assert.ok(file)
      assert.deepEqual(takeRawMail(file.key), raw)
      assert.equal(takeRawMail(file.key), undefined)
      assert.deepEqual(await files.read(file), raw)
    }
  })

  test("keeps no large message, and evicts the oldest", async () => {
    const large = Buffer.alloc(250_001, "large")
    const { key } = await writeRawMail(files, large)
    const streamed = await writeRawMailStream(files, inParts(large), { limitBytes: 999_999 })
    assert.deepEqual([takeRawMail(key), takeRawMail(streamed.key)], [undefined, undefined])
    const keys: string[] = []
    for (let number = 0; number < 9; number++)
      keys.push((await writeRawMail(files, Buffer.alloc(250_000, `number ${number}`))).key)
    assert.deepEqual(
      keys.map((one) => takeRawMail(one) !== undefined),
      [false, true, true, true, true, true, true, true, true],
    )
  })
})
