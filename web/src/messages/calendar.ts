import { perRegion } from "./region.ts"

/** What the reader's calendar and clock show at some instant. */
export interface WallTime {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  hour: number
  minute: number
}

const fields = perRegion(
  ({ timeZone }) =>
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    }),
)

export function wallTime(instant: Date): WallTime {
  const shown = Object.fromEntries(
    fields()
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = shown
  return { year, month, day, hour, minute }
}

/**
 * The instant at which the reader's clock shows this. Days and months may be out of range, as in `Date`: day 0 is the last
 * day of the month before. A time that a clock skips in spring is an hour later.
 */
export function instantAt({
  year,
  month,
  day,
  hour = 0,
  minute = 0,
}: Omit<WallTime, "hour" | "minute"> & Partial<WallTime>): Date {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute)
  const guess = asUtc - zoneOffset(new Date(asUtc)) * minuteMs
  const [before, after] = [zoneOffset(new Date(guess - dayMs / 4)), zoneOffset(new Date(guess + dayMs / 4))]
  const matches = [asUtc - before * minuteMs, asUtc - after * minuteMs]
  const exact = matches.find((time) => time + zoneOffset(new Date(time)) * minuteMs === asUtc)
  return new Date(exact ?? asUtc - before * minuteMs)
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** How many minutes the reader's clock is ahead of UTC. */
export function zoneOffset(instant: Date): number {
  const { year, month, day, hour, minute } = wallTime(instant)
  return (Date.UTC(year, month - 1, day, hour, minute) - Math.floor(instant.getTime() / minuteMs) * minuteMs) / minuteMs
}

export function isSameDay(one: Date, other: Date): boolean {
  return dateValue(one) === dateValue(other)
}

/** As a field for dates takes it: `2026-11-19`. */
export function dateValue(instant: Date): string {
  const { year, month, day } = wallTime(instant)
  const digits = (value: number, count: number) => String(value).padStart(count, "0")
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`
}

/** What a field for dates, or for dates with times, holds; `NaN` as a date where it holds neither. */
export function readDateValue(value: string): Date {
  const [, year, month, day, hour = "0", minute = "0"] = /^(\d{4,6})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?/.exec(value) ?? []
  if (year === undefined) return new Date(Number.NaN)
  return instantAt({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
  })
}

/** By days of the calendar, which may have 23 or 25 hours: the start of a day before or after. */
export function addDays(instant: Date, days: number): Date {
  const { year, month, day } = wallTime(instant)
  return instantAt({ year, month, day: day + days })
}

/** 1 for Monday to 7 for Sunday. */
export function isoWeekday(instant: Date): number {
  const { year, month, day } = wallTime(instant)
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7
}
