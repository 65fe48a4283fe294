import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import { DeskError } from "../../errors.ts"
import { readMoment } from "./timestamps.ts"

describe("moments in query strings", () => {
  const cases: [string, string][] = [
    ["2024-01-01", "2024-01-01T00:00:00.000Z"],
    ["2024-01-01T10:00", "2024-01-01T10:00:00.000Z"],
    ["2024-01-01T10:00:00Z", "2024-01-01T10:00:00.000Z"],
    ["2024-01-01 10:00:00+02", "2024-01-01T08:00:00.000Z"],
    ["2024-01-01T10:00:00,5-0330", "2024-01-01T13:30:00.500Z"],
    ["2024-01-01T10:00:00.123456+02:00", "2024-01-01T08:00:00.123Z"],
  ]
  for (const [text, expected] of cases)
    test(text, () => assert.equal(readMoment("modifiedSince", text).toISOString(), expected))

  for (const text of ["2023-02-29", "2024-02-31T00:00:00Z", "2024-13-01", "2024-01-01T25:00:00Z"])
    test(`${text} does not exist`, () =>
      assert.throws(
        () => readMoment("modifiedSince", text),
        (error: unknown) =>
          error instanceof DeskError && error.status === 400 && error.fields[0]?.path === "modifiedSince",
      ))

  test("every ISO moment reads back", () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") }), (date) => {
        assert.equal(readMoment("x", date.toISOString()).getTime(), date.getTime())
      }),
    )
  })
})
