import assert from "node:assert/strict"
import { beforeEach, describe, test } from "node:test"
import { FocusGuard } from "./focus-guard.ts"

let guard: FocusGuard
let now: number
let tasks: (() => void)[]

beforeEach(() => {
  now = 1_000
  tasks = []
  guard = new FocusGuard({ now: () => now, afterTask: (call) => tasks.push(call) })
})

const endTask = () => {
  for (const call of tasks.splice(0)) call()
}

describe("letters are quiet", () => {
  test("not at first", () => {
    assert.equal(guard.isQuiet(), false)
  })

  test("for 500 ms after the application moved the focus, and anew after each move", () => {
    guard.moved()
    now += 499
    assert.equal(guard.isQuiet(), true)
    guard.moved()
    now += 499
    assert.equal(guard.isQuiet(), true)
    now += 1
    assert.equal(guard.isQuiet(), false)
  })

  test("not after a move that a key or click causes at once, but after one that comes later", () => {
    guard.userActs()
    guard.userActs()
    guard.moved()
    assert.equal(guard.isQuiet(), false)
    endTask()
    guard.moved()
    assert.equal(guard.isQuiet(), true)
  })

  test("while the application works on a move, however long, and 500 ms longer", async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const done = guard.during(promise)
    now += 60_000
    assert.equal(guard.isQuiet(), true)
    resolve("there")
    assert.equal(await done, "there")
    now += 499
    assert.equal(guard.isQuiet(), true)
    now += 1
    assert.equal(guard.isQuiet(), false)
  })

  test("no longer than that after work that failed", async () => {
    await assert.rejects(guard.during(Promise.reject(new Error("refused"))), /refused/)
    assert.equal(guard.isQuiet(), true)
    now += 500
    assert.equal(guard.isQuiet(), false)
  })
})
