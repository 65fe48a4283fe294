import { type Query, termsOf } from "./tree.ts"

/** From its first moment up to, and without, the first moment after it. */
export interface Period {
  from: Date
  to: Date
}

/**
 * What a written time names: `2024`, `2024-03`, `2024-03-09`, `2024-03-09T10:15:00Z`, `NOW`, each with any number of
 * `+2DAYS`, `-1HOUR`, `/YEAR`. All in UTC unless an offset is written. Rounding widens it to the whole unit, so
 * `NOW/DAY` is today and `NOW/DAY-1DAY` yesterday; a full time is its second, because answers show seconds.
 * Gives a sentence when it is none.
 */
export function readPeriod(text: string, now: Date): Period | string {
  const match = written.exec(text)
  if (match === null) return notATime
  const [, date, steps = ""] = match
  let named = date === undefined ? { start: now, unit: "millisecond" as Unit } : readDate(date)
  if (named === undefined) return notATime
  for (const [, amount, added, rounded] of steps.matchAll(stepPattern)) {
    const unit = unitOf(added ?? rounded ?? "")
    if (unit === undefined) return `expected one of ${units.map((name) => name.toUpperCase()).join(", ")}`
    named =
      amount === undefined
        ? { start: startOf(named.start, unit), unit }
        : { ...named, start: plus(named.start, Number(amount), unit) }
    if (!isWritable(named.start)) return outside
  }
  const to = plus(named.start, 1, named.unit)
  return isWritable(named.start) && isWritable(to) ? { from: named.start, to } : outside
}

/** Whether a query names a time that passes, so that it asks for something else the next moment. */
export function isTimely(query: Query): boolean {
  return termsOf(query).some(({ value }) => {
    const texts = value.kind === "range" ? [value.from.value, value.to.value] : [value]
    return texts.some((text) => text !== undefined && "text" in text && /^now/i.test(text.text))
  })
}

const datePattern =
  /(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d\d(?::?\d\d)?(?![\dA-Z]))?)?)?)?/i
const stepPattern = /([+-]\d+)([A-Z]+)|\/([A-Z]+)/gi
const written = new RegExp(
  `^(?:NOW|(${datePattern.source.replace(/\((?!\?)/g, "(?:")}))((?:[+-]\\d+[A-Z]+|/[A-Z]+)*)$`,
  "i",
)
const wholeDate = new RegExp(`^${datePattern.source}$`, "i")

const notATime =
  "expected a time such as 2024, 2024-03, 2024-03-09, 2024-03-09T10:15:00Z, NOW, NOW-1HOUR or NOW/DAY that exists"
const outside = "expected a time between the years 1 and 9998"

const units = ["year", "month", "week", "day", "hour", "minute", "second", "millisecond"] as const
type Unit = (typeof units)[number]

function unitOf(written: string): Unit | undefined {
  const name = written.toLowerCase().replace(/s$/, "")
  if (name === "date") return "day"
  if (name === "milli") return "millisecond"
  return units.find((unit) => unit === name)
}

function readDate(text: string): { start: Date; unit: Unit } | undefined {
  const parts = wholeDate.exec(text)
  if (parts === null) return undefined
  const [, year, month, day, hour, minute, second, fraction, offset = "Z"] = parts
  const local = `${year}-${month ?? "01"}-${day ?? "01"}T${hour ?? "00"}:${minute ?? "00"}:${second ?? "00"}`
  const date = new Date(`${local}.${(fraction ?? "").padEnd(3, "0").slice(0, 3)}Z`)
  // Date makes the 2nd of March of a 31st of February.
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(local)) return undefined
  const start = new Date(date.getTime() - offsetMs(offset))
  const given = [month, day, hour, minute, second, fraction].indexOf(undefined)
  return { start, unit: precisions[given === -1 ? 6 : given] ?? "millisecond" }
}

const precisions: Unit[] = ["year", "month", "day", "hour", "minute", "second", "millisecond"]

function offsetMs(offset: string): number {
  const [, sign, hours, minutes = "00"] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? []
  if (sign === undefined) return 0
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

function startOf(moment: Date, unit: Unit): Date {
  if (unit === "week") {
    const day = startOf(moment, "day")
    return plus(day, -((day.getUTCDay() + 6) % 7), "day")
  }
  if (unit !== "year" && unit !== "month") return new Date(Math.floor(moment.getTime() / length[unit]) * length[unit])
  const start = new Date(0)
  start.setUTCFullYear(moment.getUTCFullYear(), unit === "year" ? 0 : moment.getUTCMonth(), 1)
  return start
}

function plus(moment: Date, amount: number, unit: Unit): Date {
  if (unit !== "year" && unit !== "month") return new Date(moment.getTime() + amount * length[unit])
  const sum = new Date(moment)
  sum.setUTCDate(1)
  sum.setUTCMonth(sum.getUTCMonth() + amount * (unit === "year" ? 12 : 1))
  // The 31st of January and a month is the last of February.
  const lastDay = new Date(sum)
  lastDay.setUTCMonth(sum.getUTCMonth() + 1, 0)
  sum.setUTCDate(Math.min(moment.getUTCDate(), lastDay.getUTCDate()))
  return sum
}

const length = { week: 604_800_000, day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1_000, millisecond: 1 }

function isWritable(moment: Date): boolean {
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9998
}
