import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { setImmediate as nextRound } from "node:timers/promises"
import { type LoopOptions, startLoop } from "./loop.ts"

interface TestLoop {
  /** When each run started, in milliseconds of a clock that only the test moves. */
  startedAt: number[]
  logged: Record<string, unknown>[]
  wake(): void
  /** Moves the clock, and wakes the loop each millisecond if asked to. */
  pass(ms: number, options?: { isWaking?: boolean; timerSpeed?: number }): Promise<void>
  stop(): Promise<void>
}

type TestLoopOptions = Partial<Pick<LoopOptions, "minIntervalMs" | "maxRetryMs" | "run">> & { idleMs?: number }

function startTestLoop(t: TestContext, { idleMs = 10_000, run, ...options }: TestLoopOptions): TestLoop {
  const startAt = 1_000_000
  let now = startAt
  t.mock.timers.enable({ apis: ["setTimeout"] })
  t.mock.method(performance, "now", () => now)
  const startedAt: number[] = []
  const logged: Record<string, unknown>[] = []
  const { wake, stop } = startLoop({
    name: "test",
    log: { error: (line: object) => logged.push({ ...line }) },
    ...options,
    async run(signal) {
      startedAt.push(now - startAt)
      return (await run?.(signal)) ?? idleMs
    },
  })
  return {
    startedAt,
    logged,
    wake,
    async pass(ms, { isWaking = false, timerSpeed = 1 } = {}) {
      await nextRound()
      for (let passed = 0; passed < ms; passed++) {
        now++
        if (isWaking) wake()
        t.mock.timers.tick(timerSpeed)
        await nextRound()
      }
    },
    stop,
  }
}

test("runs that are woken all the time start no sooner than the interval after one another", async (t) => {
  const loop = startTestLoop(t, { minIntervalMs: 7 })
  await loop.pass(50, { isWaking: true })
  await loop.stop()
  // Nobody woke the first one, and the second does not wait for it.
  assert.deepEqual(loop.startedAt, [0, 1, 8, 15, 22, 29, 36, 43, 50])
})

test("the interval also holds where timers fire early", async (t) => {
  const loop = startTestLoop(t, { minIntervalMs: 7 })
  await loop.pass(50, { isWaking: true, timerSpeed: 2 })
  await loop.stop()
  assert.deepEqual(loop.startedAt, [0, 1, 8, 15, 22, 29, 36, 43, 50])
})

test("a wake after a run by the idle timer starts the next one at once", async (t) => {
  const loop = startTestLoop(t, { minIntervalMs: 60_000, idleMs: 5 })
  await loop.pass(16)
  loop.wake()
  await nextRound()
  await loop.stop()
  assert.deepEqual(loop.startedAt, [0, 5, 10, 15, 16])
})

test("it runs again by itself after the idle time that the last run returned", async (t) => {
  const loop = startTestLoop(t, { minIntervalMs: 20, idleMs: 50 })
  await loop.pass(160)
  await loop.stop()
  assert.deepEqual(loop.startedAt, [0, 50, 100, 150])
})

test("runs never overlap, and a wake during one leads to another", async (t) => {
  let running = 0
  let most = 0
  const finish = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let runs = 0
  const loop = startTestLoop(t, {
    async run() {
      most = Math.max(most, ++running)
      await finish[runs++]?.promise
      running--
      return 10_000
    },
  })
  loop.wake()
  loop.wake()
  await loop.pass(5)
  assert.deepEqual(loop.startedAt, [0])
  finish[0]?.resolve()
  await loop.pass(5)
  assert.deepEqual(loop.startedAt, [0, 5])
  finish[1]?.resolve()
  await loop.pass(5)
  await loop.stop()
  assert.deepEqual([loop.startedAt, most], [[0, 5], 1])
})

test("it logs failures, backs off up to a limit whoever wakes it, and starts over after a success", async (t) => {
  let fails = true
  const loop = startTestLoop(t, {
    maxRetryMs: 800,
    async run() {
      if (fails) throw new Error("It rained")
      return 10_000
    },
  })
  await loop.pass(2_400, { isWaking: true })
  fails = false
  await loop.pass(1_000)
  assert.deepEqual(loop.startedAt, [0, 250, 750, 1_550, 2_350, 3_150])
  fails = true
  loop.wake()
  await loop.pass(300)
  await loop.stop()
  assert.deepEqual(loop.startedAt.slice(6), [3_400, 3_650])
  assert.deepEqual([loop.logged[0]?.["loop"], String(loop.logged[0]?.["err"])], ["test", "Error: It rained"])
})

test("stopping tells the run under way by the signal, waits for it and starts no other", async (t) => {
  const finish = Promise.withResolvers<void>()
  const order: string[] = []
  const loop = startTestLoop(t, {
    async run(signal) {
      signal.addEventListener("abort", () => order.push("aborted"))
      await finish.promise
      order.push("finished")
      return 0
    },
  })
  loop.wake()
  const stopped = loop.stop().then(() => order.push("stopped"))
  finish.resolve()
  await stopped
  assert.deepEqual([order, loop.startedAt], [["aborted", "finished", "stopped"], [0]])
})

test("stopping ends the idle time, the interval and the backoff at once", async (t) => {
  for (const options of [
    { idleMs: 86_400_000 },
    { minIntervalMs: 86_400_000 },
    { run: () => Promise.reject(new Error("It rained")) },
  ]) {
    const loop = startTestLoop(t, options)
    await nextRound()
    loop.wake()
    await nextRound()
    loop.wake()
    await nextRound()
    await loop.stop()
    t.mock.reset()
  }
})
