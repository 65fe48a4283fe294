import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { readDay } from "./day-words.ts"

/** A Sunday; in Berlin the clocks went forward at 01:00Z. */
const now = new Date("2024-03-31T10:20:30.456Z")

describe("readDay, in Berlin", () => {
  const cases: [text: string, from: string, to: string][] = [
    ["today", "2024-03-30T23:00", "2024-03-31T22:00"],
    ["Yesterday", "2024-03-29T23:00", "2024-03-30T23:00"],
    ["this week", "2024-03-24T23:00", "2024-03-31T22:00"],
    ["last week", "2024-03-17T23:00", "2024-03-24T23:00"],
    ["last-week", "2024-03-17T23:00", "2024-03-24T23:00"],
    ["last_month", "2024-01-31T23:00", "2024-02-29T23:00"],
    ["this month", "2024-02-29T23:00", "2024-03-31T22:00"],
    ["last year", "2022-12-31T23:00", "2023-12-31T23:00"],
    ["sunday", "2024-03-30T23:00", "2024-03-31T22:00"],
    ["last sunday", "2024-03-23T23:00", "2024-03-24T23:00"],
    ["monday", "2024-03-24T23:00", "2024-03-25T23:00"],
    ["last-monday", "2024-03-24T23:00", "2024-03-25T23:00"],
    ["3 days ago", "2024-03-27T23:00", "2024-03-28T23:00"],
    ["1-day-ago", "2024-03-29T23:00", "2024-03-30T23:00"],
    ["2 weeks ago", "2024-03-16T23:00", "2024-03-17T23:00"],
    ["1 month ago", "2024-02-28T23:00", "2024-02-29T23:00"],
    ["12 hours ago", "2024-03-30T22:20:30.456", "2024-03-30T22:20:30.457"],
    ["last 7 days", "2024-03-23T23:00", "2024-03-31T10:20:30.456"],
    ["2024-07-09", "2024-07-08T22:00", "2024-07-09T22:00"],
    ["2024-01", "2023-12-31T23:00", "2024-01-31T23:00"],
    ["2024", "2023-12-31T23:00", "2024-12-31T23:00"],
    ["2024-07-09T10:15", "2024-07-09T08:15", "2024-07-09T08:16"],
    ["2024-07-09T10:15Z", "2024-07-09T10:15", "2024-07-09T10:16"],
    ["2024-07-09T10:15+05:00", "2024-07-09T05:15", "2024-07-09T05:16"],
  ]
  for (const [text, from, to] of cases)
    test(text, () => {
      const period = readDay(text, now, "Europe/Berlin")
      assert.ok(typeof period !== "string", String(period))
      assert.deepEqual([period.from, period.to], [new Date(`${from}Z`), new Date(`${to}Z`)])
    })

  test("today is another day elsewhere", () => {
    const period = readDay("today", new Date("2024-03-31T23:30:00Z"), "Asia/Tokyo")
    assert.ok(typeof period !== "string")
    assert.equal(period.from.toISOString(), "2024-03-31T15:00:00.000Z")
  })

  for (const text of ["soon", "", "last", "last blue", "days ago", "2024-02-30", "last 99999 days"])
    test(`says what it expects instead of ${JSON.stringify(text)}`, () =>
      assert.match(String(readDay(text, now, "UTC")), /^expected a date such as 2026-03-09/))
})
