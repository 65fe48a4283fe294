import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import * as fs from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import { promisify } from "node:util"
import { DeskError } from "../errors.ts"
import { openFilesBeside } from "./beside.ts"
import { type Files, keyOf } from "./files.ts"

let folder: string
let files: Files

before(async () => {
  folder = await fs.mkdtemp(join(tmpdir(), "files-"))
  files = openFilesBeside(join(folder, "store"))
})
after(() => fs.rm(folder, { recursive: true }))

describe("a store that is written to by a thread of its own", () => {
  test("keeps many at once, each under the key of its own bytes", async () => {
    const all = Buffer.from("Good morning and good night".repeat(5_000))
    // All of them share their memory with the others.
    const parts = Array.from({ length: 40 }, (_, index) => all.subarray(index * 1_000, index * 3_000 + 1))
    const keys = await Promise.all(parts.map((part) => files.write(part)))
    assert.deepEqual(keys, parts.map(keyOf))
    for (const [index, part] of parts.entries())
      assert.deepEqual(await files.read({ key: keys[index]!, sizeBytes: part.length }), part)
    assert.deepEqual(await fs.readdir(join(folder, "store", "unfinished")), [])
    // Who asked has them still.
    assert.equal(all.toString("latin1", 0, 12), "Good morning")
  })

  test("says that it cannot keep a file and why, and goes on with the next", async () => {
    const place = join(folder, "not-a-folder")
    await fs.writeFile(place, "")
    const isRefusal = (error: unknown) =>
      error instanceof DeskError && error.status === 503 && (error.cause as NodeJS.ErrnoException).code === "ENOTDIR"
    await assert.rejects(openFilesBeside(place).write(Buffer.from("Lost?")), isRefusal)
    assert.equal(await files.write(Buffer.from("Kept")), keyOf(Buffer.from("Kept")))
  })

  test("keeps no process alive that has nothing else to do, but until all is written", async () => {
    const contents = Buffer.from("The last words")
    const script = `const { openFilesBeside } = await import(${JSON.stringify(new URL("./beside.ts", import.meta.url).href)})
      openFilesBeside(${JSON.stringify(join(folder, "late"))}).write(Buffer.from("${contents}")).then(console.log)`
    const program = join(folder, "late.mjs")
    await fs.writeFile(program, script)
    const { stdout } = await promisify(execFile)(process.execPath, [program])
    assert.equal(stdout.trim(), keyOf(contents))
    const late = openFilesBeside(join(folder, "late"))
    assert.deepEqual(await late.read({ key: keyOf(contents), sizeBytes: contents.length }), contents)
  })
})
