import assert from "node:assert/strict"
import { test } from "node:test"
import { InboxQueue, type Ready } from "./inbox-queue.ts"
import type { Prepared } from "./prepare.ts"
import type { Claimed } from "./queue.ts"

/** The queue looks into no message. */
const claimed = (id: number) => ({ id }) as Claimed
const prepared = {} as Prepared

function openQueue(settled: number[][]): InboxQueue {
  return new InboxQueue({
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
  const queue = openQueue(settled)
  const { promise: later, resolve } = Promise.withResolvers<Prepared>()
  const ended = [
    queue.add(claimed(1), Promise.resolve(prepared)),
    queue.add(claimed(2), later),
    queue.add(claimed(3), later),
  ]
  await new Promise(setImmediate)
  assert.deepEqual(settled, [])
  resolve(prepared)
  await Promise.all(ended)
  assert.deepEqual(settled, [[1, 2, 3]])
})
