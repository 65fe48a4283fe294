import { addDays, isSameDay, wallTime } from "./calendar.ts"
import { perRegion } from "./region.ts"
import { text } from "./text.ts"

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** No format names an hour cycle: with 24 hours where that is customary, with AM and PM elsewhere. */
function format(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return perRegion(({ locale, timeZone }) => new Intl.DateTimeFormat(locale, { timeZone, ...options }))
}

const clock = format({ timeStyle: "short" })
const hourOfDay = format({ hour: "numeric", timeZone: "UTC" })
const shortWeekday = format({ weekday: "short", timeZone: "UTC" })
const longWeekday = format({ weekday: "long", timeZone: "UTC" })
const weekdayInZone = format({ weekday: "short" })
const day = format({ month: "short", day: "numeric" })
const longDay = format({ weekday: "long", month: "long", day: "numeric" })
const dayOfYear = format({ year: "numeric", month: "short", day: "numeric" })
const month = format({ year: "numeric", month: "long" })
const due = format({ weekday: "short", month: "short", day: "numeric" })
const dueInYear = format({ weekday: "short", year: "numeric", month: "short", day: "numeric" })
const whole = format({ dateStyle: "full", timeStyle: "short" })

/** How long ago, as short as a column of a list allows: `now`, `12m`, `5h`, `3d`, `7w`, `2y`. */
export function agoText(moment: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(moment))
  if (ms < minuteMs) return text("time.now")
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)}m`
  if (ms < dayMs) return `${Math.floor(ms / hourMs)}h`
  if (ms < 14 * dayMs) return `${Math.floor(ms / dayMs)}d`
  if (ms < 365 * dayMs) return `${Math.floor(ms / (7 * dayMs))}w`
  return `${Math.floor(ms / (365 * dayMs))}y`
}

/** When, with as much of the date as the distance asks for. */
export function whenText(moment: string, now: number): string {
  const date = new Date(moment)
  const today = new Date(now)
  if (isSameDay(date, today)) return clock().format(date)
  if (Math.abs(now - date.getTime()) < 6 * dayMs) return `${weekdayInZone().format(date)} ${clock().format(date)}`
  return (isSameYear(date, today) ? day : dayOfYear)().format(date)
}

/** A day as a heading: `Today`, `Yesterday` or its date. */
export function dayHeading(moment: string, now: number): string {
  const date = new Date(moment)
  if (isSameDay(date, new Date(now))) return text("notices.today")
  if (isSameDay(date, addDays(new Date(now), -1))) return text("notices.yesterday")
  return (isSameYear(date, new Date(now)) ? longDay : dayOfYear)().format(date)
}

/** A moment to come, with its day and hour. */
export function dueText(moment: Date, now: Date): string {
  const date = (isSameYear(moment, now) ? due : dueInYear)().format(moment)
  return `${date}, ${clock().format(moment)}`
}

function isSameYear(one: Date, other: Date): boolean {
  return wallTime(one).year === wallTime(other).year
}

export function clockText(moment: string | Date): string {
  return clock().format(new Date(moment))
}

export function dateText(moment: string): string {
  return dayOfYear().format(new Date(moment))
}

/** Without the year. */
export function dayText(moment: string | Date): string {
  return day().format(new Date(moment))
}

/** From one day to another, without what both have in common. */
export function daysText(first: Date, last: Date): string {
  return dayOfYear().formatRange(first, last)
}

export function monthText(moment: string): string {
  return month().format(new Date(moment))
}

export function wholeMomentText(moment: string): string {
  return whole().format(new Date(moment))
}

/** By its number from 1 for Monday to 7: 2026-11-16 was a Monday. */
export function weekdayText(isoDay: number, width: "short" | "long" = "short"): string {
  return (width === "short" ? shortWeekday : longWeekday)().format(Date.UTC(2026, 10, 15 + isoDay))
}

/** An hour of any day, from 0 to 23: `2 PM` or `14`. */
export function hourText(hour: number): string {
  return hourOfDay().format(Date.UTC(2026, 0, 1, hour))
}

/** How urgent waiting has become: a working day is long, more is too long. */
export function urgencyOf(waitingSince: string, now: number): "calm" | "long" | "late" {
  const ms = now - Date.parse(waitingSince)
  if (ms > dayMs) return "late"
  return ms > 4 * hourMs ? "long" : "calm"
}
