import { ZoneClock } from "../runtime/zone-clock.ts"
import { type Period, readPeriod } from "./times.ts"

/**
 * A date as people write it, in their time zone: `2026-03-09`, `2026-03`, `yesterday`, `last week`, `last monday`, `3 days ago`,
 * `last 7 days`, also with hyphens for spaces. A time with an offset means what it says. Gives a sentence for anything else.
 */
export function readDay(text: string, now: Date, timezone: string): Period | string {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
  const ago = /^(\d{1,4}) (minute|hour)s? ago$/.exec(words)
  if (ago) return readPeriod(`NOW-${ago[1]}${ago[2]}`, now)
  if (withOffset.test(text)) return readPeriod(text, now)
  const clock = new ZoneClock(timezone)
  const shown = new Date(clock.shownAt(now.getTime()))
  const lasting = /^(?:last|past) (\d{1,4}) (day|week|month|year)s?$/.exec(words)
  if (lasting) {
    const first = readPeriod(`NOW/DAY-${lasting[1]}${lasting[2]}`, shown)
    return typeof first === "string" ? first : { from: new Date(clock.momentOf(+first.from)), to: now }
  }
  const period = readPeriod(formulaOf(words, shown) ?? text, shown)
  if (typeof period === "string") return notADay
  return { from: new Date(clock.momentOf(+period.from)), to: new Date(clock.momentOf(+period.to)) }
}

const notADay =
  "expected a date such as 2026-03-09, 2026-03, today, yesterday, last week, last monday, 3 days ago or last 7 days; write words in quotes or with hyphens"

const withOffset = /^\d{4}-\d\d-\d\dT[\d:.,]+(Z|[+-]\d\d(:?\d\d)?$)/i

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

/** In the terms of `readPeriod`. */
function formulaOf(words: string, shown: Date): string | undefined {
  if (words === "today") return "NOW/DAY"
  if (words === "yesterday") return "NOW/DAY-1DAY"
  const [, which, unit] = /^(this|last) (week|month|year)$/.exec(words) ?? []
  if (unit !== undefined) return `NOW/${unit}${which === "last" ? `-1${unit}` : ""}`
  const [, amount, named] = /^(\d{1,4}) (day|week|month|year)s? ago$/.exec(words) ?? []
  if (named !== undefined) return `NOW/DAY-${amount}${named}`
  const [, last, weekday = ""] = /^(last )?([a-z]+)$/.exec(words) ?? []
  const day = weekdays.indexOf(weekday)
  if (day === -1) return undefined
  const passed = (shown.getUTCDay() - day + 7) % 7
  return `NOW/DAY-${passed === 0 && last !== undefined ? 7 : passed}DAY`
}
