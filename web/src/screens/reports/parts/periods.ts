import { addDays, instantAt, readDateValue, wallTime } from "../../../messages/calendar.ts"

export const periodNames = ["7d", "30d", "90d", "12m", "month", "own"] as const
export type PeriodName = (typeof periodNames)[number]

export interface Period {
  start: Date
  /** The first moment that no longer belongs to it. */
  end: Date
}

export interface Periods {
  current: Period
  previous: Period
}

export interface PeriodChoice {
  period?: PeriodName
  from?: string
  to?: string
}

const usual = "30d"

/** By the reader's calendar: whole days, today with what it has so far. */
export function periodsOf({ period = usual, from, to }: PeriodChoice, now: Date): Periods {
  const { year, month, day } = wallTime(now)
  const tomorrow = instantAt({ year, month, day: day + 1 })
  const lastDays = (days: number): Periods => {
    const start = instantAt({ year, month, day: day + 1 - days })
    return { current: { start, end: tomorrow }, previous: { start: addDays(start, -days), end: start } }
  }
  switch (period) {
    case "7d":
      return lastDays(7)
    case "30d":
      return lastDays(30)
    case "90d":
      return lastDays(90)
    case "12m": {
      const start = instantAt({ year: year - 1, month, day: day + 1 })
      const before = instantAt({ year: year - 2, month, day: day + 1 })
      return { current: { start, end: tomorrow }, previous: { start: before, end: start } }
    }
    case "month": {
      const start = instantAt({ year, month, day: 1 })
      const before = instantAt({ year, month: month - 1, day: 1 })
      // As many days of the month before, as far as it has them.
      const end = new Date(Math.min(addDays(before, day).getTime(), start.getTime()))
      return { current: { start, end: tomorrow }, previous: { start: before, end } }
    }
    case "own": {
      const [first, last] = [from, to].map((date) => (date === undefined ? undefined : readDateValue(date)))
      if (!first || !last || !(last >= first)) return periodsOf({ period: usual }, now)
      const end = addDays(last, 1)
      const days = Math.round((end.getTime() - first.getTime()) / 86_400_000)
      return { current: { start: first, end }, previous: { start: addDays(first, -days), end: first } }
    }
  }
}

/** The last day that belongs to it. */
export function lastDayOf({ end }: Period): Date {
  return new Date(end.getTime() - 1)
}
