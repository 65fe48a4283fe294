import assert from "node:assert/strict"
import { test } from "node:test"
import { Lane, type Ready } from "./lane.ts"
import type { Prepared } from "./prepare.ts"
import type { Claimed } from "./queue.ts"

/** The lane tells messages apart and looks into none of them. */
const claimed = (id: number) => ({ id }) as Claimed
const prepared = {} as Prepared

function laneOf(settled: number[][]): Lane {
  return new Lane({
    most: 8,
    async settle(ready: Ready[]) {
      settled.push(ready.map(({ claimed }) => claimed.id))
      return ready.length
    },
    fail: async (_, error) => assert.fail(String(error)),
    isPassing: () => false,
    putBack: assert.fail,
  })
}

test("those that are taken up together are settled together, although the first is read sooner", async () => {
  const settled: number[][] = []
  const lane = laneOf(settled)
  const { promise: later, resolve } = Promise.withResolvers<Prepared>()
  const ended = [
    lane.add(claimed(1), Promise.resolve(prepared)),
    lane.add(claimed(2), later),
    lane.add(claimed(3), later),
  ]
  await new Promise(setImmediate)
  assert.deepEqual(settled, [])
  resolve(prepared)
  await Promise.all(ended)
  assert.deepEqual(settled, [[1, 2, 3]])
})
