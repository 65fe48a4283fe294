import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { after, describe, test } from "node:test"
import { promisify } from "node:util"
import { WorkerFailure, WorkerPool } from "./worker-pool.ts"

const module = `data:text/javascript,${encodeURIComponent(`
  import { threadId } from "node:worker_threads"
  export const thread = () => threadId
  export const double = (value) => value * 2
  export const refuse = () => { throw new Error("no") }
  export const spin = () => { for (;;); }
  export const swallow = () => { const all = []; for (;;) all.push({ text: "x" + all.length, more: [all.length] }) }`)}`

const pool = new WorkerPool({ threads: 1, limitMs: 20_000, heapMegabytes: 32 })
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
    const pool = new WorkerPool({ threads: 1, limitMs: 1_000 })
    const stuck = assert.rejects(pool.run({ module, name: "spin", input: 0 }), /spin: took more than 1 seconds/)
    const behind = Promise.all([1, 2, 3].map((input) => pool.run({ module, name: "double", input })))
    await stuck
    assert.deepEqual(await behind, [2, 4, 6])
    await pool.close()
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
      console.log(await new WorkerPool().run({ module: ${JSON.stringify(module)}, name: "double", input: 2 }))`
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", source])
    assert.equal(stdout.trim(), "4")
  })
})
