import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import { Gathering } from "./gathering.ts"

/** Loads end when they are told to. */
function gathering() {
  const loads: { ids: number[]; end: () => void; fail: (error: Error) => void }[] = []
  const gathered = new Gathering<string>((ids) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<number, string>>()
    const name = `load ${loads.length + 1}`
    const end = () => resolve(new Map(ids.filter((id) => id > 0).map((id) => [id, `${id}, ${name}`])))
    loads.push({ ids, end, fail: reject })
    return promise
  })
  const next = async (count: number) => {
    while (loads.length < count) await new Promise(setImmediate)
    return loads[count - 1] ?? assert.fail()
  }
  return { gathered, loads, next }
}

describe("those who ask for one thing each", () => {
  test("at the same time share a load; each gets its own, and nothing where there is none", async () => {
    const { gathered, loads, next } = gathering()
    const found = Promise.all([1, 2, -3, 2].map((id) => gathered.find(id)))
    ;(await next(1)).end()
    assert.deepEqual(await found, ["1, load 1", "2, load 1", undefined, "2, load 1"])
    assert.deepEqual(
      loads.map(({ ids }) => ids),
      [[1, 2, -3]],
    )
  })

  test("while two are under way wait for the next, also for what is being loaded", async () => {
    const { gathered, loads, next } = gathering()
    const early = gathered.find(1)
    const first = await next(1)
    const another = gathered.find(1)
    const second = await next(2)
    const late = Promise.all([gathered.find(1), gathered.find(2)])
    first.end()
    assert.equal(await early, "1, load 1")
    ;(await next(3)).end()
    assert.deepEqual(await late, ["1, load 3", "2, load 3"])
    second.end()
    assert.equal(await another, "1, load 2")
    assert.equal(loads.length, 3)
  })

  test("fail together, and the next do not", async () => {
    const { gathered, next } = gathering()
    const both = Promise.allSettled([gathered.find(1), gathered.find(2)])
    const first = await next(1)
    const later = gathered.find(3)
    first.fail(new Error("away"))
    assert.deepEqual(
      (await both).map(({ status }) => status),
      ["rejected", "rejected"],
    )
    ;(await next(2)).end()
    assert.equal(await later, "3, load 2")
  })

  test("always get what a load gave that began after they had asked", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.boolean())), async (steps) => {
        let moment = 0
        const gathered = new Gathering<number>(async (ids) => {
          const began = ++moment
          await new Promise(setImmediate)
          return new Map(ids.map((id) => [id, began]))
        })
        const answers: Promise<void>[] = []
        for (const [id, pause] of steps) {
          const asked = ++moment
          answers.push(gathered.find(id).then((began) => assert.ok(began !== undefined && began > asked)))
          if (pause) await new Promise(setImmediate)
        }
        await Promise.all(answers)
      }),
    )
  })
})
