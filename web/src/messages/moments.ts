import { language, text } from "./text.ts"

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" })
const weekday = new Intl.DateTimeFormat(language, { weekday: "short", hour: "2-digit", minute: "2-digit" })
const day = new Intl.DateTimeFormat(language, { month: "short", day: "numeric" })
const dayOfYear = new Intl.DateTimeFormat(language, { year: "numeric", month: "short", day: "numeric" })
const month = new Intl.DateTimeFormat(language, { year: "numeric", month: "long" })
const due = new Intl.DateTimeFormat(language, {
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
})
const whole = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" })

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
  if (date.toDateString() === today.toDateString()) return clock.format(date)
  if (Math.abs(now - date.getTime()) < 6 * dayMs) return weekday.format(date)
  return (date.getFullYear() === today.getFullYear() ? day : dayOfYear).format(date)
}

const weekdayOfDate = new Intl.DateTimeFormat(language, { weekday: "long", month: "long", day: "numeric" })

/** A day as a heading: `Today`, `Yesterday` or its date. */
export function dayText(moment: string, now: number): string {
  const date = new Date(moment)
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  if (date.toDateString() === new Date(now).toDateString()) return text("notices.today")
  if (date.toDateString() === yesterday.toDateString()) return text("notices.yesterday")
  return date.getFullYear() === yesterday.getFullYear() ? weekdayOfDate.format(date) : dayOfYear.format(date)
}

/** A moment to come, with its day and hour. */
export function dueText(moment: Date, now: Date): string {
  const year = moment.getFullYear() === now.getFullYear() ? "" : ` ${moment.getFullYear()}`
  return due.format(moment) + year
}

export function dateText(moment: string): string {
  return dayOfYear.format(new Date(moment))
}

export function monthText(moment: string): string {
  return month.format(new Date(moment))
}

export function wholeMomentText(moment: string): string {
  return whole.format(new Date(moment))
}

/** How urgent waiting has become: a working day is long, more is too long. */
export function urgencyOf(waitingSince: string, now: number): "calm" | "long" | "late" {
  const ms = now - Date.parse(waitingSince)
  if (ms > dayMs) return "late"
  return ms > 4 * hourMs ? "long" : "calm"
}

export function sizeText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"]
  const step = Math.min(units.length - 1, bytes < 1_000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** step
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${units[step]}`
}
