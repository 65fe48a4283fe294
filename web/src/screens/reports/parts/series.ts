import { dayText } from "../../../messages/moments.ts"
import { text } from "../../../messages/reports.ts"
import type { Cell, Column } from "./DataTable.tsx"
import type { Drill } from "./drill.ts"
import { drillSearch } from "./drill.ts"
import type { Periods } from "./periods.ts"
import type { ReportSearch } from "./search.ts"

export interface Point {
  date: string
}

/** Where a step begins and where the next one does. */
export function stepsOf(points: readonly Point[], { current }: Periods): { since: string; until: string }[] {
  return points.map(({ date }, index) => ({ since: date, until: points[index + 1]?.date ?? current.end.toISOString() }))
}

/** A step that has ended, the one that runs now, or one to come, of which nothing is known. */
export type Progress = "ended" | "running" | "ahead"

export function progressOf(points: readonly Point[], periods: Periods, now: number): Progress[] {
  return stepsOf(points, periods).map(({ since, until }) => {
    if (Date.parse(until) <= now) return "ended"
    return Date.parse(since) <= now ? "running" : "ahead"
  })
}

/** The day of a step, with what it has so far where it still runs. */
export function stepText(date: string, progress: Progress | undefined): string {
  const day = dayText(date)
  return progress === "running" ? text("reports.soFar.step", { day }) : day
}

export interface LineRow {
  name: string
  /** Of steps that have ended. */
  now?: number
  /** From the last step that has ended to the one that runs. */
  soFar?: number
  before?: number
}

/** Beside each point the one of the period before that stands at the same place. */
export function lineRows<One extends Point>(
  { current, previous }: { current: One[]; previous?: One[] | undefined },
  progress: readonly Progress[],
  amountOf: (point: One) => number,
): LineRow[] {
  return current.map((point, index) => {
    const before = previous?.[index]
    const leadsToRunning = progress[index] === "running" || progress[index + 1] === "running"
    return {
      name: stepText(point.date, progress[index]),
      ...(progress[index] === "ended" && { now: amountOf(point) }),
      ...(leadsToRunning && { soFar: amountOf(point) }),
      ...(before && { before: amountOf(before) }),
    }
  })
}

interface PointPair<One extends Point> {
  answer: { current: One[]; previous?: One[] | undefined }
  amountOf: (point: One) => number
  shown: (value: number) => string
  drill: Drill
  search: ReportSearch
  periods: Periods
  progress: readonly Progress[]
  labels: { date: string; now: string; before: string }
}

/** The table behind a line: each step with its conversations. */
export function pairedTable<One extends Point>(paired: PointPair<One>): { columns: Column[]; rows: Cell[][] } {
  const { answer, amountOf, shown, drill, search, periods, progress, labels } = paired
  const spans = stepsOf(answer.current, periods)
  const columns = [
    { label: labels.date },
    { label: labels.now, numeric: true },
    ...(answer.previous ? [{ label: labels.before, numeric: true }] : []),
  ]
  const rows = answer.current.map((point, index): Cell[] => {
    const value = amountOf(point)
    const before = answer.previous?.[index]
    const cells: Cell[] = [
      { value: point.date.slice(0, 10), shown: stepText(point.date, progress[index]) },
      { value, shown: shown(value), drill: drillSearch(search, { ...drill, ...spans[index] }) },
    ]
    if (answer.previous)
      cells.push(before ? { value: amountOf(before), shown: shown(amountOf(before)) } : { value: "" })
    return cells
  })
  return { columns, rows }
}
