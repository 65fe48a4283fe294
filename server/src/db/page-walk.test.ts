import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import fc from "fast-check"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import { runs } from "../../test/property.ts"
import { sql } from "./db.ts"
import { estimatedTotal, pageIds, type Walk, walkToPage } from "./page-walk.ts"

let scratch: TestDatabase

before(async () => {
  scratch = await testDatabase()
})
after(() => scratch.drop())

/** Reads a page of the ids from 1 to `all`. */
function readPage(walk: Walk, all: number, descending: boolean) {
  const ids = pageIds(
    walk,
    descending,
    ({ direction, limit }) => sql`
      select id from generate_series(1, ${all}::bigint) as id order by id ${direction} limit ${limit}`,
  )
  return scratch.db.one<{ ids: number[]; total: number }>(sql`select array(${ids}) as ids, (${walk.total}) as total`)
}

describe("a page of a list in the order of an index", () => {
  test("is the same from either end, with a total that is known, read with it, or read first", async () => {
    const sizes = { all: fc.integer({ min: 0, max: 70 }), skip: fc.nat(80), size: fc.integer({ min: 1, max: 40 }) }
    const ways = { descending: fc.boolean(), isKnown: fc.boolean(), near: fc.constantFrom(0, 30, undefined) }
    await fc.assert(
      fc.asyncProperty(fc.record({ ...sizes, ...ways }), async ({ all, skip, size, descending, isKnown, near }) => {
        const total = isKnown ? all : sql`select ${all}::bigint`
        const page = { skip, size, total, ...(near !== undefined && { near }) }
        const found = await walkToPage(scratch.db, page, (walk) => readPage(walk, all, descending))
        const up = Array.from({ length: all }, (_, index) => index + 1)
        const expected = (descending ? up.reverse() : up).slice(skip, skip + size)
        assert.deepEqual(found, { ids: expected, total: all })
      }),
      { numRuns: runs(50) },
    )
  })

  test("is read from the nearer end, and one near the beginning without a count", async () => {
    const readFrom = async (skip: number, near: number) =>
      walkToPage(scratch.db, { skip, size: 10, total: sql`100::bigint`, near }, async (walk) => [
        walk.skip,
        walk.size,
        walk.fromFarEnd,
      ])
    assert.deepEqual(await readFrom(20, 0), [20, 10, false])
    assert.deepEqual(await readFrom(70, 0), [20, 10, true])
    assert.deepEqual(await readFrom(95, 0), [0, 5, true])
    assert.deepEqual(await readFrom(70, 80), [70, 10, false])
    assert.deepEqual(await readFrom(70, 79), [20, 10, true])
  })
})

test("an estimated total exceeds what was read, until the last page knows it", () => {
  const page = { skip: 20, size: 10 }
  assert.deepEqual(estimatedTotal(11, { ...page, estimate: 500 }), { total: 500, estimated: true })
  assert.deepEqual(estimatedTotal(11, { ...page, estimate: 5 }), { total: 31, estimated: true })
  assert.deepEqual(estimatedTotal(10, { ...page, estimate: 500 }), { total: 30 })
  assert.deepEqual(estimatedTotal(0, { ...page, estimate: 500 }), { total: 20, estimated: true })
  assert.deepEqual(estimatedTotal(0, { skip: 0, size: 10, estimate: 500 }), { total: 0 })
})
