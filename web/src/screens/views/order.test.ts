import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { ordersOf } from "./order.ts"

test("only what stands elsewhere is numbered anew", () => {
  const views = [
    { id: 1, order: 0 },
    { id: 3, order: 2 },
    { id: 2, order: 1 },
  ]
  assert.deepEqual(
    ordersOf(views, () => true),
    [
      { id: 3, order: 1 },
      { id: 2, order: 2 },
    ],
  )
  assert.deepEqual(
    ordersOf(views, ({ id }) => id !== 2),
    [{ id: 3, order: 1 }],
  )
  const shared = { id: 8, order: 5 }
  assert.deepEqual(
    ordersOf([shared, { id: 9, order: 2 }], ({ id }) => id !== 8),
    [{ id: 9, order: 6 }],
  )
})

test("views that one may change all stand where they were put afterwards", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(30)), fc.array(fc.nat(9)), (ids, numbers) => {
      const views = ids.map((id, index) => ({ id, order: numbers[index] ?? 0 }))
      const changed = new Map(ordersOf(views, () => true).map(({ id, order }) => [id, order]))
      const after = views.map(({ id, order }) => ({ id, order: changed.get(id) ?? order }))
      const sorted = after.toSorted((a, b) => a.order - b.order || a.id - b.id)
      assert.deepEqual(sorted, after)
    }),
  )
})
