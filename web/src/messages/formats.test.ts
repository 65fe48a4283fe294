import assert from "node:assert/strict"
import { afterEach, describe, test } from "node:test"
import fc from "fast-check"
import { addDays, dateValue, instantAt, isoWeekday, readDateValue, wallTime, zoneOffset } from "./calendar.ts"
import { clockText, dateText, daysText, dueText, hourText, weekdayText, whenText, wholeMomentText } from "./moments.ts"
import { listText, numberText, percentText, sizeText } from "./numbers.ts"
import { browserZone, readerZone, setRegion } from "./region.ts"
import { text } from "./text.ts"

afterEach(() => setRegion({}))

/** A Thursday: 14:05 in London, 15:05 in Berlin, 09:05 in New York. */
const moment = "2026-11-19T14:05:00Z"
const now = Date.parse("2026-11-19T20:00:00Z")
/** Some locales have narrow spaces that no reader sees. */
const plain = (shown: string) => shown.replace(/\s/g, " ")

describe("times", () => {
  test("have 24 hours where that is customary", () => {
    const shown = (locale: string, timeZone: string) => {
      setRegion({ locale, timeZone })
      return [clockText(moment), whenText(moment, now), hourText(15)].map(plain)
    }
    assert.deepEqual(shown("en-US", "America/New_York"), ["9:05 AM", "9:05 AM", "3 PM"])
    assert.deepEqual(shown("en-GB", "Europe/London"), ["14:05", "14:05", "15"])
    assert.deepEqual(shown("de-DE", "Europe/Berlin"), ["15:05", "15:05", "15 Uhr"])
    assert.deepEqual(shown("sv-SE", "Europe/Stockholm"), ["15:05", "15:05", "15"])
  })

  test("have as much of the date as the distance needs, in the order of the locale", () => {
    const shown = (locale: string) => {
      setRegion({ locale, timeZone: "Europe/Berlin" })
      return [
        whenText("2026-11-17T09:00:00Z", now),
        whenText("2026-03-02T09:00:00Z", now),
        whenText("2024-03-02T09:00:00Z", now),
        dueText(new Date("2026-12-01T08:00:00Z"), new Date(now)),
        dueText(new Date("2027-01-04T08:00:00Z"), new Date(now)),
      ].map(plain)
    }
    assert.deepEqual(shown("en-US"), [
      "Tue 10:00 AM",
      "Mar 2",
      "Mar 2, 2024",
      "Tue, Dec 1, 9:00 AM",
      "Mon, Jan 4, 2027, 9:00 AM",
    ])
    assert.deepEqual(shown("de-DE"), [
      "Di 10:00",
      "2. März",
      "2. März 2024",
      "Di., 1. Dez., 09:00",
      "Mo., 4. Jan. 2027, 09:00",
    ])
  })

  test("are of the day that it is for the reader", () => {
    setRegion({ locale: "en-US", timeZone: "Pacific/Auckland" })
    // 03:05 on the 20th there, and now is 09:00 on the 20th.
    assert.equal(plain(whenText(moment, now)), "3:05 AM")
    assert.equal(dateText(moment), "Nov 20, 2026")
    setRegion({ locale: "en-US", timeZone: "Pacific/Honolulu" })
    assert.equal(dateText("2026-11-19T09:00:00Z"), "Nov 18, 2026")
  })

  test("write whole moments and spans as the locale does", () => {
    setRegion({ locale: "en-GB", timeZone: "Europe/London" })
    assert.match(plain(wholeMomentText(moment)), /^Thursday,? 19 November 2026 at 14:05$/)
    assert.equal(plain(daysText(new Date("2026-11-01"), new Date(moment))), "1 – 19 Nov 2026")
    assert.equal(weekdayText(1), "Mon")
    setRegion({ locale: "fr-FR" })
    assert.equal(weekdayText(7, "long"), "dimanche")
  })
})

test("numbers, percentages and sizes are those of the locale; words between them those of our texts", () => {
  const shown = (locale: string) => {
    setRegion({ locale })
    return [numberText(12_345), percentText(46.34), sizeText(1_234_567), text("list.total", { count: 5_132 })].map(
      plain,
    )
  }
  assert.deepEqual(shown("en-US"), ["12,345", "46.3%", "1.2 MB", "5,132 conversations"])
  assert.deepEqual(shown("de-DE"), ["12.345", "46,3 %", "1,2 MB", "5.132 conversations"])
  assert.equal(listText(["Ada", "Grace", "Joan"]), "Ada, Grace, and Joan")
})

describe("the region", () => {
  test("is the browser's where nothing was chosen, or something that does not exist", () => {
    setRegion({ locale: "de-DE", timeZone: "Asia/Tokyo" })
    assert.equal(readerZone(), "Asia/Tokyo")
    // Everyone who never chose a zone has UTC.
    setRegion({ locale: "auto", timeZone: "UTC" })
    assert.equal(readerZone(), browserZone)
    setRegion({ locale: "not a locale", timeZone: "Mars/Olympus" })
    assert.equal(readerZone(), browserZone)
    assert.equal(numberText(1_234), new Intl.NumberFormat(navigator.language).format(1_234))
  })
})

describe("the calendar", () => {
  const zones = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "America/St_Johns"]

  test("gives the instant of a wall time and back", () => {
    const instants = fc.date({ min: new Date(1990, 0, 1), max: new Date(2090, 0, 1), noInvalidDate: true })
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (instant, timeZone) => {
        setRegion({ timeZone })
        const shown = wallTime(instant)
        assert.deepEqual(wallTime(instantAt(shown)), shown)
        assert.deepEqual(wallTime(readDateValue(dateValue(instant))), { ...shown, hour: 0, minute: 0 })
      }),
      { numRuns: 300 },
    )
  })

  test("days may have 23 or 25 hours, and a time that a clock skips is an hour later", () => {
    setRegion({ timeZone: "Europe/Berlin" })
    const [spring, autumn] = [readDateValue("2026-03-29"), readDateValue("2026-10-25")]
    assert.equal((addDays(spring, 1).getTime() - spring.getTime()) / 3_600_000, 23)
    assert.equal((addDays(autumn, 1).getTime() - autumn.getTime()) / 3_600_000, 25)
    assert.equal(readDateValue("2026-03-29T02:30").toISOString(), "2026-03-29T01:30:00.000Z")
    assert.equal(readDateValue("2026-03-29T03:30").toISOString(), "2026-03-29T01:30:00.000Z")
    assert.equal(zoneOffset(spring), 60)
    assert.equal(isoWeekday(spring), 7)
    assert.ok(Number.isNaN(readDateValue("soon").getTime()))
  })
})
