import assert from "node:assert/strict"
import { test } from "node:test"
import { type RunningTurns, startTurns } from "./turns.ts"

const log = { error: assert.fail }

/** When each of so many turns began, while somebody wakes it all the time. */
async function takeTurns(amount: number, gathering: { gatherMs: number; steadyGatherMs?: number }): Promise<number[]> {
  const begunAt: number[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const turns: RunningTurns = startTurns({
    name: "test",
    log,
    ...gathering,
    async work() {
      begunAt.push(performance.now())
      if (begunAt.length === amount) resolve()
      return 10_000
    },
  })
  const waking = setInterval(turns.wake, 1)
  await promise
  clearInterval(waking)
  await turns.stop()
  return begunAt
}

test("there is one turn in each beat, also where a timer ends early", async () => {
  const begunAt = await takeTurns(40, { gatherMs: 7 })
  const tookMs = (begunAt.at(-1) ?? 0) - (begunAt[0] ?? 0)
  // The first may come at the end of its beat, and the last at the beginning of its own.
  assert.ok(tookMs > 38 * 7 - 3, `40 turns took ${tookMs} ms`)
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
