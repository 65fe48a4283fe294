import assert from "node:assert/strict"
import { test } from "node:test"
import { startTurns } from "./turns.ts"

const log = { error: assert.fail }

test("there is one turn in each beat, also where a timer ends early", async () => {
  const beatOf = (at: number) => Math.floor(at / 7)
  const firstBeat = beatOf(performance.now())
  let begun = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const turns = startTurns({
    name: "test",
    log,
    gatherMs: 7,
    async work() {
      // The loop lags, as on a busy machine: timers that are set now count from where it was.
      const until = performance.now() + 3
      while (performance.now() < until);
      // The very first was asked for by nobody, and waits for no beat.
      const beats = beatOf(performance.now()) - firstBeat + 1
      assert.ok(begun++ <= beats, `${begun} turns in ${beats} beats`)
      if (begun === 40) resolve()
      return 10_000
    },
  })
  const waking = setInterval(turns.wake, 1)
  await promise
  clearInterval(waking)
  await turns.stop()
})

test("what comes all the time is gathered for longer", async () => {
  const begunAt: number[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const turns = startTurns({
    name: "test",
    log,
    gatherMs: 10,
    steadyGatherMs: 200,
    async work() {
      begunAt.push(performance.now())
      const last = begunAt.slice(-4)
      // Whatever else the machine has to do: no three beats of 10 ms in a row take as long.
      if (last.length === 4 && last.every((at, index) => index === 0 || at - (last[index - 1] ?? 0) > 120)) resolve()
      return 10_000
    },
  })
  const waking = setInterval(turns.wake, 1)
  await promise
  clearInterval(waking)
  await turns.stop()
})

test("who is woken now and then never becomes patient", async () => {
  let begun = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const turns = startTurns({
    name: "test",
    log,
    gatherMs: 5,
    steadyGatherMs: 60_000,
    async work() {
      if (++begun === 10) resolve()
      return 20
    },
  })
  await promise
  await turns.stop()
})

test("one that comes alone begins at once, although the turn before it was a moment ago", async () => {
  let begun = 0
  const hasBegun = (amount: number) =>
    new Promise<void>((resolve) => {
      const look = () => (begun >= amount ? resolve() : setTimeout(look, 1))
      look()
    })
  const turns = startTurns({
    name: "test",
    log,
    gatherMs: 60_000,
    async work() {
      begun++
      return 5
    },
  })
  // It looks for itself now and then, and does not wait for a beat with that.
  await hasBegun(3)
  turns.wake()
  await hasBegun(begun + 1)
  await turns.stop()
})
