import assert from "node:assert/strict"
import { once } from "node:events"
import { PassThrough } from "node:stream"
import { describe, test } from "node:test"
import fastify from "fastify"
import { unavailable } from "../errors.ts"
import { pauseMs, startTicking } from "./tick.ts"

const every = { name: "test.turn", everySeconds: 0.001 }

function logTo(stream: PassThrough) {
  return fastify({ logger: { level: "error", stream } }).log
}

describe("a ticking job", () => {
  test("takes turn after turn, never two at once", async () => {
    const { promise: tenth, resolve } = Promise.withResolvers<void>()
    let [turns, running, most] = [0, 0, 0]
    const work = async () => {
      most = Math.max(most, ++running)
      // Longer than the time between two turns.
      await new Promise((done) => setTimeout(done, 3))
      running--
      if (++turns === 10) resolve()
    }
    const ticking = startTicking({ ...every, work, log: logTo(new PassThrough()) })
    await tenth
    await ticking.stop()
    assert.equal(most, 1)
  })

  test("is stopped after the turn under way, which is told, and takes no other", async () => {
    const begun = Promise.withResolvers<AbortSignal>()
    const finish = Promise.withResolvers<void>()
    const order: string[] = []
    const work = async (signal: AbortSignal) => {
      begun.resolve(signal)
      await finish.promise
      order.push("turn")
    }
    const ticking = startTicking({ ...every, work, log: logTo(new PassThrough()) })
    const signal = await begun.promise
    const stopped = ticking.stop().then(() => order.push("stopped"))
    assert.equal(signal.aborted, true)
    setImmediate(finish.resolve)
    await stopped
    await finish.promise
    assert.deepEqual(order, ["turn", "stopped"])
  })

  test("is stopped at once while it pauses", async () => {
    const done = Promise.withResolvers<void>()
    const work = async () => done.resolve()
    const ticking = startTicking({ name: "test.day", everySeconds: 86_400, work, log: logTo(new PassThrough()) })
    await done.promise
    await ticking.stop()
  })

  test("says what failed and goes on", async () => {
    const log = new PassThrough({ encoding: "utf8" })
    const { promise: again, resolve } = Promise.withResolvers<void>()
    let turns = 0
    const work = async () => {
      if (++turns === 1) throw new Error("It rained")
      resolve()
    }
    const written = once(log, "data")
    const ticking = startTicking({ ...every, work, log: logTo(log) })
    await again
    await ticking.stop()
    const line = JSON.parse(String((await written)[0]))
    assert.deepEqual([line.job, line.err.message], ["test.turn", "It rained"])
  })

  test("goes on when a database that was away is back", async () => {
    const { promise: back, resolve } = Promise.withResolvers<void>()
    let turns = 0
    const work = async () => {
      if (++turns < 4) throw unavailable("The database is not reachable at the moment")
      resolve()
    }
    const ticking = startTicking({ ...every, work, log: logTo(new PassThrough()) })
    await back
    await ticking.stop()
    assert.ok(turns >= 4)
  })
})

describe("pauseMs", () => {
  for (const [name, given, expected] of [
    ["fills up to the next turn", { tookMs: 30, timesAway: 0 }, 970],
    ["is none after a turn that took longer", { tookMs: 1_200, timesAway: 0 }, 0],
    ["doubles while the database is away", { tookMs: 2_000, timesAway: 1 }, 2_000],
    ["doubles again", { tookMs: 2_000, timesAway: 3 }, 8_000],
    ["has an end", { tookMs: 2_000, timesAway: 60 }, 15_000],
  ] as const)
    test(name, () => assert.equal(pauseMs({ everySeconds: 1, ...given }), expected))
})
