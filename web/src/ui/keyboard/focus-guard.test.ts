import assert from "node:assert/strict"
import { beforeEach, describe, test } from "node:test"
import { FocusGuard } from "./focus-guard.ts"

let guard: FocusGuard
let now: number
let tasks: (() => void)[]
let published: number | undefined

beforeEach(() => {
  now = 1_000
  tasks = []
  published = undefined
  guard = new FocusGuard({
    now: () => now,
    afterTask: (call) => tasks.push(call),
    publish: (quietUntil) => {
      published = quietUntil
    },
  })
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

  test("until the user presses the pointer, but not until a key", () => {
    guard.moved()
    guard.userActs()
    assert.equal(guard.isQuiet(), true)
    guard.userPoints()
    assert.equal(guard.isQuiet(), false)
  })

  test("anew when a press of the pointer makes the application move the focus later", () => {
    guard.userActs()
    guard.userPoints()
    endTask()
    guard.moved()
    assert.equal(guard.isQuiet(), true)
  })

  test("while the application works on a move, also when the user presses the pointer", async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = guard.during(promise)
    guard.userPoints()
    assert.equal(guard.isQuiet(), true)
    resolve()
    await done
    assert.equal(guard.isQuiet(), true)
  })
})

test("the end of the quiet time is published", async () => {
  guard.moved()
  assert.equal(published, 1_500)
  guard.userPoints()
  assert.equal(published, Number.NEGATIVE_INFINITY)
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = guard.during(promise)
  guard.moved()
  assert.equal(published, Number.POSITIVE_INFINITY)
  resolve()
  await done
  assert.equal(published, 1_500)
})
