import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { tableOf } from "./lists.ts"

const answered = { name: "by number", total: 12_345, estimated: false, times: [50, 99, 120] }

describe("tableOf", () => {
  const marks = (bar: number | undefined, more = {}) =>
    tableOf({ name: "First page", bar }, [{ ...answered, ...more }]).rows[0]?.at(-1)

  test("prints the bar beside the group", () => {
    assert.equal(tableOf({ name: "First page", bar: 100 }, []).header[0], "First page: p50 < 100 ms")
    assert.equal(tableOf({ name: "First page", bar: undefined }, []).header[0], "First page: no bar")
  })

  test("marks the lists whose p50 does not stay below the bar", () => {
    assert.equal(marks(100), "")
    assert.equal(marks(99), "**not met**")
    assert.equal(marks(undefined), "")
  })

  test("marks refused lists", () => {
    assert.equal(marks(undefined, { total: undefined }), "**not met**")
  })

  test("says which totals are estimates", () => {
    const { rows } = tableOf({ name: "Totals", bar: 100 }, [answered, { ...answered, estimated: true }])
    assert.deepEqual(
      rows.map(([, found]) => found),
      ["12,345", "about 12,345"],
    )
  })
})
