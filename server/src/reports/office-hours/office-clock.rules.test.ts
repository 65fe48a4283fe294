import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { OfficeClock } from "./office-clock.ts"

describe("office hours", () => {
  test("count what is open, whatever the season", () => {
    const hours = [1, 2, 3, 4, 5].map((day) => ({ day, from: 540, to: 1020 }))
    const berlin = new OfficeClock({ timezone: "Europe/Berlin", hours })
    const between = (from: string, to: string) => berlin.secondsBetween(new Date(from), new Date(to))
    assert.equal(between("2026-01-05T07:00:00Z", "2026-01-05T09:00:00Z"), 3_600, "opens at eight in winter's UTC")
    assert.equal(between("2026-07-06T06:00:00Z", "2026-07-06T08:00:00Z"), 3_600, "and at seven in summer's")
    assert.equal(between("2026-03-27T15:30:00Z", "2026-03-30T07:30:00Z"), 3_600, "not at the weekend of the change")
    assert.equal(between("2026-01-05T00:00:00Z", "2026-01-12T00:00:00Z"), 5 * 8 * 3_600)
    assert.equal(between("2026-01-10T00:00:00Z", "2026-01-11T12:00:00Z"), 0)
    const night = new OfficeClock({ timezone: "Asia/Kolkata", hours: [{ day: 7, from: 0, to: 1440 }] })
    assert.equal(night.secondsBetween(new Date("2026-01-03T00:00:00Z"), new Date("2026-01-06T00:00:00Z")), 86_400)
  })
})
