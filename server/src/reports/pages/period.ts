import type { ReportQuery } from "@deskhand/contract/reports/report"
import { invalid } from "../../errors.ts"
import { readMoment } from "../../http/input/timestamps.ts"
import { ZoneClock } from "../../runtime/zone-clock.ts"
import { dayMs, startOfWeek, weekMs } from "../facts/calendar.ts"

export interface Period {
  start: Date
  end: Date
}

export interface Periods {
  current: Period
  previous: Period | undefined
}

type PeriodQuery = Pick<ReportQuery, "start" | "end" | "previousStart" | "previousEnd">

const mostDays = 3_660

export function readPeriods(query: PeriodQuery): Periods {
  const { previousStart, previousEnd } = query
  if ((previousStart === undefined) !== (previousEnd === undefined)) {
    const path = previousStart === undefined ? "previousStart" : "previousEnd"
    throw invalid({ path, message: "must be given where the other one is", source: "QUERY" })
  }
  const current = readPeriod({ start: query.start, end: query.end }, ["start", "end"])
  if (previousStart === undefined || previousEnd === undefined) return { current, previous: undefined }
  const previous = readPeriod({ start: previousStart, end: previousEnd }, ["previousStart", "previousEnd"])
  return { current, previous }
}

function readPeriod(given: { start: string; end: string }, [first, last]: [string, string]): Period {
  const start = readMoment(first, given.start)
  const end = throughMinute(readMoment(last, given.end))
  const refuse = (message: string) => invalid({ path: last, message, rejectedValue: given.end, source: "QUERY" })
  if (end <= start) throw refuse(`must be later than ${first}`)
  if (end.getTime() - start.getTime() > mostDays * dayMs) throw refuse(`must be within ten years of ${first}`)
  return { start, end }
}

/** Clients write the end of a day as 23:59:59, and mean all of it. */
function throughMinute(end: Date): Date {
  return end.getUTCSeconds() === 59 ? new Date(Math.floor(end.getTime() / 60_000) * 60_000 + 60_000) : end
}

/** How many days it has; the last one counts even where it is not over. */
export function daysIn({ start, end }: Period): number {
  return Math.ceil((end.getTime() - start.getTime()) / dayMs)
}

export type Step = NonNullable<ReportQuery["viewBy"]>

export function stepOf({ viewBy }: Pick<ReportQuery, "viewBy">, period: Period): Step {
  const days = daysIn(period)
  return viewBy ?? (days <= 60 ? "day" : days <= 366 ? "week" : "month")
}

/** Where each step begins, from the start on by the clock of the time zone, and at last the end. */
export function boundariesOf({ start, end }: Period, step: Step, zone: ZoneClock): Date[] {
  const shown = new Date(zone.shownAt(start.getTime()))
  const boundaries = [start]
  for (let index = 1; ; index++) {
    const next = new Date(zone.momentOf(stepped(shown, step, index)))
    if (next >= end) return [...boundaries, end]
    if (next > (boundaries.at(-1) ?? start)) boundaries.push(next)
  }
}

function stepped(from: Date, step: Step, index: number): number {
  if (step !== "month") return from.getTime() + index * (step === "week" ? 7 : 1) * dayMs
  const month = new Date(from)
  month.setUTCDate(1)
  month.setUTCMonth(month.getUTCMonth() + index)
  const days = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate()
  month.setUTCDate(Math.min(from.getUTCDate(), days))
  return month.getTime()
}

export const utc = new ZoneClock("UTC")

/** A part of a period, and to which of its steps it belongs. */
export interface Piece {
  bucket: number
  from: Date
  to: Date
}

/** What of each step is whole units of a length in milliseconds, and what is left beside them. */
export function wholeAndRest(pieces: Piece[], unitMs: number, offsetMs = 0): { whole: Piece[]; rest: Piece[] } {
  const whole: Piece[] = []
  const rest: Piece[] = []
  for (const { bucket, from, to } of pieces) {
    const first = new Date(Math.ceil((from.getTime() - offsetMs) / unitMs) * unitMs + offsetMs)
    const last = new Date(Math.floor((to.getTime() - offsetMs) / unitMs) * unitMs + offsetMs)
    if (first >= last) {
      rest.push({ bucket, from, to })
      continue
    }
    whole.push({ bucket, from: first, to: last })
    if (from < first) rest.push({ bucket, from, to: first })
    if (last < to) rest.push({ bucket, from: last, to })
  }
  return { whole, rest }
}

/**
 * The whole units of which each step has at least half, and what it has beside them. Of some it has not all: what lies beyond the
 * step is over, and taken off again. So less has to be looked at more closely than what is left beside whole units.
 */
export function nearestWhole(pieces: Piece[], unitMs: number): { whole: Piece[]; rest: Piece[]; over: Piece[] } {
  const parts: Record<"whole" | "rest" | "over", Piece[]> = { whole: [], rest: [], over: [] }
  for (const piece of pieces) {
    const [from, to] = [piece.from.getTime(), piece.to.getTime()]
    const put = (into: Piece[], from: number, to: number) => {
      if (from < to) into.push({ bucket: piece.bucket, from: new Date(from), to: new Date(to) })
    }
    const [first, last] = [Math.round(from / unitMs) * unitMs, Math.round(to / unitMs) * unitMs]
    if (first >= last) {
      put(parts.rest, from, to)
      continue
    }
    put(parts.whole, first, last)
    put(parts.rest, from, first)
    put(parts.over, first, from)
    put(parts.rest, last, to)
    put(parts.over, to, last)
  }
  return parts
}

/** A step, and the whole weeks in it: an empty span at its end where there is none. */
export interface WeekStep {
  from: Date
  firstWeek: Date
  weeksEnd: Date
  to: Date
}

export function weekStepsOf(boundaries: Date[]): WeekStep[] {
  return piecesOf(boundaries).map((piece) => {
    const [weeks] = wholeAndRest([piece], weekMs, startOfWeek(0)).whole
    return { from: piece.from, firstWeek: weeks?.from ?? piece.to, weeksEnd: weeks?.to ?? piece.to, to: piece.to }
  })
}

export function piecesOf(boundaries: Date[]): Piece[] {
  return boundaries.slice(1).map((to, bucket) => ({ bucket, from: boundaries[bucket] ?? to, to }))
}
