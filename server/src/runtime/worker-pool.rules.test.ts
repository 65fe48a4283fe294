import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { after, describe, mock, test } from "node:test"
import { promisify } from "node:util"
import { patienceMs } from "../../test/until.ts"
import { WorkerFailure, WorkerPool } from "./worker-pool.ts"

const module = `data:text/javascript,${encodeURIComponent(`
  import { threadId } from "node:worker_threads"
  export const thread = () => threadId
  export const double = (value) => value * 2
  export const refuse = () => { throw new Error("no") }
  export const spin = () => { for (;;); }
  export const swallow = () => { const all = []; for (;;) all.push({ text: "x" + all.length, more: [all.length] }) }`)}`

const pool = new WorkerPool({ threads: 1, limitMs: patienceMs, heapMegabytes: 32 })
after(() => pool.close())

const run = (name: string, input?: unknown) => pool.run({ module, name, input })

describe("a worker pool", () => {
  test("runs a function in another thread and gives what it returns", async () => {
    assert.equal(await run("double", 21), 42)
    assert.notEqual(await run("thread"), 0)
  })

  test("keeps a thread for the next task", async () => {
    assert.equal(await run("thread"), await run("thread"))
  })

  test("fails with the message of a function that throws", async () => {
    await assert.rejects(run("refuse"), (error) => error instanceof WorkerFailure && /refuse: no/.test(error.message))
  })

  test("ends a task that takes too long, and runs those behind it", async () => {
    const pool = new WorkerPool({ threads: 1, limitMs: patienceMs })
    const limits = shortenFirstLimit()
    try {
      const message = new RegExp(`spin: took more than ${patienceMs / 1_000} seconds`)
      const stuck = assert.rejects(pool.run({ module, name: "spin", input: 0 }), message)
      const behind = Promise.all([1, 2, 3].map((input) => pool.run({ module, name: "double", input })))
      await stuck
      assert.deepEqual(await behind, [2, 4, 6])
    } finally {
      limits.mock.restore()
      await pool.close()
    }
  })

  test("ends a task that takes too much memory, and runs those behind it", async () => {
    const greedy = assert.rejects(run("swallow"), WorkerFailure)
    const behind = run("double", 4)
    await greedy
    assert.equal(await behind, 8)
  })

  test("does not keep a process alive", async () => {
    const source = `
      const { WorkerPool } = await import(${JSON.stringify(new URL("./worker-pool.ts", import.meta.url).href)})
      console.log(await new WorkerPool({ limitMs: ${patienceMs} }).run({ module: ${JSON.stringify(module)}, name: "double", input: 2 }))`
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", source])
    assert.equal(stdout.trim(), "4")
  })
})

/** The limit of the first task ends at once, and those behind it have all the time that a busy machine needs. */
function shortenFirstLimit() {
  const { setTimeout } = globalThis
  let limits = 0
  const shortened = (end: () => void, ms?: number) => setTimeout(end, ms === patienceMs && limits++ === 0 ? 0 : ms)
  return mock.method(globalThis, "setTimeout", shortened as typeof setTimeout)
}
