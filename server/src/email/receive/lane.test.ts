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

test("those that are taken up together are settled together, the first too", async () => {
  const settled: number[][] = []
  const lane = laneOf(settled)
  await Promise.all([1, 2, 3].map((id) => lane.add(claimed(id), Promise.resolve(prepared))))
  assert.deepEqual(settled, [[1, 2, 3]])
})

test("one that comes while the first is read goes with it", async () => {
  const settled: number[][] = []
  const lane = laneOf(settled)
  const { promise, resolve } = Promise.withResolvers<Prepared>()
  const first = lane.add(claimed(1), promise)
  const second = lane.add(claimed(2), Promise.resolve(prepared))
  resolve(prepared)
  await Promise.all([first, second])
  assert.deepEqual(settled, [[1, 2]])
})
