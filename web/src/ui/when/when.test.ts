import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import { presetsAt } from "./presets.ts"
import { understand } from "./understand.ts"

/** A Wednesday afternoon. */
const now = new Date(2026, 10, 18, 15, 20)

function at(month: number, day: number, hour: number, minute = 0): Date {
  return new Date(month < 11 ? 2027 : 2026, month - 1, day, hour, minute)
}

const moments = fc.date({ min: new Date(2020, 0, 1), max: new Date(2098, 0, 1), noInvalidDate: true })

describe("a moment in words", () => {
  for (const [typed, moment] of [
    ["tomorrow 9am", at(11, 19, 9)],
    ["Tomorrow at 17:45", at(11, 19, 17, 45)],
    ["in 2 hours", at(11, 18, 17, 20)],
    ["2h", at(11, 18, 17, 20)],
    ["30 min", at(11, 18, 15, 50)],
    ["friday", at(11, 20, 9)],
    ["next friday", at(11, 27, 9)],
    ["on monday at 14:00", at(11, 23, 14)],
    ["monday 8", at(11, 23, 8)],
    ["jan 15", at(1, 15, 9)],
    ["15 jan, 10:30", at(1, 15, 10, 30)],
    ["2026-12-01", at(12, 1, 9)],
    ["3 days", at(11, 21, 9)],
    ["tomorrow morning", at(11, 19, 9)],
    ["tomorrow afternoon", at(11, 19, 15)],
    ["this evening", at(11, 18, 20)],
    // The next time that the clock says so.
    ["9am", at(11, 19, 9)],
  ] as const)
    test(`understands "${typed}"`, () => assert.deepEqual(understand(typed, now), moment))

  for (const typed of [
    "",
    "hello",
    "yesterday",
    "2 hours ago",
    "today 3pm",
    "today",
    "in 1000 years",
    "monday to friday",
    "tomorrow or friday",
    "tomorrow 9am in the garden",
  ])
    test(`makes nothing of "${typed}"`, () => assert.equal(understand(typed, now), undefined))

  test("counts hours and minutes from now, whenever that is", () => {
    fc.assert(
      fc.property(
        moments,
        fc.integer({ min: 1, max: 500 }),
        fc.constantFrom("minutes", "hours"),
        (now, count, unit) => {
          const ms = count * (unit === "hours" ? 3_600_000 : 60_000)
          assert.equal(understand(`in ${count} ${unit}`, now)?.getTime(), now.getTime() + ms)
        },
      ),
    )
  })

  test("is in the future or nothing, whatever is typed", () => {
    const words = fc.array(
      fc.constantFrom("next", "in", "2", "17:30", "friday", "jan", "31", "9am", "tomorrow", "week", "ago", ",", "last"),
      { maxLength: 5 },
    )
    const typed = fc.oneof(
      words.map((all) => all.join(" ")),
      fc.string({ unit: "grapheme", maxLength: 120 }),
    )
    fc.assert(
      fc.property(typed, moments, (typed, now) => {
        const moment = understand(typed, now)
        assert.ok(moment === undefined || (moment > now && moment < new Date(2101, 0, 1)))
      }),
    )
  })
})

describe("presets", () => {
  test("are the next free hours, days, week and month", () => {
    assert.deepEqual(presetsAt(new Date(2026, 10, 18, 10, 10)), [
      { name: "laterToday", at: at(11, 18, 13, 30) },
      { name: "tomorrowMorning", at: at(11, 19, 9) },
      { name: "tomorrowAfternoon", at: at(11, 19, 14) },
      { name: "nextWeek", at: at(11, 23, 9) },
      { name: "nextMonth", at: at(12, 1, 9) },
    ])
  })

  test("say nothing of today in the evening", () => {
    const names = presetsAt(now).map(({ name }) => name)
    assert.deepEqual(names, ["tomorrowMorning", "tomorrowAfternoon", "nextWeek", "nextMonth"])
  })

  test("lie in the future, in the order of time, whenever it is", () => {
    fc.assert(
      fc.property(moments, (now) => {
        const times = presetsAt(now).map(({ at }) => at.getTime())
        assert.ok(times.length >= 4)
        for (const [index, time] of times.entries()) assert.ok(time > now.getTime() && time >= (times[index - 1] ?? 0))
      }),
    )
  })
})
