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

/** By the clock of whoever looks: whole days, today with what it has so far. */
export function periodsOf({ period = usual, from, to }: PeriodChoice, now: Date): Periods {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const tomorrow = new Date(year, month, day + 1)
  const lastDays = (days: number): Periods => {
    const start = new Date(year, month, day + 1 - days)
    return { current: { start, end: tomorrow }, previous: { start: moved(start, -days), end: start } }
  }
  switch (period) {
    case "7d":
      return lastDays(7)
    case "30d":
      return lastDays(30)
    case "90d":
      return lastDays(90)
    case "12m": {
      const start = new Date(year - 1, month, day + 1)
      return { current: { start, end: tomorrow }, previous: { start: new Date(year - 2, month, day + 1), end: start } }
    }
    case "month": {
      const start = new Date(year, month, 1)
      const before = new Date(year, month - 1, 1)
      // As many days of the month before, as far as it has them.
      const end = new Date(Math.min(moved(before, day).getTime(), start.getTime()))
      return { current: { start, end: tomorrow }, previous: { start: before, end } }
    }
    case "own": {
      const [first, last] = [from, to].map((date) => (date === undefined ? undefined : startOf(date)))
      if (!first || !last || last < first) return periodsOf({ period: usual }, now)
      const end = moved(last, 1)
      const days = Math.round((end.getTime() - first.getTime()) / 86_400_000)
      return { current: { start: first, end }, previous: { start: moved(first, -days), end: first } }
    }
  }
}

/** By days of the calendar, which may have 23 or 25 hours. */
function moved(date: Date, days: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)
}

function startOf(date: string): Date {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number)
  return new Date(year, month - 1, day)
}

/** As a box for dates wants it. */
export function dateValue(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0")
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The last day that belongs to it. */
export function lastDayOf({ end }: Period): Date {
  return new Date(end.getTime() - 1)
}
