import assert from "node:assert/strict"
import { test } from "node:test"
import { moved, newOrders } from "./order.ts"

const one = (id: number, order: number) => ({ id, order })

test("what is moved changes places with its neighbour, and only they are written", () => {
  const second = one(2, 1)
  const next = moved([one(1, 0), second, one(3, 2), one(4, 3)], second, 1)
  assert.deepEqual(
    next.map(({ id }) => id),
    [1, 3, 2, 4],
  )
  assert.deepEqual(newOrders(next), [one(3, 1), one(2, 2)])
})

test("places that others have left are closed up", () => {
  const last = one(3, 9)
  assert.deepEqual(newOrders(moved([one(1, 4), one(2, 4), last], last, -1)), [one(1, 0), one(3, 1), one(2, 2)])
})
