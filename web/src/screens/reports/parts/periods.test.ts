import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import { dateValue } from "../../../messages/calendar.ts"
import { deltaText, durationText, rangeText } from "./format.ts"
import { lastDayOf, type Period, periodNames, periodsOf } from "./periods.ts"
import { readDrillSearch, readReportSearch } from "./search.ts"
import { lineRows, progressOf } from "./series.ts"

const now = new Date(2026, 10, 16, 9, 30)
const days = (period: Period) => [dateValue(period.start), dateValue(lastDayOf(period))]

describe("periods", () => {
  test("are whole days up to today, beside as many before", () => {
    const told = (wanted: Parameters<typeof periodsOf>[0]) => {
      const { current, previous } = periodsOf(wanted, now)
      return [...days(current), ...days(previous)]
    }
    assert.deepEqual(told({ period: "7d" }), ["2026-11-10", "2026-11-16", "2026-11-03", "2026-11-09"])
    assert.deepEqual(told({}), ["2026-10-18", "2026-11-16", "2026-09-18", "2026-10-17"])
    assert.deepEqual(told({ period: "12m" }), ["2025-11-17", "2026-11-16", "2024-11-17", "2025-11-16"])
    assert.deepEqual(told({ period: "month" }), ["2026-11-01", "2026-11-16", "2026-10-01", "2026-10-16"])
    const own = { period: "own", from: "2026-03-01", to: "2026-03-10" } as const
    assert.deepEqual(told(own), ["2026-03-01", "2026-03-10", "2026-02-19", "2026-02-28"])
    assert.deepEqual(told({ ...own, to: "2026-02-01" }), told({}), "dates that are upside down")
  })

  test("a month's last days have none beside them in a shorter one", () => {
    const { previous } = periodsOf({ period: "month" }, new Date(2026, 2, 31))
    assert.deepEqual(days(previous), ["2026-02-01", "2026-02-28"])
  })

  test("never end before they begin, and follow one another", () => {
    const moment = fc.date({ min: new Date(2000, 0, 1), max: new Date(2090, 0, 1), noInvalidDate: true })
    fc.assert(
      fc.property(moment, fc.constantFrom(...periodNames), (at, period) => {
        const { current, previous } = periodsOf({ period }, at)
        assert.ok(previous.start < previous.end && previous.end <= current.start && current.start < current.end)
        assert.ok(current.start <= at && at < current.end)
      }),
      { numRuns: 100 },
    )
  })
})

describe("a period that still runs", () => {
  const periods = periodsOf({ period: "7d" }, now)
  const current = [9, 10, 11, 12, 13, 14, 15].map((day) => ({
    date: new Date(2026, 10, day + 1).toISOString(),
    count: day,
  }))

  test("is drawn apart from those that have ended, and not at all where it has not begun", () => {
    const progress = progressOf(current, periods, now.getTime())
    assert.deepEqual(progress, [...Array(6).fill("ended"), "running"])
    const rows = lineRows({ current }, progress, ({ count }) => count)
    assert.deepEqual(
      rows.slice(-2).map(({ now, soFar }) => [now, soFar]),
      [
        [14, 14],
        [undefined, 15],
      ],
    )
    assert.equal(
      rows.slice(0, -2).some((row) => "soFar" in row),
      false,
    )
    assert.match(rows.at(-1)?.name ?? "", / \(so far\)$/)
    const ahead = progressOf(current, periods, new Date(2026, 10, 14, 12).getTime())
    assert.deepEqual(ahead.slice(-3), ["running", "ahead", "ahead"])
    assert.deepEqual(Object.keys(lineRows({ current }, ahead, () => 0).at(-1) ?? {}), ["name"])
  })

  test("is over at its end", () => {
    assert.equal(progressOf(current, periods, periods.current.end.getTime()).includes("running"), false)
  })
})

describe("addresses", () => {
  test("are read as they were written, without what makes no sense", () => {
    const given = {
      period: "7d",
      inboxes: [1, 2, "x"],
      types: ["chat", "fax"],
      office: true,
      compare: false,
      by: "week",
    }
    const read = { period: "7d", inboxes: [1, 2], types: ["chat"], office: true, compare: false, by: "week" }
    assert.deepEqual(readReportSearch({ ...given, from: "soon", page: -1, tags: [] }), read)
    const drill = { of: "new", day: 3, hour: 0, since: "2026-01-01T00:00:00.000Z" }
    assert.deepEqual(readDrillSearch({ ...drill, range: 11, until: "?" }), drill)
  })
})

describe("words", () => {
  test("durations have their two largest parts", () => {
    const said = [0, 59, 61, 3_599, 3_600, 7_290, 86_399, 90_000, 1_209_600].map(durationText)
    assert.deepEqual(said, ["0s", "59s", "1m 1s", "59m 59s", "1h", "2h 2m", "1d", "1d 1h", "14d"])
  })

  test("differences have a sign and words", () => {
    assert.equal(deltaText(150, 100), "+50%, up from 100")
    assert.equal(deltaText(75, 100), "−25%, down from 100")
    assert.equal(deltaText(4, 4), "±0, as before")
    assert.equal(deltaText(4, 0), "up from nothing")
    assert.equal(deltaText(-20, 30, "score"), "−50 points, down from 30")
    assert.equal(deltaText(1_800, 3_600, "duration"), "−50%, down from 1h")
  })

  test("ranges say where they begin and end", () => {
    const said = [1, 2, 10].map((id) => rangeText("response", id))
    assert.deepEqual(said, ["up to 15m", "15m – 30m", "2d and longer"])
    assert.equal(rangeText("resolution", 10), "14d and longer")
  })
})
