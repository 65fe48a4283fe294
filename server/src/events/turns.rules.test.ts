import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { setImmediate as nextLoop } from "node:timers/promises"
import { startTurns, type Turns } from "./turns.ts"

const log = { error: assert.fail }

interface TestTurns {
  /** When each turn began, in milliseconds of a clock that only the test moves. */
  begunAt: number[]
  wake(): void
  /** Moves the clock, and wakes the turns each millisecond if asked to. */
  pass(ms: number, options?: { isWaking?: boolean; timerSpeed?: number }): Promise<void>
  stop(): Promise<void>
}

function startTestTurns(
  t: TestContext,
  turns: Pick<Turns, "gatherMs" | "steadyGatherMs"> & { restMs: number },
): TestTurns {
  const { restMs, ...gathering } = turns
  let now = 1_000_000
  t.mock.timers.enable({ apis: ["setTimeout"] })
  t.mock.method(performance, "now", () => now)
  const begunAt: number[] = []
  const { wake, stop } = startTurns({
    name: "test",
    log,
    ...gathering,
    async work() {
      begunAt.push(now)
      return restMs
    },
  })
  return {
    begunAt,
    wake,
    async pass(ms, { isWaking = false, timerSpeed = 1 } = {}) {
      for (let passed = 0; passed < ms; passed++) {
        now++
        if (isWaking) wake()
        t.mock.timers.tick(timerSpeed)
        await nextLoop()
      }
    },
    stop,
  }
}

test("there is one turn in each beat", async (t) => {
  const turns = startTestTurns(t, { gatherMs: 7, restMs: 10_000 })
  await turns.pass(70, { isWaking: true })
  await turns.stop()
  // The very first was asked for by nobody, and waits for no beat; nor does the one behind it.
  const beats = turns.begunAt.slice(1).map((at) => Math.floor(at / 7))
  assert.ok(beats.length >= 10)
  assert.deepEqual(
    beats,
    beats.map((_, index) => (beats[0] ?? 0) + index),
  )
})

test("there is one turn in each beat where timers end early", async (t) => {
  // Twice as fast as the clock: in a process that lags, they count from before the work.
  const turns = startTestTurns(t, { gatherMs: 7, restMs: 10_000 })
  await turns.pass(70, { isWaking: true, timerSpeed: 2 })
  await turns.stop()
  const beats = turns.begunAt.slice(1).map((at) => Math.floor(at / 7))
  assert.ok(beats.length >= 10)
  assert.equal(new Set(beats).size, beats.length)
})

test("what comes all the time is gathered for longer", async (t) => {
  const turns = startTestTurns(t, { gatherMs: 10, steadyGatherMs: 200, restMs: 10_000 })
  await turns.pass(1_000, { isWaking: true })
  await turns.stop()
  const apartMs = turns.begunAt.map((at, index) => at - (turns.begunAt[index - 1] ?? at))
  assert.deepEqual(apartMs.slice(3, 5), [10, 10])
  assert.deepEqual(apartMs.slice(-3), [200, 200, 200])
})

test("who is woken now and then never becomes patient", async (t) => {
  const turns = startTestTurns(t, { gatherMs: 5, steadyGatherMs: 60_000, restMs: 10_000 })
  for (let times = 1; times <= 10; times++) {
    turns.wake()
    await turns.pass(20)
    assert.equal(turns.begunAt.length, times + 1)
  }
  await turns.stop()
})

test("one that comes alone begins at once, although the turn before it was a moment ago", async (t) => {
  const turns = startTestTurns(t, { gatherMs: 60_000, restMs: 5 })
  // It looks for itself now and then, and does not wait for a beat with that.
  await turns.pass(20)
  const looks = turns.begunAt.length
  assert.ok(looks >= 3)
  turns.wake()
  await nextLoop()
  assert.equal(turns.begunAt.length, looks + 1)
  await turns.stop()
})

test("it begins again by itself after the rest that its last turn gave", async (t) => {
  const turns = startTestTurns(t, { gatherMs: 20, restMs: 50 })
  await turns.pass(200)
  await turns.stop()
  const [, second = 0] = turns.begunAt
  assert.deepEqual(
    turns.begunAt.slice(1).map((at) => at - second),
    [0, 50, 100],
  )
})
