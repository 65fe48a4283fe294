import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import { patienceMs } from "../../test/until.ts"
import { readPeriod } from "./times.ts"

const now = new Date("2024-03-31T10:20:30.456Z")

describe("readPeriod", () => {
  const cases: [text: string, from: string, to: string][] = [
    ["2024", "2024-01-01T00:00:00.000Z", "2025-01-01T00:00:00.000Z"],
    ["2024-02", "2024-02-01T00:00:00.000Z", "2024-03-01T00:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z", "2024-03-01T00:00:00.000Z"],
    ["2024-02-29T10", "2024-02-29T10:00:00.000Z", "2024-02-29T11:00:00.000Z"],
    ["2024-02-29T10:15", "2024-02-29T10:15:00.000Z", "2024-02-29T10:16:00.000Z"],
    ["2024-02-29T10:15:59Z", "2024-02-29T10:15:59.000Z", "2024-02-29T10:16:00.000Z"],
    ["2024-02-29T10:15:59.5Z", "2024-02-29T10:15:59.500Z", "2024-02-29T10:15:59.501Z"],
    ["2024-02-29T10:15:59+02:00", "2024-02-29T08:15:59.000Z", "2024-02-29T08:16:00.000Z"],
    ["2024-02-29T10:15:59-0530", "2024-02-29T15:45:59.000Z", "2024-02-29T15:46:00.000Z"],
    ["NOW", "2024-03-31T10:20:30.456Z", "2024-03-31T10:20:30.457Z"],
    ["NOW-1HOUR", "2024-03-31T09:20:30.456Z", "2024-03-31T09:20:30.457Z"],
    ["NOW+2DAYS", "2024-04-02T10:20:30.456Z", "2024-04-02T10:20:30.457Z"],
    ["NOW-1MONTH", "2024-02-29T10:20:30.456Z", "2024-02-29T10:20:30.457Z"],
    ["NOW/YEAR", "2024-01-01T00:00:00.000Z", "2025-01-01T00:00:00.000Z"],
    ["NOW/MONTH", "2024-03-01T00:00:00.000Z", "2024-04-01T00:00:00.000Z"],
    ["NOW/WEEK", "2024-03-25T00:00:00.000Z", "2024-04-01T00:00:00.000Z"],
    ["NOW/DAY", "2024-03-31T00:00:00.000Z", "2024-04-01T00:00:00.000Z"],
    ["NOW/HOUR", "2024-03-31T10:00:00.000Z", "2024-03-31T11:00:00.000Z"],
    ["NOW/MINUTE", "2024-03-31T10:20:00.000Z", "2024-03-31T10:21:00.000Z"],
    ["NOW/SECOND", "2024-03-31T10:20:30.000Z", "2024-03-31T10:20:31.000Z"],
    ["NOW-1YEAR/YEAR", "2023-01-01T00:00:00.000Z", "2024-01-01T00:00:00.000Z"],
    ["NOW/DAY-1DAY", "2024-03-30T00:00:00.000Z", "2024-03-31T00:00:00.000Z"],
    ["NOW/MONTH-1MONTH", "2024-02-01T00:00:00.000Z", "2024-03-01T00:00:00.000Z"],
    ["NOW/YEAR/YEAR", "2024-01-01T00:00:00.000Z", "2025-01-01T00:00:00.000Z"],
    ["now-90minutes", "2024-03-31T08:50:30.456Z", "2024-03-31T08:50:30.457Z"],
    ["2024-02-29/YEAR", "2024-01-01T00:00:00.000Z", "2025-01-01T00:00:00.000Z"],
    ["2024-02-29+1YEAR", "2025-02-28T00:00:00.000Z", "2025-03-01T00:00:00.000Z"],
    ["2024-10DAYS", "2023-12-22T00:00:00.000Z", "2024-12-22T00:00:00.000Z"],
    ["2024-01-01T00:00:00Z+1DAY", "2024-01-02T00:00:00.000Z", "2024-01-02T00:00:01.000Z"],
    ["0099", "0099-01-01T00:00:00.000Z", "0100-01-01T00:00:00.000Z"],
    ["0099-05-05/MONTH", "0099-05-01T00:00:00.000Z", "0099-06-01T00:00:00.000Z"],
  ]
  for (const [text, from, to] of cases)
    test(text, () => assert.deepEqual(readPeriod(text, now), { from: new Date(from), to: new Date(to) }))

  const refused: [text: string, why: RegExp][] = [
    ["2024-02-30", /exists/],
    ["2024-13", /exists/],
    ["2024-01-01T25:00:00Z", /exists/],
    ["2024-01-01T24:00:00Z", /exists/],
    ["20240101", /exists/],
    ["yesterday", /exists/],
    ["", /exists/],
    ["NOW-1", /exists/],
    ["NOW-1FORTNIGHT", /YEAR, MONTH, WEEK/],
    ["NOW/", /exists/],
    ["NOW-99999999999YEAR", /years 1 and 9998/],
    ["NOW+99999999999999999999999DAYS", /years 1 and 9998/],
    ["0000", /years 1 and 9998/],
    ["9999", /years 1 and 9998/],
  ]
  for (const [text, why] of refused)
    test(`refuses ${text}`, () => {
      const period = readPeriod(text, now)
      assert.match(typeof period === "string" ? period : "understood", why)
    })

  test("always gives a period that is not empty, or a sentence", () => {
    const piece = fc.constantFrom(
      "NOW",
      "2024",
      "-01",
      "-31",
      "T10",
      ":15",
      "+1",
      "DAY",
      "MONTHS",
      "/YEAR",
      "-999999",
      "Z",
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const period = readPeriod(pieces.join(""), now)
        assert.ok(typeof period === "string" || period.from.getTime() < period.to.getTime())
      }),
      { numRuns: 2_000 },
    )
  })

  test("ends on a hostile one", () => {
    const start = process.cpuUsage()
    for (const piece of ["/YEAR", "+1DAY", "-1", "2024-", "1", "A"]) readPeriod(`NOW${piece.repeat(2_000)}`, now)
    assert.ok(process.cpuUsage(start).user / 1_000 < patienceMs)
  })
})
